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
 * The order is kept. Totals from the positions before, down to position 0, are put to the left of
 * the node's own, one after the other. Totals from the positions after, up to the last position,
 * are put to its right. What comes past an end of the axis has a sum of its own. In the lower half
 * of the positions it comes from before and belongs to the highest positions: each total is put to
 * the left of that sum, and at last the sum to the right of everything. In the upper half it comes
 * from after and belongs to the lowest positions: each total is put to the right of that sum, and
 * at last the sum to the left of everything.
 *
 * Example, a ring of 8, position 5, contents a .. h:
 *     step                1       2       3        4          afterwards
 *     from before         e       d       c        b
 *     from after          g       h       a
 *     total       f       efg     defgh   cdefgh   bcdefgh    abcdefgh
 *     prefix      f       ef      def     cdef     bcdef      abcdef
 *     past the end                        a
 */
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

static struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

static uint32_t arrived_in(uint32_t step, bool forwards) {
    if (forwards)
        return step % 2 == 1 ? FORWARDS_IN_ODD : FORWARDS_IN_EVEN;
    return step % 2 == 1 ? BACK_IN_ODD : BACK_IN_EVEN;
}

/* How many steps of an axis packets go in a direction. */
static uint32_t steps_in(uint32_t side, bool forwards) {
    return forwards ? side / 2 : side - 1 - side / 2;
}

/* Puts the sum at `from` to the left of the total, if the positions in it are lower ones, else to
 * its right. In a scan, a sum of lower positions is also put to the left of the result. `total` is
 * the area of the total, which is the result itself in an all-reduce. In a scan nobody needs the
 * total of the last axis that has links. The total is combined before the result: it begins as a
 * copy of the input, and the result may be written over the caller's input. */
static void put(const struct shape *shape, uint32_t axis, struct block_set from, bool lower,
                uint32_t total, struct step *step) {
    if (total == RESULT || mesh_has_links_before(shape, axis))
        step_move(step, from, whole(total), lower ? MOVE_LEFT : MOVE_RIGHT);
    if (total != RESULT && lower)
        step_move(step, from, whole(RESULT), MOVE_LEFT);
}

/* Combines what came in step `phase.step` of an axis from one side. */
static void combine_arrived(const struct shape *shape, uint32_t node, struct mesh_phase phase,
                            bool forwards, uint32_t total, struct step *step) {
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t to_end = forwards ? position : side - 1 - position; /* links to the end of the axis */
    struct block_set arrived = whole(arrived_in(phase.step, forwards));
    if (phase.step > steps_in(side, forwards))
        return;
    if (phase.step <= to_end)
        put(shape, phase.axis, arrived, forwards, total, step);
    else if (phase.step == to_end + 1)
        step_move(step, arrived, whole(PAST_END), MOVE_COPY);
    else
        step_move(step, arrived, whole(PAST_END), forwards ? MOVE_LEFT : MOVE_RIGHT);
}

/* Combines, after the last step of an axis, what came past its end. In the lower half of the
 * positions this came forwards, and belongs to higher positions. */
static void combine_past_end(const struct shape *shape, uint32_t node, uint32_t axis,
                             uint32_t total, struct step *step) {
    uint32_t side = mesh_side(shape, axis);
    uint32_t position = mesh_position(shape, node, axis);
    bool forwards = position < side / 2;
    uint32_t to_end = forwards ? position : side - 1 - position;
    if (steps_in(side, forwards) > to_end)
        put(shape, axis, whole(PAST_END), !forwards, total, step);
}

static void both_ways_step(const struct shape *shape, uint32_t node, uint32_t number,
                           uint32_t total, struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1) {
        struct mesh_phase last = mesh_phase(shape, number - 1, mesh_half, false);
        combine_arrived(shape, node, last, true, total, step);
        combine_arrived(shape, node, last, false, total, step);
        if (last.step == mesh_half(mesh_side(shape, last.axis)))
            combine_past_end(shape, node, last.axis, total, step);
    }
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
