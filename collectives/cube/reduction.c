/* Reduction of a message as one packet, by the duals of broadcasts. After the slides "All-to-One
 * Reduction" to Grama et al., section 4.1.
 *
 * Cost (cost.h), with m the bytes, N = 2^n:
 *     reduce-one-by-one       (t_s + t_w m) (N - 1), and N - 1 combinations
 *     reduce-binomial         (t_s + t_w m) n, and n combinations
 */
#include "collectives/cube/shared.h"

/* ---- "reduce-one-by-one": "bcast-one-by-one" backwards ----
 *
 * Example, n = 2, root 0, contents a, b, c, d:
 *     step 1   3 -> 1 -> 0     0 has a d
 *     step 2   2 -> 0          0 has a c d
 *     step 3   1 -> 0          0 has a b c d
 * Node 1 does not touch what it passes on.
 */

/* The bound with all ports: all nodes may send at once. */
static struct chain_cost one_by_one_cost_all_ports(const struct shape *shape) {
    uint64_t any = shape->dimension > 0;
    return chain_of(any, any, shape->dimension);
}

/* Half of the packets come to the root over one link, one after the other. */
static struct chain_cost one_by_one_busiest(const struct shape *shape) {
    uint64_t any = shape->dimension > 0;
    return chain_of(any, shape_nodes(shape) / 2, any);
}

const struct algorithm reduction_one_by_one = {
    REDUCTION_OF(broadcast_one_by_one),
    .name = "reduce-one-by-one",
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, naive reduction",
    .cost = cost_one_by_one,
    .cost_all_ports = one_by_one_cost_all_ports,
    .busiest = one_by_one_busiest,
};

/* ---- "reduce-binomial": "bcast-binomial" backwards ----
 *
 * After the step on dimension d (0, ..., n - 1) a node that goes on has collected from those nodes
 * that differ from it only in dimensions 0 .. d. These have consecutive numbers, whatever the root
 * is, so the order is kept.
 *
 * Example, n = 3, root 0; what the nodes that go on have after each step:
 *     step 1 (port 0)   1 -> 0   3 -> 2   5 -> 4   7 -> 6     01, 23, 45, 67
 *     step 2 (port 1)   2 -> 0   6 -> 4                       0123, 4567
 *     step 3 (port 2)   4 -> 0                                01234567
 */
const struct algorithm reduction_binomial = {
    REDUCTION_OF(broadcast_binomial),
    .name = "reduce-binomial",
    .ports = PORTS_SIMD,
    .ordered = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, all-to-one reduction",
};
