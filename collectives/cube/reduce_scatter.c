/* Reduce-scatter: the duals of all-gather, one that keeps the order, and the call. After the slides
 * "All-to-All Reduction" to Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing,
 * section 4.2, and Ozveren, section 2.2.3 ("multinode accumulation").
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block: that of the
 * all-gather, and N - 1 combinations of a block; with all ports,
 *     reduce-scatter-all-port (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/reduce_scatter.h"
#include "collectives/schedule/cost.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/cube/allgather.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/dual.h"
#include "net/node.h"

enum {
    PARTIAL = REDUCE_SCATTER_PARTIAL,
    /* "reduce-scatter-ordered" */
    PACKED,  /* the half that goes to the neighbour */
    ARRIVED, /* the half that came */
    ORDERED_AREAS,
};

static struct content reduce_scatter_postcondition(const struct shape *shape, uint32_t node,
                                                   uint32_t area, uint32_t block) {
    (void)area;
    (void)block;
    return (struct content){0, shape_nodes(shape) - 1, node};
}

const struct operation reduce_scatter_operation = {
    .tag = OPERATION_REDUCE_SCATTER,
    .outputs = 1,
    .combines = true,
    .postcondition = reduce_scatter_postcondition,
};

static uint32_t partial_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == AREA_OUTPUT ? 1 : shape_nodes(shape);
}

struct run reduce_scatter_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = run.area == AREA_OUTPUT ? PARTIAL : AREA_OUTPUT;
    return run;
}

/* The functions of the schedule that is an all-gather backwards. */
#define DUAL_FUNCTIONS(name)                                                                       \
    static uint32_t name##_steps(const struct shape *shape) {                                      \
        return allgather_##name.steps(shape);                                                      \
    }                                                                                              \
    static void name##_step(const struct shape *shape, uint32_t node, uint32_t number,             \
                            struct step *step) {                                                   \
        dual_combining_step(&allgather_##name, reduce_scatter_place, shape, node, number, step);   \
    }
#define DUAL_TABLE(name)                                                                           \
    static size_t name##_bytes(const struct shape *shape) {                                        \
        return allgather_##name.table_bytes(shape);                                                \
    }                                                                                              \
    static void name##_table(const struct shape *shape, void *table) {                             \
        allgather_##name.make_table(shape, table);                                                 \
    }

/* ---- "reduce-scatter-reductions": the nodes collect one after another ----
 *
 * "allgather-broadcasts" backwards: N times "reduce-binomial", to nodes N - 1, ..., 0.
 *
 * Example, n = 3, the reduction to node 5, steps 7 to 9:
 *     step 7 (port 0)   4 -> 5   6 -> 7   0 -> 1   2 -> 3
 *     step 8 (port 1)   7 -> 5   3 -> 1
 *     step 9 (port 2)   1 -> 5
 */
DUAL_FUNCTIONS(broadcasts)

const struct algorithm reduce_scatter_reductions = {
    .name = "reduce-scatter-reductions",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.2, one reduction a node",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = broadcasts_steps,
    .packets = allgather_link_words,
    .link_words = allgather_link_words,
    .bound = allgather_others,
    .cost = cost_trees,
    .cost_all_ports = cost_trees_all_ports,
    .step = broadcasts_step,
};

/* ---- "reduce-scatter-exchange": neighbours exchange what is for the other's half ----
 *
 * "allgather-exchange" backwards: dimensions n - 1, ..., 0. A node sends the half of what it still
 * collects that is for nodes on the other side, and keeps the other half: consecutive blocks. But
 * what is combined in a block is not of consecutive nodes.
 *
 * Example, n = 3, node 5:
 *     step 1 (port 2)   sends 0 to 3    receives 4 to 7
 *     step 2 (port 1)   sends 6, 7      receives 4, 5
 *     step 3 (port 0)   sends 4         receives 5
 */
DUAL_FUNCTIONS(exchange)

static uint64_t exchange_packets(const struct shape *shape) {
    return allgather_exchange.packets(shape);
}

const struct algorithm reduce_scatter_exchange = {
    .name = "reduce-scatter-exchange",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.2.3, all-to-all reduction",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = exchange_steps,
    .packets = exchange_packets,
    .link_words = allgather_link_words,
    .bound = exchange_steps, /* one port: the nodes collected from at most double in a step */
    .cost = cost_doubling,
    .step = exchange_step,
};

/* ---- "reduce-scatter-ring": "allgather-ring" backwards ----
 *
 * In step s logical node i sends what it has for logical node i + s to i - 1.
 *
 * Example, n = 3, physical nodes in the order of the ring and for whom each sends:
 *     node     0   1   3   2   6   7   5   4
 *     step 1   1   3   2   6   7   5   4   0
 *     step 7   4   0   1   3   2   6   7   5
 */
DUAL_FUNCTIONS(ring)

const struct algorithm reduce_scatter_ring = {
    .name = "reduce-scatter-ring",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Ozveren, 2.2.3, type 1, dual",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = ring_steps,
    .packets = allgather_link_words,
    .link_words = allgather_link_words,
    .bound = allgather_others, /* one port: a node has N - 1 blocks to send, one a step */
    .step = ring_step,
};

/* ---- "reduce-scatter-binomial", "-classes", "-all-port": translated trees backwards ----
 *
 * Each tree's arc x -> y takes what node a ^ y has collected for node a to a ^ x.
 *
 * Example, "reduce-scatter-all-port", n = 3, what is for node 0 (for node a: XOR a):
 *     step 1   7 -> 6
 *     step 2   3 -> 2   6 -> 4   5 -> 1
 *     step 3   1 -> 0   2 -> 0   4 -> 0
 */
DUAL_FUNCTIONS(binomial)
DUAL_TABLE(binomial)
DUAL_FUNCTIONS(classes)
DUAL_TABLE(classes)
DUAL_FUNCTIONS(all_port)
DUAL_TABLE(all_port)

const struct algorithm reduce_scatter_binomial = {
    .name = "reduce-scatter-binomial",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Ozveren, 2.3, dual, of the binomial tree",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = binomial_steps,
    .packets = allgather_link_words,
    .link_words = allgather_link_words,
    .bound = allgather_others,
    .table_bytes = binomial_bytes,
    .make_table = binomial_table,
    .step = binomial_step,
};

const struct algorithm reduce_scatter_classes = {
    .name = "reduce-scatter-classes",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_ALL,
    .source = "Ozveren, appendix B, dual",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = classes_steps,
    .packets = allgather_link_words,
    .link_words = allgather_link_words,
    .bound = all_port_steps,
    .table_bytes = classes_bytes,
    .make_table = classes_table,
    .step = classes_step,
};

const struct algorithm reduce_scatter_all_port = {
    .name = "reduce-scatter-all-port",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.3, dual, without gaps",
    .areas = REDUCE_SCATTER_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = partial_blocks,
    .steps = all_port_steps,
    .packets = allgather_link_words,
    .link_words = allgather_link_words,
    .bound = all_port_steps, /* all ports: n blocks a step at the most, and N - 1 to send */
    .table_bytes = all_port_bytes,
    .make_table = all_port_table,
    .step = all_port_step,
};

/* ---- "reduce-scatter-ordered": the exchanges on dimensions 0, ..., n - 1 ----
 *
 * After the exchange on dimension d a node has collected from all that differ from it in dimensions
 * 0 .. d alone: nodes with consecutive numbers, and what comes from the lower of two neighbours is
 * the left operand. Its blocks are those of the nodes that have its dimensions 0 .. d. They are not
 * consecutive: those for the neighbour are packed before, and what came is taken apart after.
 *
 * Example, n = 3, node 5:
 *     step 1 (port 0)   sends 0, 2, 4, 6   receives 1, 3, 5, 7
 *     step 2 (port 1)   sends 3, 7         receives 1, 5
 *     step 3 (port 2)   sends 1            receives 5
 */
static uint32_t ordered_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (area == PACKED || area == ARRIVED)
        return shape_nodes(shape) / 2;
    return partial_blocks(shape, node, area);
}

/* Those blocks of PARTIAL that have the lowest `fixed` bits of `node`. */
static struct block_set alike(const struct shape *shape, uint32_t node, uint32_t fixed) {
    uint32_t low = (1u << fixed) - 1;
    return (struct block_set){PARTIAL, node & low, (shape_nodes(shape) - 1) & ~low};
}

static void ordered_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    uint32_t n = shape->dimension;
    step_clear(step);
    if (number > 1) {
        struct block_set arrived = {ARRIVED, 0, (1u << (n - number + 1)) - 1};
        bool from_lower = (node >> (number - 2)) & 1;
        step_move(step, arrived, alike(shape, node, number - 1),
                  from_lower ? MOVE_LEFT : MOVE_RIGHT);
    }
    if (number > n) {
        struct block_set output = {AREA_OUTPUT, 0, 0};
        step_move(step, alike(shape, node, n), output, MOVE_COPY);
        return;
    }
    uint32_t port = number - 1;
    uint32_t half = 1u << (n - number);
    struct block_set packed = {PACKED, 0, half - 1};
    step_move(step, alike(shape, node ^ 1u << port, number), packed, MOVE_COPY);
    step_send(step, port, (struct run){PACKED, (uint16_t)half, 0, 0});
    step_receive(step, port, (struct run){ARRIVED, (uint16_t)half, 0, 0});
}

const struct algorithm reduce_scatter_ordered = {
    .name = "reduce-scatter-ordered",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.2.3, dimensions ascending",
    .areas = ORDERED_AREAS,
    .accumulators = 1u << PARTIAL,
    .blocks = ordered_blocks,
    .steps = exchange_steps,
    .packets = exchange_packets,
    .link_words = allgather_link_words,
    .bound = exchange_steps,
    .cost = cost_doubling,
    .step = ordered_step,
};

/* ---- The call ---- */

int cube_reduce_scatter_by(const struct cube_choice *choice, const void *send, void *recv,
                           size_t count, const struct cube_type *type, const struct cube_op *op) {
    static NODE_LOCAL struct selection selection[2]; /* the second: keeping the order */
    struct call call;
    bool keep_order = op != NULL && !op->commutative;
    int error = call_begin(&call, &reduce_scatter_operation, &reduce_scatter_exchange, choice, 0);
    if (unlikely(error != 0))
        return error;
    call_keep_order(&call, choice, op, &reduce_scatter_ordered);
    call_select(&call, choice, &selection[keep_order], blocks_of(message_of(count, type).bytes),
                keep_order, 0);
    error = call_divide(&call, count, type, op, 1);
    if (likely(error == 0))
        error = call_blocks(&call, call.layout.bytes);
    if (unlikely(error != 0))
        return error;
    call_known(&call, choice, CALL_REDUCE_SCATTER, count, 0);
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

int cube_reduce_scatter(const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    struct plan *plan = plan_kept_typed(CALL_REDUCE_SCATTER, count, 0, type, op);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_reduce_scatter_by(NULL, send, recv, count, type, op);
}
