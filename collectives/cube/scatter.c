/* Scatter by the duals of gathers. After the slides "Gather and Scatter" to Grama, Gupta, Karypis
 * and Kumar, Introduction to Parallel Computing, section 4.4, and Ozveren, section 2.2.4.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     scatter-binomial        t_s n + t_w m (N - 1)
 *     scatter-all-port        (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/shared.h"

/* ---- "scatter-binomial": "gather-binomial" backwards ----
 *
 * In each step every node that has blocks sends half of them.
 *
 * Example, n = 3, root 0:
 *     step 1 (port 2)   0 -> 4: 4, 5, 6, 7
 *     step 2 (port 1)   0 -> 2: 2, 3      4 -> 6: 6, 7
 *     step 3 (port 0)   0 -> 1   2 -> 3   4 -> 5   6 -> 7     a block each
 */
const struct algorithm scatter_binomial = {
    .name = "scatter-binomial",
    .operation = &scatter_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.4, scatter",
    .areas = GATHER_AREAS,
    .dual_of = &gather_binomial,
};

/* ---- "scatter-all-port": "gather-all-port" backwards ----
 *
 * Example, n = 3, root 0. After a colon is the node whose block it is, if not the receiver's:
 *     step 1   0 -> 1: 7
 *     step 2   0 -> 1: 3   0 -> 2: 6   0 -> 4: 5   1 -> 3: 7
 *     step 3   0 -> 1      0 -> 2      0 -> 4      1 -> 3   4 -> 5   2 -> 6   3 -> 7
 */
const struct algorithm scatter_all_port = {
    .name = "scatter-all-port",
    .operation = &scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Ozveren, 2.2.4, dual of gather",
    .areas = GATHER_AREAS,
    .dual_of = &gather_all_port,
};
