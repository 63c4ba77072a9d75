/* All-reduce: recursive doubling, and the call. After the slides "All-Reduce" to Grama et al.,
 * section 4.3.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     allreduce-exchange      (t_s + t_w m) n, and n combinations
 */
#include "collectives/cube/allreduce.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/postcondition.h"
#include "net/node.h"

const struct operation allreduce_operation = {
    .tag = OPERATION_ALLREDUCE,
    .outputs = 1,
    .combines = true,
    .postcondition = postcondition_of_all,
};

/* ---- "allreduce-exchange": in each step neighbours exchange what they have collected ----
 *
 * After the exchange on dimension d (0, ..., n - 1) a node has collected from all that differ from
 * it in dimensions 0 .. d alone: nodes with consecutive numbers. What comes from the lower of two
 * neighbours is the left operand, so the order is kept.
 *
 * Example, n = 3, nodes 0 to 3 (the others alike):
 *     node                  0          1          2          3
 *     step 1 (port 0)       01         01         23         23
 *     step 2 (port 1)       0123       0123       0123       0123
 *     step 3 (port 2)       01234567   ...
 */
static uint32_t exchange_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

static uint32_t exchange_steps(const struct shape *shape) {
    return shape->dimension;
}

static uint64_t exchange_packets(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape);
}

static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
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
    .areas = 2,
    .accumulators = 1u << AREA_OUTPUT,
    .blocks = exchange_blocks,
    .steps = exchange_steps,
    .packets = exchange_packets,
    .link_words = exchange_packets,
    .bound = exchange_steps, /* the nodes collected from at most double in a step */
    .step = exchange_step,
};

/* ---- The call ---- */

int cube_allreduce_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                      const struct cube_type *type, const struct cube_op *op) {
    static NODE_LOCAL struct selection selection[2]; /* the second: keeping the order */
    struct call call;
    bool ordered = op != NULL && !op->commutative;
    int error = call_begin(&call, &allreduce_operation, &allreduce_exchange, choice, 0);
    if (unlikely(error != 0))
        return error;
    call_keep_order(&call, choice, op, &allreduce_exchange);
    call_select(&call, choice, &selection[ordered], message_of(count, type), ordered, 0);
    error = call_divide(&call, count, type, op,
                        call.algorithm->blocks(&call.shape, call.node, AREA_INPUT));
    if (unlikely(error != 0))
        return error;
    call_known(&call, choice, CALL_ALLREDUCE, count, 0);
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

int cube_allreduce(const void *send, void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op) {
    struct plan *plan = plan_kept_typed(CALL_ALLREDUCE, count, 0, type, op);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_allreduce_by(NULL, send, recv, count, type, op);
}
