/* Broadcast as a scatter of N = 2^n parts, by halving, and an all-gather, by doubling; and the
 * reduction, which is that backwards, as a reduce-scatter and a gather. After Grama et al., section
 * 4.7.1, "Improving the performance of some communication operations".
 *
 * Cost (cost.h), with m the bytes:
 *     bcast-scatter-allgather, reduce-scatter-gather     2 n t_s + 2 t_w m (N - 1) / N
 * and a reduction combines m (N - 1) / N bytes.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

/* ---- "bcast-scatter-allgather" ----
 *
 * Let z = node XOR root; part z is for node z. In the scatter, on dimensions n - 1, ..., 0, a node
 * that has the parts of a subcube sends those of its upper half to the node there. In the
 * all-gather, on dimensions 0, ..., n - 1, neighbours exchange the parts of their subcubes. But the
 * root has all parts and receives none.
 *
 * Example, n = 2, root 0, parts a, b, c, d:
 *     step 1 (port 1)   0 -cd-> 2
 *     step 2 (port 0)   0 -b-> 1    2 -d-> 3
 *     step 3 (port 0)   0 -a-> 1    2 -c-> 3    3 -d-> 2
 *     step 4 (port 1)   0 -ab-> 2   1 -ab-> 3   3 -cd-> 1
 */
FORMULA(uint32_t, steps, 2 * shape->dimension)

/* The scatter has N - 1 packets. The all-gather has one on every link except those to the root. */
static uint64_t packets(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return nodes - 1 + shape->dimension * (nodes - 1);
}

/* Every step of the scatter sends N / 2 parts, because twice the nodes send half the parts each.
 * In the all-gather every node but the root receives N - 1 parts. */
static uint64_t link_words(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return shape->dimension * (nodes / 2) + (nodes - 1) * (nodes - 1);
}

/* A packet has at most half of the blocks. So some block leaves the root in step 2 or later, and
 * from then on the nodes that have it at most double in a step. */
FORMULA(uint32_t, bound, shape->dimension == 0 ? 0 : shape->dimension + 1)

/* Returns the parts of the subcube of z whose dimensions are 0 .. port - 1. */
static struct run parts(const struct shape *shape, uint32_t node, uint32_t z, uint32_t port) {
    uint32_t count = 1u << port;
    return consecutive_blocks(broadcast_area(shape, node), z & -count, count);
}

static void scatter_step(const struct shape *shape, uint32_t node, uint32_t port,
                         struct step *step) {
    uint32_t z = node ^ shape->root;
    uint32_t bit = 1u << port;
    if ((z & (bit - 1)) != 0)
        return;
    struct run run = parts(shape, node, z | bit, port);
    if (z & bit)
        step_receive(step, port, run);
    else
        step_send(step, port, run);
}

static void gather_step(const struct shape *shape, uint32_t node, uint32_t port,
                        struct step *step) {
    uint32_t z = node ^ shape->root;
    uint32_t bit = 1u << port;
    if (z != bit)
        step_send(step, port, parts(shape, node, z, port));
    if (z != 0)
        step_receive(step, port, parts(shape, node, z ^ bit, port));
}

static void scattered_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    uint32_t n = shape->dimension;
    if (number <= n)
        scatter_step(shape, node, n - number, step);
    else if (number <= 2 * n)
        gather_step(shape, node, number - n - 1, step);
}

const struct algorithm broadcast_scattered = {
    .name = "bcast-scatter-allgather",
    .operation = &broadcast_operation,
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.7.1",
    .parts = parts_per_node,
    .steps = steps,
    .packets = packets,
    .link_words = link_words,
    .bound = bound,
    .cost = cost_scattered,
    .longer = longer_scattered,
    .step = scattered_step,
};

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
static void reduction_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    dual_step(&reduction_scattered, shape, node, number, step);
    if (number > shape->dimension && node != shape->root)
        step->combines = step->left = 0;
}

const struct algorithm reduction_scattered = {
    REDUCTION_OF(broadcast_scattered),
    .name = "reduce-scatter-gather",
    .ports = PORTS_SIMD,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.7.1",
    .step = reduction_step,
};
