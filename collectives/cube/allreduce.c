/* All-reduce: recursive doubling. After the slides "All-Reduce" to Grama et al., section 4.3.
 *
 * Cost (cost.h), with m the bytes:
 *     allreduce-exchange      (t_s + t_w m) n, and n combinations
 */
#include "collectives/cube/shared.h"

/* ---- "allreduce-exchange": in each step neighbours exchange what they have collected ----
 *
 * After the exchange on dimension d (0, ..., n - 1) a node has collected from all nodes that differ
 * from it only in dimensions 0 .. d. These have consecutive numbers, and the result from the lower
 * of two neighbours is the left operand, so the order is kept.
 *
 * Example, n = 3, nodes 0 to 3 (nodes 4 to 7 do the same):
 *     node                  0          1          2          3
 *     step 1 (port 0)       01         01         23         23
 *     step 2 (port 1)       0123       0123       0123       0123
 *     step 3 (port 2)       01234567   ...
 *
 * No fewer steps would do: with one port the nodes collected from at most double in a step.
 */
static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > shape->dimension)
        return;
    uint32_t port = number - 1;
    step_send(step, port, single_block(AREA_OUTPUT, 0));
    step_combine(step, port, single_block(AREA_OUTPUT, 0), (node >> port) & 1);
}

const struct algorithm allreduce_exchange = {
    .name = "allreduce-exchange",
    .operation = &allreduce_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .ordered = true,
    .source = "Grama et al., 4.3, all-reduce",
    .accumulators = 1u << AREA_OUTPUT,
    .step = exchange_step,
};
