/* All-reduce and prefix sums on a linear array. After the slides "All-Reduce" and "Prefix-Sum" to
 * Grama et al., section 4.3, whose schedules for a ring also work without the link that joins its
 * ends: sums go from end to end, and each node adds its own.
 *
 * Cost (cost.h) for p nodes, with m the bytes:
 *     each     (t_s + t_w m + t_h) (p - 1)
 * Without relays nothing is faster on an array, because its ends are p - 1 links apart.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/schedule/mesh.h"

static struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

FORMULA(uint32_t, end_to_end, mesh_nodes(shape) - 1)

/* ---- "array-scan": the sum goes up, and each node keeps what it passes on ----
 *
 * Example, 4 nodes with a, b, c, d:
 *     step 1   0 -> 1: a
 *     step 2   1 -> 2: ab
 *     step 3   2 -> 3: abc
 */
FORMULA(uint64_t, scan_packets, end_to_end(shape))

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    if (number > end_to_end(shape))
        return;
    uint32_t position = mesh_rank(shape, node);
    struct run sum = single_block(AREA_OUTPUT, 0);
    if (number == position)
        step_combine(step, mesh_port_before(shape, 0, position), sum, true);
    else if (number == position + 1)
        step_send(step, mesh_port_next(shape, 0, position), sum);
}

const struct algorithm array_scan = {
    .name = "array-scan",
    .operation = &mesh_scan_operation,
    .ports = PORTS_ONE,
    .ordered = true,
    .varies = VARIES_SIDES,
    .on_array = true,
    .source = "Grama et al., 4.3, prefix sums on a linear array",
    .accumulators = 1u << AREA_OUTPUT,
    .steps = end_to_end,
    .packets = scan_packets,
    .step = scan_step,
};

/* ---- "array-allreduce": one sum goes up, another one down ----
 *
 * The sum of all positions below a node comes to it from below, and the sum of all positions above
 * it from above. It sends each of them on, with its own block added, in the next step. A node of
 * the lower half gets the sum from below first, and a node of the upper half the sum from above. No
 * node gets both in one step, because the number of nodes is even. So one port is enough. The order
 * is kept.
 *
 * Example, 4 nodes with a, b, c, d:
 *     step 1   0 -> 1: a      3 -> 2: d
 *     step 2   1 -> 2: ab     2 -> 1: cd
 *     step 3   2 -> 3: abc    1 -> 0: bcd
 */
enum {
    RESULT = AREA_OUTPUT, /* what is sent on second, and then the result */
    SENT_FIRST,
    BELOW, /* the sum that comes from below */
    ABOVE,
    ALLREDUCE_AREAS,
};

/* Two packets on each link, one each way. */
FORMULA(uint64_t, allreduce_packets, 2 * (uint64_t)end_to_end(shape))

static void allreduce_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    uint32_t last = end_to_end(shape);
    uint32_t position = mesh_rank(shape, node);
    bool lower = position < mesh_nodes(shape) / 2;
    bool is_first = position == 0, is_last = position == last;
    /* The steps in which its sum goes up and down, if it does: one step after what is in it came.
     */
    uint32_t up = position + 1;
    uint32_t down = last + 1 - position;
    uint32_t goes_up = lower ? SENT_FIRST : RESULT;
    uint32_t goes_down = lower ? RESULT : SENT_FIRST;

    if (number == up && !is_first)
        step_move(step, whole(BELOW), whole(goes_up), MOVE_LEFT);
    if (number == down && !is_last)
        step_move(step, whole(ABOVE), whole(goes_down), MOVE_RIGHT);
    /* What was sent second lacks what came first, which is added here. */
    if (lower && number == down + 1 && !is_first)
        step_move(step, whole(BELOW), whole(RESULT), MOVE_LEFT);
    if (!lower && number == up + 1 && !is_last)
        step_move(step, whole(ABOVE), whole(RESULT), MOVE_RIGHT);
    if (number > last)
        return;

    if (number == up && !is_last)
        step_send(step, mesh_port_next(shape, 0, position), single_block(goes_up, 0));
    if (number == down && !is_first)
        step_send(step, mesh_port_before(shape, 0, position), single_block(goes_down, 0));
    if (number + 1 == up && !is_first)
        step_receive(step, mesh_port_before(shape, 0, position), single_block(BELOW, 0));
    if (number + 1 == down && !is_last)
        step_receive(step, mesh_port_next(shape, 0, position), single_block(ABOVE, 0));
}

const struct algorithm array_allreduce = {
    .name = "array-allreduce",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .ordered = true,
    .varies = VARIES_SIDES,
    .on_array = true,
    .source = "Grama et al., 4.3, all-reduce on a linear array",
    .areas = ALLREDUCE_AREAS,
    .accumulators = 1u << RESULT | 1u << SENT_FIRST,
    .steps = end_to_end,
    .packets = allreduce_packets,
    .step = allreduce_step,
};
