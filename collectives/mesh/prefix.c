/* All-reduce and prefix sums on a ring or mesh. After the slides "All-Reduce" and "Prefix-Sum" to
 * Grama et al., section 4.3: the pattern is that of all-gather, but what arrives is combined.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     ring of p nodes      (t_s + t_w m) (p - 1)
 *     mesh, p = s^2        (t_s + t_w m) 2 (s - 1)
 *     long vectors         twice the all-gather of m / p; ring: 2 (p - 1) t_s + 2 (p - 1) t_w m / p
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

#include "collectives/mesh/allgather.h"
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

/* ---- "mesh-allreduce-long": reduce-scatter, then all-gather ----
 *
 * The vector is divided into a block for each rank. The steps are those of "mesh-allgather", first
 * backwards and then forwards, and all blocks are in the output.
 *
 * Example, a ring of 4. In steps 1 to 3 block 2 goes from position 1 to 0, 3 and 2, and then it is
 * complete. In steps 4 to 6 it goes from there to 3, 0 and 1.
 */

static uint32_t long_steps(const struct shape *shape) {
    return 2 * algorithm_steps(&mesh_allgather, shape);
}

static uint64_t long_packets(const struct shape *shape) {
    return 2 * algorithm_packets(&mesh_allgather, shape);
}

static uint64_t long_words(const struct shape *shape) {
    return 2 * algorithm_link_words(&mesh_allgather, shape);
}

struct run mesh_run_in_output(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    return run;
}

void mesh_long_step(const struct algorithm *backwards, const struct shape *shape, uint32_t node,
                    uint32_t number, struct step *step) {
    const struct algorithm *allgather = backwards->dual_of;
    uint32_t half = algorithm_steps(allgather, shape);
    if (number <= half)
        dual_step(backwards, shape, node, number, step);
    else
        algorithm_step(allgather, shape, node, number - half, step);
    step->moves = 0; /* every block is where it belongs already */
}

static const struct algorithm allgather_backwards = {
    .operation = &mesh_allreduce_operation,
    .dual_of = &mesh_allgather,
    .dual_run = mesh_run_in_output,
};

static void long_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    mesh_long_step(&allgather_backwards, shape, node, number, step);
}

/* There are two bounds. Each of the p blocks takes 2 (p - 1) packets: p - 1 packets join all nodes
 * before the first node has the result, and each other node then needs one more. The other bound:
 * the first blocks of the result that come to a node contain something of the farthest node, which
 * takes a step for each link; the other blocks come in the steps after that. */
static uint32_t long_bound(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t largest = mesh_allgather_largest(shape);
    uint32_t words = (2 * (nodes - 1) + largest - 1) / largest;
    uint32_t way = (nodes - 1) / largest + mesh_diameter(shape);
    return words > way ? words : way;
}

static struct chain_cost long_cost(const struct shape *shape) {
    uint32_t steps = long_steps(shape);
    return chain_of(steps, 2 * (mesh_nodes(shape) - 1), steps);
}

const struct algorithm mesh_allreduce_long = {
    .name = "mesh-allreduce-long",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather",
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_per_rank,
    .steps = long_steps,
    .packets = long_packets,
    .link_words = long_words,
    .bound = long_bound,
    .open = true,
    .cost = long_cost,
    .step = long_step,
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
