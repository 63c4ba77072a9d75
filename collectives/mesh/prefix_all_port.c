/* All-reduce and prefix sums on a ring or mesh, both ways round each ring at once. After Ozveren,
 * Communication Aspects of Parallel Processing, 2.2.3: what each node has goes round a ring in both
 * directions; here it is combined where it arrives.
 *
 * Cost for the diameter D, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     each     (t_s + t_w m) D, D = p / 2 on a ring, s on a mesh of s x s
 *
 * No fewer steps would do: a node needs something of the node that is farthest away.
 *
 * Along one axis of side 2h after the other, from the last to the first, the totals that the
 * positions have so far go round. Going forwards, the totals of the h positions before a node come
 * to it, the nearest one first. Going back, those of the h - 1 positions after it come. What comes
 * in one step is sent on in the next.
 *
 * The order is kept (ordered_sums.h).
 *
 * Example, a ring of 8, position 5, contents a .. h:
 *     step                1       2       3        4          afterwards
 *     from before         e       d       c        b
 *     from after          g       h       a
 *     total       f       efg     defgh   cdefgh   bcdefgh    abcdefgh
 *     prefix      f       ef      def     cdef     bcdef      abcdef
 *     past the end                        a
 */
#include "collectives/mesh/ordered_sums.h"
#include "collectives/mesh/prefix.h"
#include "collectives/schedule/mesh.h"

enum {
    RESULT = AREA_OUTPUT, /* in an all-reduce also the total */
    FORWARDS_IN_ODD,      /* what came forwards in step 1, 3, ... of an axis */
    FORWARDS_IN_EVEN,     /* what came forwards in step 2, 4, ... of an axis */
    BACK_IN_ODD,          /* what came back in step 1, 3, ... of an axis */
    BACK_IN_EVEN,         /* what came back in step 2, 4, ... of an axis */
    PAST_END,             /* the sum of what came past an end of the axis */
    TOTAL,                /* only in a scan: the total of the axes that are done */
    ALLREDUCE_AREAS = PAST_END + 1,
    SCAN_AREAS = TOTAL + 1,
};

static uint32_t arrived_in(uint32_t step, bool forwards) {
    if (forwards)
        return step % 2 == 1 ? FORWARDS_IN_ODD : FORWARDS_IN_EVEN;
    return step % 2 == 1 ? BACK_IN_ODD : BACK_IN_EVEN;
}

/* How many steps of an axis packets go in a direction. */
static uint32_t steps_in(uint32_t side, bool forwards) {
    return forwards ? side / 2 : side - 1 - side / 2;
}

/* Combines what came in step `phase.step` of an axis from both sides, and after the last step what
 * came past its end. In a scan nobody needs the total of the last axis that has links. */
static void combine_arrived(const struct shape *shape, uint32_t node, struct mesh_phase phase,
                            uint32_t total, struct step *step) {
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t to_end[] = {side - 1 - position, position}; /* links to the end of the axis */
    struct ordered_sums sums = {
        .total = total,
        .past_end = PAST_END,
        .needs_total = total == RESULT || mesh_has_links_before(shape, phase.axis),
    };
    for (int back = 0; back <= 1; back++)
        if (phase.step <= steps_in(side, !back))
            sums_arrived(&sums, arrived_in(phase.step, !back), !back, phase.step, to_end[!back],
                         step);
    if (phase.step < mesh_half(side))
        return;
    for (int back = 0; back <= 1; back++)
        sums_close(&sums, !back, steps_in(side, !back), to_end[!back], step);
}

static void both_ways_step(const struct shape *shape, uint32_t node, uint32_t number,
                           uint32_t total, struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1)
        combine_arrived(shape, node, mesh_phase(shape, number - 1, mesh_half, false), total, step);
    if (number > mesh_diameter(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_half, false);
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t next = mesh_port_next(shape, phase.axis, position);
    uint32_t before = mesh_port_before(shape, phase.axis, position);
    for (int forwards = 0; forwards <= 1; forwards++) {
        if (phase.step > steps_in(side, forwards))
            continue;
        uint32_t from = phase.step == 1 ? total : arrived_in(phase.step - 1, forwards);
        step_send(step, forwards ? next : before, single_block(from, 0));
        step_receive(step, forwards ? before : next,
                     single_block(arrived_in(phase.step, forwards), 0));
    }
}

/* ---- "mesh-allreduce-all-port" ---- */

static void allreduce_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    both_ways_step(shape, node, number, RESULT, step);
}

const struct algorithm mesh_allreduce_all_port = {
    .name = "mesh-allreduce-all-port",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Ozveren, 2.2.3, both ways round each ring",
    .areas = ALLREDUCE_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets, /* each node gets one from each other node of its ring */
    .step = allreduce_step,
};

/* ---- "mesh-scan-all-port" ----
 *
 * On a mesh of rows and columns each node has the prefix within its row first, and the total of the
 * row. Then the totals of the rows before its own come along the columns, and are put to the left
 * of the prefix.
 */
static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    both_ways_step(shape, node, number, TOTAL, step);
}

const struct algorithm mesh_scan_all_port = {
    .name = "mesh-scan-all-port",
    .operation = &mesh_scan_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Ozveren, 2.2.3, both ways round each ring",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets,
    .step = scan_step,
};
