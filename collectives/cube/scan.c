/* Prefix sums by exchanges. After the slides "Prefix-Sum on a Hypercube" to Grama et al., section
 * 4.3, and the pattern page "Prefix sum". They keep the order, for operators that do not commute.
 *
 * Cost (cost.h), with m the bytes:
 *     scan-exchange, exscan-exchange      (t_s + t_w m) n, and at most 2 n combinations
 */
#include "collectives/cube/shared.h"

/* ---- "scan-exchange", "exscan-exchange": neighbours exchange totals, dimension 0 first ----
 *
 * After the exchange on dimension d the total of a node is that of all nodes that differ from it
 * only in dimensions 0 .. d. The upper of two neighbours puts the packet in front of its result and
 * of its total; the lower one appends it to its total. In the last step nobody needs the totals.
 *
 * The dimensions have to ascend. Then the nodes of a total are consecutive, and all nodes of the
 * lower neighbour's total come before all nodes of the upper one's.
 *
 * Example, n = 2, contents a, b, c, d; result and total of each node:
 *     node               0         1         2         3
 *     step 1 (port 0)    a  ab     ab ab     c  cd     cd cd
 *     step 2 (port 1)    a         ab        abc       abcd
 *
 * No fewer steps would do: the nodes that node N - 1 hears of at most double in a step.
 */

/* Whether a node's result has begun before the exchange on dimension d. An exclusive result begins
 * with what arrives on the lowest dimension in which the node is the upper one. */
static bool has_begun(uint32_t node, uint32_t d, bool inclusive) {
    return inclusive || (node & ((1u << d) - 1)) != 0;
}

void scan_cross(const struct shape *shape, uint32_t node, uint32_t d, uint32_t packet,
                bool inclusive, struct step *step) {
    bool upper = (node >> d) & 1;
    bool highest = d + 1 == shape->dimension; /* nobody needs the totals */
    step_send(step, d, single_block(SCAN_TOTAL, packet));
    if (upper && highest && has_begun(node, d, inclusive))
        step_combine(step, d, single_block(SCAN_RESULT, packet), true);
    else if (upper && highest)
        step_receive(step, d, single_block(SCAN_RESULT, packet));
    else if (upper || highest)
        step_receive(step, d, single_block(SCAN_ARRIVED, packet));
    else
        step_combine(step, d, single_block(SCAN_TOTAL, packet), false);
}

void scan_put_arrived(uint32_t node, uint32_t d, uint32_t packet, bool inclusive,
                      struct step *step) {
    struct block_set arrived = {SCAN_ARRIVED, packet, 0};
    step_move(step, arrived, (struct block_set){SCAN_TOTAL, packet, 0}, MOVE_LEFT);
    step_move(step, arrived, (struct block_set){SCAN_RESULT, packet, 0},
              has_begun(node, d, inclusive) ? MOVE_LEFT : MOVE_COPY);
}

/* A step of both schedules. */
static void either_step(const struct shape *shape, uint32_t node, uint32_t number, bool inclusive,
                        struct step *step) {
    uint32_t d = number - 1;
    if (number > shape->dimension)
        return;
    if (d > 0 && ((node >> (d - 1)) & 1))
        scan_put_arrived(node, d - 1, 0, inclusive, step);
    scan_cross(shape, node, d, 0, inclusive, step);
}

VARIANT_STEP(scan_step, either_step, true)
VARIANT_STEP(exscan_step, either_step, false)

/* The members that both have. */
#define EXCHANGE                                                                                   \
    .ports = PORTS_SIMD, .is_default = true, .ordered = true,                                      \
    .source = "Grama et al., 4.3, prefix sums", .areas = SCAN_AREAS

const struct algorithm scan_exchange = {
    EXCHANGE,
    .name = "scan-exchange",
    .operation = &scan_operation,
    .accumulators = 1u << SCAN_RESULT | 1u << SCAN_TOTAL,
    .step = scan_step,
};

const struct algorithm exscan_exchange = {
    EXCHANGE,
    .name = "exscan-exchange",
    .operation = &exscan_operation,
    .accumulators = 1u << SCAN_TOTAL,
    .step = exscan_step,
};
