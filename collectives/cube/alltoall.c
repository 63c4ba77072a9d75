/* Total exchange: three schedules and the call. After the slides "All-to-All Personalized
 * Communication on a Hypercube" and "... : Optimal Algorithm" to Grama, Gupta, Karypis and Kumar,
 * Introduction to Parallel Computing, section 4.5.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, t_h a hop's, m the bytes of a block:
 *     alltoall-ecube          (t_s + t_w m) n N / 2, for step j passes as many links as j has ones
 *     alltoall-ecube-pieces   (t_s + t_w m)(N - 1) + t_h n N / 2
 *     alltoall-exchange       (t_s + t_w m N / 2) n
 */
#include "collectives/cube/alltoall.h"

#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "net/node.h"

enum {
    BLOCKS = AREA_INPUT,
    OUT,
    /* "alltoall-ecube" */
    RELAYED = 2, /* a block for each port on which a packet passes through */
    ECUBE_AREAS,
    /* "alltoall-exchange" */
    EXCHANGE_AREAS = 2,
};

static struct content alltoall_postcondition(const struct shape *shape, uint32_t node,
                                             uint32_t area, uint32_t block) {
    (void)shape;
    (void)area;
    return content_of(block, node);
}

const struct operation alltoall_operation = {
    .tag = OPERATION_ALLTOALL,
    .outputs = 1,
    .postcondition = alltoall_postcondition,
};

uint64_t alltoall_link_words(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return shape->dimension * (nodes / 2) * nodes;
}

/* ---- "alltoall-ecube": N - 1 steps, in step j node i exchanges with node i XOR j ----
 *
 * Each block travels the E-cube path: the dimensions of j, ascending. In step j a node's port d, d
 * in j, carries the block of the node whose address differs in just those dimensions of j that are
 * below d. So every port of j is used once in each direction and no other is: no contention.
 *
 * At one node: it sends its own block on the lowest dimension of j and receives one for itself on
 * the highest; what arrives on any other dimension of j leaves on the next higher one.
 *
 * Example, n = 3, step j = 5 = 2^0 + 2^2 (physical nodes):
 *     node       0    1    2    3    4    5    6    7
 *     port 0:  0->1 1->0 2->3 3->2 4->5 5->4 6->7 7->6    each its own block
 *     port 2:  0->4 1->5 2->6 3->7 4->0 5->1 6->2 7->3    what arrived on port 0
 *     has of     5    4    7    6    1    0    3    2      = node XOR 5
 */
static uint32_t ecube_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == RELAYED ? shape->dimension : shape_nodes(shape);
}

static uint32_t ecube_steps(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

static void ecube_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    step_clear(step);
    if (number > ecube_steps(shape)) {
        step_move(step, (struct block_set){BLOCKS, node, 0}, (struct block_set){OUT, node, 0},
                  MOVE_COPY);
        return;
    }
    uint32_t partner = node ^ number;
    uint32_t port = lowest_port(number);
    step->sends = 1u << port;
    step->send[port] = single_block(BLOCKS, partner);

    for (uint32_t above = number & (number - 1); above != 0; above &= above - 1) {
        step->relays |= 1u << port;
        step->receive[port] = single_block(RELAYED, port);
        step->leave[port] = lowest_port(above);
        port = step->leave[port];
    }
    step->receives = 1u << port;
    step->receive[port] = single_block(OUT, partner);
}

/* The distances to all nodes: each link is a packet's start. */
static struct cost ecube_whole_cost(const struct shape *shape) {
    uint64_t distances = (uint64_t)shape->dimension * (shape_nodes(shape) / 2);
    return chain_of(distances, distances, distances);
}

const struct algorithm alltoall_ecube = {
    .name = "alltoall-ecube",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_WHOLE,
    .source = "Grama et al., 4.5.3, optimal algorithm",
    .areas = ECUBE_AREAS,
    .blocks = ecube_blocks,
    .steps = ecube_steps,
    .packets = alltoall_link_words,
    .link_words = alltoall_link_words,
    .bound = ecube_steps, /* one port: a node has N - 1 messages to send, one a step */
    .cost = ecube_whole_cost,
    .step = ecube_step,
};

/* ---- "alltoall-ecube-pieces": the same steps; a packet's pieces follow each other ---- */
static uint32_t pieces_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape_nodes(shape);
}

static struct cost ecube_pieces_cost(const struct shape *shape) {
    uint64_t others = shape_nodes(shape) - 1;
    return chain_of(others, others, (uint64_t)shape->dimension * (shape_nodes(shape) / 2));
}

const struct algorithm alltoall_pieces = {
    .name = "alltoall-ecube-pieces",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .source = "Grama et al., 4.5.3, cut-through",
    .areas = OUT + 1,
    .blocks = pieces_blocks,
    .steps = ecube_steps,
    .packets = alltoall_link_words,
    .link_words = alltoall_link_words,
    .bound = ecube_steps,
    .cost = ecube_pieces_cost,
    .step = ecube_step,
};

/* ---- "alltoall-exchange": n steps, each of N / 2 blocks ----
 *
 * In step d + 1 neighbours on dimension d exchange the blocks whose destination lies on the other's
 * side. OUT holds at place x: before the step on dimension d, the block from the node whose
 * dimensions below d are those of x (the others this node's) to the node whose dimensions from d on
 * are those of x (the others this node's). So the places with x_d unlike this node's go out, and
 * what comes takes the same places: 2^d of them follow each other, N / 2^(d + 1) times.
 * The sum of the words is that of the distances, the least that one port and neighbours allow.
 *
 * Example, n = 2, node 1; blocks as source>destination:
 *     place            0    1    2    3
 *     at first        1>0  1>1  1>2  1>3
 *     step 1 sends    1>0       1>2           to node 0, for nodes with bit 0 clear
 *     then has        0>1  1>1  0>3  1>3
 *     step 2 sends              0>3  1>3      to node 3
 *     then has        0>1  1>1  2>1  3>1
 */
static uint32_t exchange_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape_nodes(shape);
}

static uint32_t exchange_steps(const struct shape *shape) {
    return shape->dimension;
}

static uint64_t exchange_packets(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape);
}

/* The places of OUT that an exchange on dimension d concerns. */
static struct block_set far_side(const struct shape *shape, uint32_t node, uint32_t d) {
    uint32_t bit = 1u << d;
    return (struct block_set){OUT, ~node & bit, (shape_nodes(shape) - 1) & ~bit};
}

static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t nodes = shape_nodes(shape);
    step_clear(step);
    if (number == 1)
        step_move(step, (struct block_set){BLOCKS, 0, nodes - 1},
                  (struct block_set){OUT, 0, nodes - 1}, MOVE_COPY);
    if (number > exchange_steps(shape))
        return;
    uint32_t d = number - 1;
    struct run places = run_of_set(far_side(shape, node, d));
    step_send(step, d, places);
    step_receive(step, d, places);
}

static struct cost exchange_cost(const struct shape *shape) {
    uint64_t n = shape->dimension;
    return chain_of(n, n * (shape_nodes(shape) / 2), n);
}

const struct algorithm alltoall_exchange = {
    .name = "alltoall-exchange",
    .operation = &alltoall_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.5.3, log p steps",
    .areas = EXCHANGE_AREAS,
    .blocks = exchange_blocks,
    .steps = exchange_steps,
    .packets = exchange_packets,
    .link_words = alltoall_link_words,
    .bound = exchange_steps, /* one port: the nodes heard of at most double in a step */
    .cost = exchange_cost,
    .step = exchange_step,
};

/* ---- The call ---- */

int cube_alltoall_by(const struct cube_choice *choice, const void *blocks, void *out,
                     size_t bytes) {
    static NODE_LOCAL struct selection selection;
    struct call call;
    int error = call_begin(&call, &alltoall_operation, &alltoall_pieces, choice, 0);
    if (unlikely(error != 0))
        return error;
    call_select(&call, choice, &selection, blocks_of(bytes), false, 0);
    call_known(&call, choice, CALL_ALLTOALL, bytes, 0);
    call.input = blocks;
    call.output[0] = out;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_alltoall(const void *blocks, void *out, size_t bytes) {
    struct plan *plan = plan_kept(CALL_ALLTOALL, bytes, 0);
    return very_likely(plan != NULL) ? plan_run(blocks, out, plan)
                                     : cube_alltoall_by(NULL, blocks, out, bytes);
}

int cube_alltoallv_by(const struct cube_choice *choice, const void *send,
                      const size_t send_offsets[], void *recv, const size_t recv_offsets[]) {
    struct call call;
    int error = call_begin(&call, &alltoall_operation, &alltoall_pieces, choice, 0);
    if (error != 0)
        return error;
    uint32_t me = call.node;
    if (call.algorithm != &alltoall_pieces || call_offsets(&call, send_offsets) != 0 ||
        call_offsets(&call, recv_offsets) != 0)
        return -EINVAL;
    if (send_offsets[me + 1] - send_offsets[me] != recv_offsets[me + 1] - recv_offsets[me])
        return -EMSGSIZE;
    const size_t *const offsets[SCHEDULE_AREAS] = {[BLOCKS] = send_offsets, [OUT] = recv_offsets};
    call.input = send;
    call.output[0] = recv;
    call.layout.bytes = 0;
    call.layout.offsets = offsets;
    return execute(&call);
}

int cube_alltoallv(const void *send, const size_t send_offsets[], void *recv,
                   const size_t recv_offsets[]) {
    return cube_alltoallv_by(NULL, send, send_offsets, recv, recv_offsets);
}
