/* Scatter: the dual of gather, and the calls. After the slides "Gather and Scatter" to Grama,
 * Gupta, Karypis and Kumar, Introduction to Parallel Computing, section 4.4, and Ozveren,
 * section 2.2.4.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     scatter-binomial        t_s n + t_w m (N - 1)
 *     scatter-all-port        (t_s + t_w m) ceil((N - 1) / n)
 */
#include "collectives/cube/scatter.h"
#include "collectives/schedule/cost.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/cube/gather.h"
#include "collectives/run/plan_cache.h"
#include "collectives/schedule/dual.h"
#include "net/node.h"

static struct content scatter_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                            uint32_t block) {
    (void)area;
    (void)block;
    return content_of(shape->root, node);
}

const struct operation scatter_operation = {
    .tag = OPERATION_SCATTER,
    .outputs = 1,
    .postcondition = scatter_postcondition,
};

/* What gather takes from the input goes to the output here, and the other way round. */
static uint32_t other_area(uint32_t area) {
    return area == AREA_INPUT ? AREA_OUTPUT : area == AREA_OUTPUT ? AREA_INPUT : area;
}

static struct run scatter_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = (uint16_t)other_area(run.area);
    return run;
}

/* ---- "scatter-binomial": "gather-binomial" backwards: in each step half of what a node has ----
 *
 * Example, n = 3, root 0:
 *     step 1 (port 2)   0 -> 4: 4, 5, 6, 7
 *     step 2 (port 1)   0 -> 2: 2, 3      4 -> 6: 6, 7
 *     step 3 (port 0)   0 -> 1   2 -> 3   4 -> 5   6 -> 7     a block each
 */
static uint32_t binomial_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return gather_binomial.blocks(shape, node, other_area(area));
}

static uint32_t binomial_steps(const struct shape *shape) {
    return gather_binomial.steps(shape);
}

static uint64_t binomial_packets(const struct shape *shape) {
    return gather_binomial.packets(shape);
}

static uint64_t scatter_link_words(const struct shape *shape) {
    return gather_binomial.link_words(shape);
}

static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    dual_step(&gather_binomial, scatter_place, shape, node, number, step);
}

const struct algorithm scatter_binomial = {
    .name = "scatter-binomial",
    .operation = &scatter_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.4, scatter",
    .areas = GATHER_AREAS,
    .blocks = binomial_blocks,
    .steps = binomial_steps,
    .packets = binomial_packets,
    .link_words = scatter_link_words,
    .bound = binomial_steps, /* one port: the nodes that have a part at most double in a step */
    .cost = cost_doubling,
    .step = binomial_step,
};

/* ---- "scatter-all-port": "gather-all-port" backwards ----
 *
 * Example, n = 3, root 0, with the node whose block it is where it is not the receiver's own:
 *     step 1   0 -> 1: 7
 *     step 2   0 -> 1: 3   0 -> 2: 6   0 -> 4: 5   1 -> 3: 7
 *     step 3   0 -> 1      0 -> 2      0 -> 4      1 -> 3   4 -> 5   2 -> 6   3 -> 7
 */
static uint32_t all_port_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return gather_all_port.blocks(shape, node, other_area(area));
}

static uint32_t all_port_steps(const struct shape *shape) {
    return gather_all_port.steps(shape);
}

static size_t all_port_bytes(const struct shape *shape) {
    return gather_all_port.table_bytes(shape);
}

static void all_port_table(const struct shape *shape, void *table) {
    gather_all_port.make_table(shape, table);
}

static struct cost all_port_cost(const struct shape *shape) {
    return gather_all_port.cost(shape);
}

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    dual_step(&gather_all_port, scatter_place, shape, node, number, step);
}

const struct algorithm scatter_all_port = {
    .name = "scatter-all-port",
    .operation = &scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT,
    .source = "Ozveren, 2.2.4, dual of gather",
    .areas = GATHER_AREAS,
    .blocks = all_port_blocks,
    .steps = all_port_steps,
    .packets = scatter_link_words,
    .link_words = scatter_link_words,
    .bound = all_port_steps, /* the root sends at most n blocks a step */
    .cost = all_port_cost,
    .table_bytes = all_port_bytes,
    .make_table = all_port_table,
    .step = all_port_step,
};

/* ---- The calls ---- */

static int scatter(struct call *call, const void *send, void *recv) {
    call->input = send;
    call->output[0] = recv;
    return execute(call);
}

int cube_scatter_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    int root) {
    static NODE_LOCAL struct selection selection;
    struct call call;
    int error = call_begin_blocks(&call, &scatter_operation, &scatter_binomial, choice, &selection,
                                  CALL_SCATTER, bytes, root);
    return unlikely(error != 0) ? error : scatter(&call, send, recv);
}

int cube_scatter(const void *send, void *recv, size_t bytes, int root) {
    struct plan *plan = plan_kept(CALL_SCATTER, bytes, (uint32_t)root);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_scatter_by(NULL, send, recv, bytes, root);
}

int cube_scatterv_by(const struct cube_choice *choice, const void *send, void *recv,
                     const size_t offsets[], int root) {
    struct call call;
    int error = call_begin(&call, &scatter_operation, &scatter_binomial, choice, root);
    if (likely(error == 0))
        error = call_offsets(&call, offsets);
    if (unlikely(error != 0))
        return error;
    call_agree_on(&call, offsets);
    const size_t *const of_area[SCHEDULE_AREAS] = {
        [AREA_INPUT] = offsets,
        [AREA_OUTPUT] = offsets + call.node,
        [GATHER_UNDER_WAY] = offsets + gather_first(call.algorithm, &call.shape, call.node),
    };
    call.layout.offsets = of_area;
    return scatter(&call, send, recv);
}

int cube_scatterv(const void *send, void *recv, const size_t offsets[], int root) {
    return cube_scatterv_by(NULL, send, recv, offsets, root);
}
