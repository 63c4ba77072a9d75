/* Reduction as a reduce-scatter of N = 2^n parts, by halving, and a gather, by doubling. After
 * Grama et al., section 4.7.1.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     reduce-scatter-gather       2 n t_s + 2 t_w m (N - 1) / N, and combining m (N - 1) / N bytes
 */
#include "collectives/cube/broadcast.h"
#include "collectives/cube/reduction.h"
#include "collectives/refined/refined.h"

/* ---- "reduce-scatter-gather": "bcast-scatter-allgather" backwards ----
 *
 * In the first n steps neighbours send each other what they have collected of the parts that are
 * for nodes on the other's side, and combine what arrives. The root alone sends nothing. After
 * these steps each part is at its node, but without the root's contribution. In the last n steps
 * the parts are gathered. Only the root combines what arrives in them.
 *
 * Example, n = 2, root 0, parts a, b, c, d:
 *     step 1 (port 1)   2 -ab-> 0   3 -ab-> 1   1 -cd-> 3
 *     step 2 (port 0)   1 -a-> 0    3 -c-> 2    2 -d-> 3      1 has b, 2 has c, 3 has d of 1, 2, 3
 *     step 3 (port 0)   1 -b-> 0    3 -d-> 2                  2 has c, d
 *     step 4 (port 1)   2 -cd-> 0
 */
static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    struct shape parts = *shape;
    parts.packets = shape_nodes(shape);
    return reduction_blocks(&parts, node, area);
}

static void scattered_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    dual_step(&reduction_scattered, shape, node, number, step);
    if (number > shape->dimension && node != shape->root)
        step->combines = step->left = 0;
}

const struct algorithm reduction_scattered = {
    .name = "reduce-scatter-gather",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.7.1",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .dual_of = &broadcast_scattered,
    .dual_run = reduction_run,
    .blocks = blocks,
    .step = scattered_step,
};
