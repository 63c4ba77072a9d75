/* Gather, and the calls. After the slides "Gather and Scatter" to Grama, Gupta, Karypis and Kumar,
 * Introduction to Parallel Computing, section 4.4, and Ozveren, section 2.2.4.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     gather-binomial         t_s n + t_w m (N - 1)
 *     gather-all-port         (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/gather.h"
#include "collectives/schedule/cost.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/postcondition.h"
#include "collectives/schedule/translation.h"
#include "net/node.h"

const struct operation gather_operation = {
    .tag = OPERATION_GATHER,
    .outputs = 1,
    .postcondition = postcondition_of_each,
};

/* The sum of all distances from the root. */
static uint64_t gather_link_words(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape) / 2;
}

/* The first thing in step 1: a node's own block goes to the others of `area`. */
static void gather_own(uint32_t number, uint32_t area, uint32_t block, struct step *step) {
    struct block_set own = {AREA_INPUT, 0, 0};
    struct block_set place = {area, block, 0};
    if (number == 1)
        step_move(step, own, place, MOVE_COPY);
}

/* ---- "gather-binomial": in each step half of those that have blocks send them all ----
 *
 * Dimensions 0, 1, ..., n - 1. With z = node XOR root: a node whose z has t trailing zeros collects
 * the blocks of the 2^t nodes that differ from it in dimensions below t alone, which have
 * consecutive numbers, and sends them on dimension t.
 *
 * Example, n = 3, root 0:
 *     step 1 (port 0)   1 -> 0   3 -> 2   5 -> 4   7 -> 6     a block each
 *     step 2 (port 1)   2 -> 0: 2, 3      6 -> 4: 6, 7
 *     step 3 (port 2)   4 -> 0: 4, 5, 6, 7
 */
static uint32_t binomial_steps(const struct shape *shape) {
    return shape->dimension;
}

/* Every node but the root sends once. */
static uint64_t binomial_packets(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

/* Into how many dimensions a node collects: t, and n at the root. */
static uint32_t binomial_height(const struct shape *shape, uint32_t node) {
    return node == shape->root ? shape->dimension : lowest_port(node ^ shape->root);
}

static uint32_t binomial_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    uint32_t collected = 1u << binomial_height(shape, node);
    if (area == AREA_INPUT)
        return 1;
    if (area == AREA_OUTPUT)
        return node == shape->root ? collected : 0;
    return node == shape->root || collected == 1 ? 0 : collected;
}

/* The blocks of the nodes that differ from `from` in dimensions below t alone, at `node`. */
static struct run binomial_run(const struct shape *shape, uint32_t node, uint32_t from,
                               uint32_t t) {
    uint32_t first = from & ~((1u << t) - 1);
    if (node == shape->root)
        return (struct run){AREA_OUTPUT, (uint16_t)(1u << t), first, 0};
    uint32_t height = binomial_height(shape, node);
    if (height == 0)
        return single_block(AREA_INPUT, 0);
    return (struct run){GATHER_UNDER_WAY, (uint16_t)(1u << t), first & ((1u << height) - 1), 0};
}

static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
    uint32_t height = binomial_height(shape, node);
    struct run own = binomial_run(shape, node, node, 0);
    if (own.area != AREA_INPUT)
        gather_own(number, own.area, own.first, step);
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
    .blocks = binomial_blocks,
    .steps = binomial_steps,
    .packets = binomial_packets,
    .link_words = gather_link_words,
    .bound = binomial_steps, /* one port: the nodes heard of at most double in a step */
    .cost = cost_doubling,
    .step = binomial_step,
};

/* ---- "gather-all-port": what "allgather-all-port" sends towards the root ----
 *
 * All-gather would take the block of node a along the tree's arcs x -> y to every node, as a ^ x ->
 * a ^ y. Only the arcs on the tree's path to a ^ root are left, in the same steps.
 *
 * Example, n = 3, root 0, with the node whose block it is where it is not the sender's own:
 *     step 1   1 -> 0      2 -> 0      4 -> 0      3 -> 1   5 -> 4   6 -> 2   7 -> 3
 *     step 2   1 -> 0: 3   2 -> 0: 6   4 -> 0: 5   3 -> 1: 7
 *     step 3   1 -> 0: 7
 */
struct gather_table {
    uint16_t tail[CUBE_MAX_NODES]; /* of the tree's arc to each node */
    uint16_t head[];               /* the tree: by step and port */
};

static uint32_t dense(const struct shape *shape) {
    return dense_steps(shape->dimension);
}

static size_t dense_bytes(const struct shape *shape) {
    return sizeof(struct gather_table) + translation_bytes(shape->dimension, dense(shape));
}

static void dense_table(const struct shape *shape, void *memory) {
    struct gather_table *table = memory;
    uint32_t n = shape->dimension;
    translation_dense(n, table->head);
    for (uint32_t number = 1; number <= dense(shape); number++)
        for (uint32_t port = 0; port < n; port++) {
            uint32_t head = translation_head(table->head, n, number, port);
            table->tail[head] = (uint16_t)(head ^ 1u << port);
        }
}

static uint32_t dense_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (area == AREA_INPUT)
        return 1;
    return (area == AREA_OUTPUT) == (node == shape->root) ? shape_nodes(shape) : 0;
}

/* Whether the tree's path to `node` passes through `head`: the path sets one bit after another. */
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
    step_clear(step);
    if (node == shape->root)
        gather_own(number, AREA_OUTPUT, node, step);
    for (uint32_t port = 0; number <= dense(shape) && port < shape->dimension; port++) {
        uint32_t head = translation_head(table->head, shape->dimension, number, port);
        if (head == 0)
            continue;
        /* Of whom the block is for which this node is the arc's tail, and for which its head. */
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

/* No block passes more than n links. From dimension 5 on there are more steps, and the chain with
 * most hops is a shorter one. */
static struct cost dense_cost(const struct shape *shape) {
    uint64_t n = shape->dimension, steps = dense(shape);
    struct cost cost = chain_of(steps, steps, steps < n ? steps : n);
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
    .blocks = dense_blocks,
    .steps = dense,
    .packets = gather_link_words,
    .link_words = gather_link_words,
    .bound = dense, /* the root receives at most n blocks a step */
    .cost = dense_cost,
    .table_bytes = dense_bytes,
    .make_table = dense_table,
    .step = dense_step,
};

/* ---- The calls ---- */

uint32_t gather_first(const struct algorithm *algorithm, const struct shape *shape, uint32_t node) {
    return node & ~(algorithm->blocks(shape, node, GATHER_UNDER_WAY) - 1);
}

static int gather(struct call *call, const void *send, void *recv) {
    call->input = send;
    call->output[0] = recv;
    return execute(call);
}

int cube_gather_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                   int root) {
    static NODE_LOCAL struct selection selection;
    struct call call;
    int error = call_begin_blocks(&call, &gather_operation, &gather_binomial, choice, &selection,
                                  CALL_GATHER, bytes, root);
    return unlikely(error != 0) ? error : gather(&call, send, recv);
}

int cube_gather(const void *send, void *recv, size_t bytes, int root) {
    struct plan *plan = plan_kept(CALL_GATHER, bytes, (uint32_t)root);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_gather_by(NULL, send, recv, bytes, root);
}

int cube_gatherv_by(const struct cube_choice *choice, const void *send, void *recv,
                    const size_t offsets[], int root) {
    struct call call;
    int error = call_begin(&call, &gather_operation, &gather_binomial, choice, root);
    if (likely(error == 0))
        error = call_offsets(&call, offsets);
    if (unlikely(error != 0))
        return error;
    call_agree_on(&call, offsets);
    const size_t *const of_area[SCHEDULE_AREAS] = {
        [AREA_INPUT] = offsets + call.node,
        [AREA_OUTPUT] = offsets,
        [GATHER_UNDER_WAY] = offsets + gather_first(call.algorithm, &call.shape, call.node),
    };
    call.layout.offsets = of_area;
    return gather(&call, send, recv);
}

int cube_gatherv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_gatherv_by(NULL, send, recv, offsets, root);
}
