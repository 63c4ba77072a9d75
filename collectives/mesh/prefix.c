/* All-reduce and prefix sums on a ring or mesh. After the slides "All-Reduce" and "Prefix-Sum" to
 * Grama et al., section 4.3: the pattern is that of all-gather, but what arrives is combined.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     ring of p nodes      (t_s + t_w m) (p - 1)
 *     mesh, p = s^2        (t_s + t_w m) 2 (s - 1)
 *
 * Along one axis after the other, from the last to the first, the totals that the positions have so
 * far go round. In step j of the axis a node sends on what came in step j - 1, and receives the
 * total of the node j positions before it. First come the totals of the positions below it, from
 * the nearest to position 0; each is put to the left of the node's sum. Then come those of the
 * positions above it, from the last position down; these have a sum of their own, and each is put
 * to the left of that sum. So the order is kept, and the two sums together are the total of the
 * axis.
 *
 * Example, a ring of 4, position 1, contents a, b, c, d:
 *     step        1     2     3     afterwards
 *     arrives     a     d     c
 *     below       b     ab    ab    abcd, all-reduce; ab, prefix
 *     above             -     d     cd
 */
#include "collectives/mesh/prefix.h"

#include "collectives/schedule/mesh.h"

enum {
    RESULT = AREA_OUTPUT,        /* in an all-reduce also the total */
    ARRIVED_IN_ODD,              /* what came in step 1, 3, ... of an axis */
    ARRIVED_IN_EVEN,             /* what came in step 2, 4, ... of an axis */
    ABOVE,                       /* the sum of the positions above this one on this axis */
    TOTAL,                       /* only in a scan: the total of the axes that are done */
    ALLREDUCE_AREAS = ABOVE + 1, /* an all-reduce has all areas but TOTAL */
    SCAN_AREAS = TOTAL + 1,
};

static struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

static uint32_t arrived_in(uint32_t step) {
    return step % 2 == 1 ? ARRIVED_IN_ODD : ARRIVED_IN_EVEN;
}

/* Combines what came in step `phase.step` of an axis, and after the last step of the axis both
 * sums. `total` is the area of the total, which is the result itself in an all-reduce. */
static void combine_arrived(const struct shape *shape, uint32_t node, struct mesh_phase phase,
                            uint32_t total, struct step *step) {
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    bool need_total = total == RESULT || mesh_has_links_before(shape, phase.axis);
    uint32_t arrived = arrived_in(phase.step);
    if (phase.step <= position) {
        /* The total is computed first. It begins as a copy of the input, and the result may be
         * written over the caller's input. */
        if (total != RESULT && need_total)
            step_move(step, whole(arrived), whole(total), MOVE_LEFT);
        step_move(step, whole(arrived), whole(RESULT), MOVE_LEFT);
        return;
    }
    if (!need_total)
        return;
    step_move(step, whole(arrived), whole(ABOVE),
              phase.step == position + 1 ? MOVE_COPY : MOVE_LEFT);
    if (phase.step == side - 1)
        step_move(step, whole(ABOVE), whole(total), MOVE_RIGHT);
}

static void ring_step(const struct shape *shape, uint32_t node, uint32_t number, uint32_t total,
                      struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1)
        combine_arrived(shape, node, mesh_phase(shape, number - 1, mesh_others, false), total,
                        step);
    if (number > mesh_ring_steps(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_others, false);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t from = phase.step == 1 ? total : arrived_in(phase.step - 1);
    step_send(step, mesh_port_next(shape, phase.axis, position), single_block(from, 0));
    step_receive(step, mesh_port_before(shape, phase.axis, position),
                 single_block(arrived_in(phase.step), 0));
}

/* ---- "mesh-allreduce": totals go round the rings of one axis after the other ---- */

const struct operation mesh_allreduce_operation = {
    .tag = OPERATION_MESH_ALLREDUCE,
    .outputs = 1,
    .combines = true,
    .postcondition = mesh_postcondition_of_all,
    .rank = mesh_rank,
};

static void allreduce_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    ring_step(shape, node, number, RESULT, step);
}

const struct algorithm mesh_allreduce = {
    .name = "mesh-allreduce",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, all-reduce on a ring and a mesh",
    .areas = ALLREDUCE_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .bound = mesh_diameter, /* blocks go from neighbour to neighbour */
    .step = allreduce_step,
};

/* ---- "mesh-scan" ----
 *
 * On a mesh of rows and columns the rows come first: each node has the prefix within its row, and
 * the total of the row. Then the totals of the rows of lower ranks come along the columns, and are
 * put to the left of the prefix.
 */
static struct cube_content scan_postcondition(const struct shape *shape, uint32_t node,
                                              uint32_t area, uint32_t block) {
    (void)area;
    return (struct cube_content){0, mesh_rank(shape, node), block};
}

const struct operation mesh_scan_operation = {
    .tag = OPERATION_MESH_SCAN,
    .outputs = 1,
    .combines = true,
    .postcondition = scan_postcondition,
    .rank = mesh_rank,
};

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    ring_step(shape, node, number, TOTAL, step);
}

const struct algorithm mesh_scan = {
    .name = "mesh-scan",
    .operation = &mesh_scan_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, prefix sums on a ring and a mesh",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .bound = mesh_diameter,
    .step = scan_step,
};
