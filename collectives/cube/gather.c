/* Gather. After the slides "Gather and Scatter" to Grama, Gupta, Karypis and Kumar, Introduction
 * to Parallel Computing, section 4.4, and Ozveren, section 2.2.4.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     gather-binomial         t_s n + t_w m (N - 1)
 *     gather-all-port         (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/shared.h"

#include "collectives/schedule/translation.h"

/* ---- "gather-binomial": in each step half of the nodes that have blocks send all that they have
 * ----
 *
 * The dimensions are 0, 1, ..., n - 1. Let z = node XOR root. A node whose z has t trailing zeros
 * collects the blocks of the 2^t nodes that differ from it only in dimensions below t. These have
 * consecutive numbers. It sends them on dimension t.
 *
 * Example, n = 3, root 0:
 *     step 1 (port 0)   1 -> 0   3 -> 2   5 -> 4   7 -> 6     a block each
 *     step 2 (port 1)   2 -> 0: 2, 3      6 -> 4: 6, 7
 *     step 3 (port 2)   4 -> 0: 4, 5, 6, 7
 *
 * No fewer steps would do: with one port the nodes heard of at most double in a step.
 */

/* Returns on how many dimensions a node receives: t, or n at the root. */
static uint32_t binomial_height(const struct shape *shape, uint32_t node) {
    return node == shape->root ? shape->dimension : lowest_port(node ^ shape->root);
}

static uint32_t binomial_scratch(const struct shape *shape, uint32_t node, UNUSED uint32_t area) {
    uint32_t collected = 1u << binomial_height(shape, node);
    return node == shape->root || collected == 1 ? 0 : collected;
}

/* Returns where `node` has the blocks of the nodes that differ from `from` only in dimensions below
 * t. */
static struct run binomial_run(const struct shape *shape, uint32_t node, uint32_t from,
                               uint32_t t) {
    uint32_t first = from & ~((1u << t) - 1);
    if (node == shape->root)
        return consecutive_blocks(AREA_OUTPUT, first, 1u << t);
    uint32_t height = binomial_height(shape, node);
    if (height == 0)
        return single_block(AREA_INPUT, 0);
    return consecutive_blocks(GATHER_UNDER_WAY, first & ((1u << height) - 1), 1u << t);
}

static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t height = binomial_height(shape, node);
    struct run own = binomial_run(shape, node, node, 0);
    if (number == 1 && own.area != AREA_INPUT)
        step_copy(step, AREA_INPUT, 0, own.area, own.first);
    uint32_t port = number - 1;
    if (number > shape->dimension || port > height)
        return;
    if (port == height)
        step_send(step, port, binomial_run(shape, node, node, port));
    else
        step_receive(step, port, binomial_run(shape, node, node ^ 1u << port, port));
}

const struct algorithm gather_binomial = {
    .name = "gather-binomial",
    .operation = &gather_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.4, gather",
    .areas = GATHER_AREAS,
    .scratch = binomial_scratch,
    .packets = packets_of_others,
    .link_words = packets_of_distances,
    .cost = cost_doubling,
    .step = binomial_step,
};

/* ---- "gather-all-port": what "allgather-all-port" sends towards the root ----
 *
 * The all-gather takes the block of node a to every node, by an arc a ^ x -> a ^ y for each arc x
 * -> y of the tree (translation.h). The gather keeps only the arcs on the tree's path to a ^ root,
 * in the same steps.
 *
 * Example, n = 3, root 0. After a colon is the node whose block it is, if not the sender's:
 *     step 1   1 -> 0      2 -> 0      4 -> 0      3 -> 1   5 -> 4   6 -> 2   7 -> 3
 *     step 2   1 -> 0: 3   2 -> 0: 6   4 -> 0: 5   3 -> 1: 7
 *     step 3   1 -> 0: 7
 *
 * No fewer steps would do: the root receives at most n blocks in a step.
 */
struct gather_table {
    uint16_t tail[SCHEDULE_NODES]; /* for each node, the tail of the tree's arc to it */
    uint16_t head[];               /* the tree, by step and port (translation.h) */
};

FORMULA(size_t, gather_bytes, sizeof(struct gather_table) + dense_tree_bytes(shape))

static void gather_table(const struct shape *shape, void *memory) {
    struct gather_table *table = memory;
    uint32_t n = shape->dimension;
    dense_tree_make(shape, table->head);
    for (uint32_t number = 1; number <= dense_tree_steps(shape); number++)
        for (uint32_t port = 0; port < n; port++) {
            uint32_t head = translation_head(table->head, n, number, port);
            table->tail[head] = (uint16_t)(head ^ 1u << port);
        }
}

BLOCKS_FORMULA(dense_scratch, node == shape->root ? 0 : shape_nodes(shape))

/* Whether the tree's path from 0 to `node` passes `head`. Each arc of the path sets one bit. */
static bool is_on_path(const struct gather_table *table, uint32_t head, uint32_t node) {
    if ((head & ~node) != 0)
        return false;
    while (node > head)
        node = table->tail[node];
    return node == head;
}

static struct run dense_run(const struct shape *shape, uint32_t node, uint32_t origin) {
    return single_block(node == shape->root ? AREA_OUTPUT : GATHER_UNDER_WAY, origin);
}

static void dense_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    const struct gather_table *table = shape->table;
    if (number == 1 && node == shape->root)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, node);
    for (uint32_t port = 0; number <= dense_tree_steps(shape) && port < shape->dimension; port++) {
        uint32_t head = translation_head(table->head, shape->dimension, number, port);
        if (head == 0)
            continue;
        /* This node is the tail of the arc that carries the first of these blocks, and the head of
         * the arc that carries the second. */
        uint32_t leaving = node ^ head ^ 1u << port;
        uint32_t arriving = node ^ head;
        if (is_on_path(table, head, leaving ^ shape->root))
            step_send(step, port,
                      leaving == node ? single_block(AREA_INPUT, 0)
                                      : dense_run(shape, node, leaving));
        if (is_on_path(table, head, arriving ^ shape->root))
            step_receive(step, port, dense_run(shape, node, arriving));
    }
}

/* No block passes more than n links. From n = 5 on there are more than n steps, so the chain with
 * the most packets is not the one with the most hops. */
static struct chain_cost dense_cost(const struct shape *shape) {
    uint64_t n = shape->dimension, steps = dense_tree_steps(shape);
    struct chain_cost cost = chain_of(steps, steps, steps < n ? steps : n);
    cost.exactness = steps > n ? COST_EXACT_BUT_HOPS : COST_EXACT;
    return cost;
}

const struct algorithm gather_all_port = {
    .name = "gather-all-port",
    .operation = &gather_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Ozveren, 2.2.4, gather from a multinode broadcast",
    .areas = GATHER_AREAS,
    .scratch = dense_scratch,
    .steps = dense_tree_steps,
    .packets = packets_of_distances,
    .cost = dense_cost,
    .table_bytes = gather_bytes,
    .make_table = gather_table,
    .step = dense_step,
};
