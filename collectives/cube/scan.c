/* Prefix sums by exchanges, and the calls. After the slides "Prefix-Sum on a Hypercube" to Grama et
 * al., section 4.3, and the pattern page "Prefix sum"; in the order that an operator needs which
 * does not commute.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     scan-exchange, exscan-exchange      (t_s + t_w m) n, and at most 2 n combinations
 */
#include "collectives/cube/scan.h"

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/run/plan_cache.h"
#include "net/node.h"

enum {
    RESULT = AREA_OUTPUT,
    TOTAL,   /* of all nodes of the subcube so far */
    ARRIVED, /* the neighbour's total */
    SCAN_AREAS,
};

static struct content scan_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block) {
    (void)shape;
    (void)area;
    return (struct content){0, node, block};
}

const struct operation scan_operation = {
    .tag = OPERATION_SCAN,
    .outputs = 1,
    .combines = true,
    .postcondition = scan_postcondition,
};

static struct content exscan_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                           uint32_t block) {
    (void)shape;
    (void)area;
    return (struct content){0, node - 1, block};
}

const struct operation exscan_operation = {
    .tag = OPERATION_EXSCAN,
    .outputs = 1,
    .combines = true,
    .postcondition = exscan_postcondition,
};

/* ---- "scan-exchange", "exscan-exchange": neighbours exchange totals, dimension 0 first ----
 *
 * After the exchange on dimension d a node's total is that of all nodes that differ from it in
 * dimensions 0 .. d alone. The upper of two neighbours puts what comes in front of its result and
 * of its total; the lower one appends it to its total. In the last step only results count.
 *
 * Ascending dimensions alone are right: the nodes of a total are consecutive, and all of the lower
 * one's come before all of the upper one's.
 *
 * Example, n = 2, contents a, b, c, d; result and total of each node:
 *     node               0         1         2         3
 *     step 1 (port 0)    a  ab     ab ab     c  cd     cd cd
 *     step 2 (port 1)    a         ab        abc       abcd
 */
static uint32_t scan_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

/* There is nothing before node 0. */
static uint32_t exscan_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    return area == RESULT && node == 0 ? 0 : 1;
}

static uint32_t scan_steps(const struct shape *shape) {
    return shape->dimension;
}

static uint64_t scan_packets(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape);
}

static inline struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

/* What both have in common. An exclusive result begins with what arrives on the lowest dimension in
 * which the node is the upper one: `begun` tells whether that was before dimension d. */
static inline void add_step(const struct shape *shape, uint32_t node, uint32_t number,
                            bool inclusive, struct step *step) {
    step_clear(step);
    uint32_t n = shape->dimension;
    if (number > n)
        return;
    if (number > 1 && ((node >> (number - 2)) & 1)) {
        bool begun = inclusive || (node & ((1u << (number - 2)) - 1)) != 0;
        step_move(step, whole(ARRIVED), whole(TOTAL), MOVE_LEFT);
        step_move(step, whole(ARRIVED), whole(RESULT), begun ? MOVE_LEFT : MOVE_COPY);
    }
    uint32_t port = number - 1;
    bool upper = (node >> port) & 1;
    bool begun = inclusive || (node & ((1u << port) - 1)) != 0;
    step_send(step, port, single_block(TOTAL, 0));
    if (upper && number == n && begun)
        step_combine(step, port, single_block(RESULT, 0), true);
    else if (upper && number == n)
        step_receive(step, port, single_block(RESULT, 0));
    else if (upper || number == n)
        step_receive(step, port, single_block(ARRIVED, 0));
    else
        step_combine(step, port, single_block(TOTAL, 0), false);
}

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    add_step(shape, node, number, true, step);
}

static void exscan_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    add_step(shape, node, number, false, step);
}

const struct algorithm scan_exchange = {
    .name = "scan-exchange",
    .operation = &scan_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .ordered = true,
    .source = "Grama et al., 4.3, prefix sums",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .blocks = scan_blocks,
    .steps = scan_steps,
    .packets = scan_packets,
    .link_words = scan_packets,
    .bound = scan_steps, /* node N - 1 hears of at most twice as many nodes after each step */
    .step = scan_step,
};

const struct algorithm exscan_exchange = {
    .name = "exscan-exchange",
    .operation = &exscan_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .ordered = true,
    .source = "Grama et al., 4.3, prefix sums",
    .areas = SCAN_AREAS,
    .accumulators = 1u << TOTAL,
    .blocks = exscan_blocks,
    .steps = scan_steps,
    .packets = scan_packets,
    .link_words = scan_packets,
    .bound = scan_steps,
    .step = exscan_step,
};

/* ---- The calls ---- */

static int prefix(enum known_call known, const struct operation *operation,
                  const struct algorithm *usual, struct selection *selection,
                  const struct cube_choice *choice, const void *send, void *recv, size_t count,
                  const struct cube_type *type, const struct cube_op *op) {
    struct call call;
    int error = call_begin(&call, operation, usual, choice, 0);
    if (unlikely(error != 0))
        return error;
    call_select(&call, choice, selection, message_of(count, type), false, 0);
    error = call_divide(&call, count, type, op, 0);
    if (unlikely(error != 0))
        return error;
    call_known(&call, choice, known, count, 0);
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

int cube_scan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                 const struct cube_type *type, const struct cube_op *op) {
    static NODE_LOCAL struct selection selection;
    return prefix(CALL_SCAN, &scan_operation, &scan_exchange, &selection, choice, send, recv, count,
                  type, op);
}

int cube_scan(const void *send, void *recv, size_t count, const struct cube_type *type,
              const struct cube_op *op) {
    struct plan *plan = plan_kept_typed(CALL_SCAN, count, 0, type, op);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_scan_by(NULL, send, recv, count, type, op);
}

int cube_exscan_by(const struct cube_choice *choice, const void *send, void *recv, size_t count,
                   const struct cube_type *type, const struct cube_op *op) {
    static NODE_LOCAL struct selection selection;
    return prefix(CALL_EXSCAN, &exscan_operation, &exscan_exchange, &selection, choice, send, recv,
                  count, type, op);
}

int cube_exscan(const void *send, void *recv, size_t count, const struct cube_type *type,
                const struct cube_op *op) {
    struct plan *plan = plan_kept_typed(CALL_EXSCAN, count, 0, type, op);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_exscan_by(NULL, send, recv, count, type, op);
}
