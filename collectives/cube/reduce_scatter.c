/* Reduce-scatter: the duals of all-gathers. After the slides "All-to-All Reduction" to Grama,
 * Gupta, Karypis and Kumar, Introduction to Parallel Computing, section 4.2, and Ozveren, section
 * 2.2.3 ("multinode accumulation"). The one in reduce_scatter_ordered.c keeps the order.
 *
 * Cost (cost.h), with m the bytes of a block: that of the all-gather, and N - 1 combinations of a
 * block; with all ports,
 *     reduce-scatter-all-port (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/shared.h"

/* ---- "reduce-scatter-reductions": the nodes collect one after another ----
 *
 * This is "allgather-broadcasts" backwards: N times "reduce-binomial", to nodes N - 1, ..., 0.
 *
 * Example, n = 3, the reduction to node 5, steps 7 to 9:
 *     step 7 (port 0)   4 -> 5   6 -> 7   0 -> 1   2 -> 3
 *     step 8 (port 1)   7 -> 5   3 -> 1
 *     step 9 (port 2)   1 -> 5
 */
const struct algorithm reduce_scatter_reductions = {
    REDUCE_SCATTER_OF(allgather_broadcasts),
    .name = "reduce-scatter-reductions",
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.2, one reduction a node",
};

/* ---- "reduce-scatter-exchange": neighbours exchange what is for the other's half ----
 *
 * This is "allgather-exchange" backwards, on dimensions n - 1, ..., 0. A node sends the half of
 * what it still collects that is for nodes on the other side, and keeps the other half. Each half
 * is consecutive blocks. But what is combined in a block does not come from consecutive nodes, so
 * the order is not kept.
 *
 * Example, n = 3, node 5:
 *     step 1 (port 2)   sends 0 to 3    receives 4 to 7
 *     step 2 (port 1)   sends 6, 7      receives 4, 5
 *     step 3 (port 0)   sends 4         receives 5
 */
const struct algorithm reduce_scatter_exchange = {
    REDUCE_SCATTER_OF(allgather_exchange),
    .name = "reduce-scatter-exchange",
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.2.3, all-to-all reduction",
};

/* ---- "reduce-scatter-ring": "allgather-ring" backwards ----
 *
 * In step s logical node i sends what it has collected for logical node i + s to i - 1.
 *
 * Example, n = 3, physical nodes in the order of the ring and for whom each sends:
 *     node     0   1   3   2   6   7   5   4
 *     step 1   1   3   2   6   7   5   4   0
 *     step 7   4   0   1   3   2   6   7   5
 */
const struct algorithm reduce_scatter_ring = {
    REDUCE_SCATTER_OF(allgather_ring),
    .name = "reduce-scatter-ring",
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Ozveren, 2.2.3, type 1, dual",
};

/* ---- "reduce-scatter-binomial", "-classes", "-all-port": translated trees backwards ----
 *
 * The arc x -> y of each tree takes what node a ^ y has collected for node a to node a ^ x.
 *
 * Example, "reduce-scatter-all-port", n = 3, what is for node 0 (for node a: XOR a):
 *     step 1   7 -> 6
 *     step 2   3 -> 2   6 -> 4   5 -> 1
 *     step 3   1 -> 0   2 -> 0   4 -> 0
 */
const struct algorithm reduce_scatter_binomial = {
    REDUCE_SCATTER_OF(allgather_binomial),
    .name = "reduce-scatter-binomial",
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Ozveren, 2.3, dual, of the binomial tree",
};

const struct algorithm reduce_scatter_classes = {
    REDUCE_SCATTER_OF(allgather_classes),
    .name = "reduce-scatter-classes",
    .ports = PORTS_ALL,
    .source = "Ozveren, appendix B, dual",
};

const struct algorithm reduce_scatter_all_port = {
    REDUCE_SCATTER_OF(allgather_all_port),
    .name = "reduce-scatter-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.3, dual, without gaps",
};
