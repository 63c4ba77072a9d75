/* Reduction of a message as one packet, the dual of such broadcasts, and the call. After the slides
 * "All-to-One Reduction" to Grama et al., section 4.1.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes, N = 2^n:
 *     reduce-one-by-one       (t_s + t_w m) (N - 1), and N - 1 combinations
 *     reduce-binomial         (t_s + t_w m) n, and n combinations
 */
#include "collectives/cube/reduction.h"
#include "collectives/schedule/cost.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/cube/broadcast.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/postcondition.h"
#include "net/node.h"

const struct operation reduction_operation = {
    .tag = OPERATION_REDUCTION,
    .outputs = 1,
    .combines = true,
    .postcondition = postcondition_of_all,
};

/* Where a node collects: the root in the output, the others in scratch. */
static uint32_t collecting_area(const struct shape *shape, uint32_t node) {
    return node == shape->root ? AREA_OUTPUT : REDUCTION_PARTIAL;
}

uint32_t reduction_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return area == AREA_INPUT || area == collecting_area(shape, node) ? shape->packets : 0;
}

struct run reduction_place(const struct shape *shape, uint32_t node, struct run run) {
    run.area = (uint16_t)collecting_area(shape, node);
    return run;
}

/* ---- "reduce-one-by-one": "bcast-one-by-one" backwards ----
 *
 * Example, n = 2, root 0, contents a, b, c, d:
 *     step 1   3 -> 1 -> 0     0 has a d
 *     step 2   2 -> 0          0 has a c d
 *     step 3   1 -> 0          0 has a b c d
 * What passes node 1 is not touched by it.
 */
static uint32_t one_by_one_steps(const struct shape *shape) {
    return broadcast_one_by_one.steps(shape);
}

static uint64_t one_by_one_packets(const struct shape *shape) {
    return broadcast_one_by_one.packets(shape);
}

/* What a node has collected from at most doubles in a step. */
static uint32_t bound(const struct shape *shape) {
    return shape->dimension;
}

static void one_by_one_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    dual_combining_step(&broadcast_one_by_one, reduction_place, shape, node, number, step);
}

/* All nodes send at once. */
static struct cost one_by_one_cost_all_ports(const struct shape *shape) {
    uint64_t any = shape->dimension > 0;
    return chain_of(any, any, shape->dimension);
}

/* Half of the packets come over the root's last link, one after the other. */
static struct cost one_by_one_busiest(const struct shape *shape) {
    uint64_t any = shape->dimension > 0;
    return chain_of(any, shape_nodes(shape) / 2, any);
}

const struct algorithm reduction_one_by_one = {
    .name = "reduce-one-by-one",
    .operation = &reduction_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, naive reduction",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .blocks = reduction_blocks,
    .steps = one_by_one_steps,
    .packets = one_by_one_packets,
    .link_words = one_by_one_packets,
    .bound = bound,
    .cost = cost_one_by_one,
    .cost_all_ports = one_by_one_cost_all_ports,
    .busiest = one_by_one_busiest,
    .step = one_by_one_step,
};

/* ---- "reduce-binomial": "bcast-binomial" backwards ----
 *
 * After the step on dimension d (0, ..., n - 1) a node that goes on has collected from those that
 * differ from it in dimensions 0 .. d alone: nodes with consecutive numbers, whatever the root is.
 *
 * Example, n = 3, root 0; what the nodes that go on have then:
 *     step 1 (port 0)   1 -> 0   3 -> 2   5 -> 4   7 -> 6     01, 23, 45, 67
 *     step 2 (port 1)   2 -> 0   6 -> 4                       0123, 4567
 *     step 3 (port 2)   4 -> 0                                01234567
 */
static uint32_t binomial_steps(const struct shape *shape) {
    return broadcast_binomial.steps(shape);
}

static uint64_t binomial_packets(const struct shape *shape) {
    return broadcast_binomial.packets(shape);
}

static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    dual_combining_step(&broadcast_binomial, reduction_place, shape, node, number, step);
}

const struct algorithm reduction_binomial = {
    .name = "reduce-binomial",
    .operation = &reduction_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, all-to-one reduction",
    .areas = REDUCTION_AREAS,
    .accumulators = REDUCTION_ACCUMULATORS,
    .blocks = reduction_blocks,
    .steps = binomial_steps,
    .packets = binomial_packets,
    .link_words = binomial_packets,
    .bound = bound,
    .step = binomial_step,
};

/* ---- The call ---- */

int cube_reduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op, int root) {
    static NODE_LOCAL struct selection selection[2]; /* the second: keeping the order */
    struct call call;
    bool ordered = op != NULL && !op->commutative;
    int error = call_begin(&call, &reduction_operation, &reduction_binomial, choice, root);
    if (unlikely(error != 0))
        return error;
    call_keep_order(&call, choice, op, &reduction_binomial);
    call_select(&call, choice, &selection[ordered], message_of(count, type), ordered, 0);
    error = call_divide(&call, count, type, op,
                        call.algorithm->blocks(&call.shape, call.shape.root, AREA_INPUT));
    if (unlikely(error != 0))
        return error;
    call_known(&call, choice, CALL_REDUCE, count, (uint32_t)root);
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

int cube_reduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                const struct cube_op *op, int root) {
    struct plan *plan = plan_kept_typed(CALL_REDUCE, count, (uint32_t)root, type, op);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_reduce_by(NULL, send, recv, count, type, op, root);
}
