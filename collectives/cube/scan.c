/* Prefix sums by exchanges. After the slides "Prefix-Sum on a Hypercube" to Grama et al., section
 * 4.3, and the pattern page "Prefix sum". They keep the order, for operators that do not commute.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     scan-exchange, exscan-exchange      (t_s + t_w m) n, and at most 2 n combinations
 */
#include "collectives/cube/scan.h"

/* ---- "scan-exchange", "exscan-exchange": neighbours exchange totals, dimension 0 first ----
 *
 * After the exchange on dimension d the total of a node is that of all nodes that differ from it
 * only in dimensions 0 .. d. The upper of two neighbours puts what comes in front of its result and
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

static inline struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

/* A step of both schedules. */
static inline void add_step(const struct shape *shape, uint32_t node, uint32_t number,
                            bool inclusive, struct step *step) {
    uint32_t n = shape->dimension;
    if (number > n)
        return;
    if (number > 1 && ((node >> (number - 2)) & 1)) {
        bool begun = scan_has_begun(node, number - 2, inclusive);
        step_move(step, whole(SCAN_ARRIVED), whole(SCAN_TOTAL), MOVE_LEFT);
        step_move(step, whole(SCAN_ARRIVED), whole(SCAN_RESULT), begun ? MOVE_LEFT : MOVE_COPY);
    }
    uint32_t port = number - 1;
    bool upper = (node >> port) & 1;
    bool begun = scan_has_begun(node, port, inclusive);
    step_send(step, port, single_block(SCAN_TOTAL, 0));
    if (upper && number == n && begun)
        step_combine(step, port, single_block(SCAN_RESULT, 0), true);
    else if (upper && number == n)
        step_receive(step, port, single_block(SCAN_RESULT, 0));
    else if (upper || number == n)
        step_receive(step, port, single_block(SCAN_ARRIVED, 0));
    else
        step_combine(step, port, single_block(SCAN_TOTAL, 0), false);
}

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    add_step(shape, node, number, true, step);
}

static void exscan_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    add_step(shape, node, number, false, step);
}

const struct algorithm scan_exchange = {
    .name = "scan-exchange",
    .operation = &scan_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .ordered = true,
    .source = "Grama et al., 4.3, prefix sums",
    .areas = SCAN_AREAS,
    .accumulators = 1u << SCAN_RESULT | 1u << SCAN_TOTAL,
    .step = scan_step,
};

const struct algorithm exscan_exchange = {
    .name = "exscan-exchange",
    .operation = &exscan_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .ordered = true,
    .source = "Grama et al., 4.3, prefix sums",
    .areas = SCAN_AREAS,
    .accumulators = 1u << SCAN_TOTAL,
    .step = exscan_step,
};
