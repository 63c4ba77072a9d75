/* One step of a PM2I network: each logical node i takes one of its 2n functions, i -> i + 2^j or i
 * -> i - 2^j; a schedule, and the calls. After Y. C. Hu, "Optimal All-to-Some Personalized
 * Communication on Hypercubes": logical node i is at physical node Gray(i), and a packet takes the
 * links that ASPC has for it (aspc.h), one for j = 0, else two.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     pm2i        (t_s + t_w m) 2
 */
#include "collectives/cube/pm2i.h"

#include <errno.h>
#include <stdlib.h>

#include "collectives/call/call.h"
#include "collectives/cube/aspc.h"
#include "cube.h"
#include "net/node.h"

enum { BLOCK = AREA_INPUT, OUT, PASSING, AREAS };

/* The way of a packet. */
struct way {
    uint8_t links; /* 1 or 2 */
    uint8_t first; /* their ports */
    uint8_t second;
};

/* Which function every node takes, and what comes of it. */
struct plan {
    int16_t offset[CUBE_MAX_NODES]; /* by logical node */
    struct way way[CUBE_MAX_NODES]; /* by physical node */
};

/* ---- The functions ---- */

static uint32_t gray(uint32_t logical) {
    return logical ^ logical >> 1;
}

static uint32_t logical_of(uint32_t node) {
    return (uint32_t)cube_gray_inverse((int)node);
}

/* Without a plan, what tests and tables take: all i + 1, or all i - 1; or even and odd nodes each
 * their own 2^b, b > 0, where i mod 2^b tells the sign, so that it stays a permutation. */
static int32_t example(const struct shape *shape, uint32_t logical) {
    uint32_t q = shape->shift;
    if (shape->dimension == 1 || q % 4 == 0)
        return (q & 4) == 0 ? 1 : -1;
    uint32_t b = 1 + (logical % 2 == 0 ? q : q / 2) % (shape->dimension - 1);
    uint32_t low = logical & ((1u << b) - 1);
    return __builtin_popcount(low & q) % 2 == 0 ? 1 << b : -(1 << b);
}

static int32_t offset_of(const struct shape *shape, uint32_t logical) {
    const struct plan *plan = shape->table;
    return plan != NULL ? plan->offset[logical] : example(shape, logical);
}

static uint32_t target_of(const struct shape *shape, uint32_t logical) {
    return (logical + (uint32_t)offset_of(shape, logical)) & (shape_nodes(shape) - 1);
}

static struct content pm2i_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block) {
    uint32_t origin = 0;
    (void)area;
    while (target_of(shape, origin) != logical_of(node))
        origin++;
    return content_of(gray(origin), block);
}

static const struct operation pm2i_operation = {
    .tag = OPERATION_PM2I,
    .outputs = 1,
    .postcondition = pm2i_postcondition,
};

static bool pm2i_fits(const struct shape *shape) {
    return shape->dimension > 0;
}

/* What passes a node in step 1 waits by the port that it came on. */
static uint32_t pm2i_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == PASSING ? shape->dimension : 1;
}

/* ---- "pm2i": two steps ----
 *
 * In step 1 every node sends one packet, so no link has two. In step 2 the link is a packet's last:
 * two that want the same one have the same destination, so it is no permutation. Of packets of one
 * sign no two want one even then (Hu, Theorem 4).
 *
 * Example, n = 3, all by +2, logical nodes:
 *     step 1   0 -> 1   1 -> 6   2 -> 3   3 -> 4   4 -> 5   5 -> 2   6 -> 7   7 -> 0
 *     step 2   1 -> 2   6 -> 3   3 -> 4   4 -> 5   5 -> 6   2 -> 7   7 -> 0   0 -> 1
 */

/* The links of a packet from a physical node. */
static struct way way_of(const struct shape *shape, uint32_t node) {
    uint32_t logical = logical_of(node);
    int32_t offset = offset_of(shape, logical);
    uint32_t j = lowest_port((uint32_t)abs(offset));
    uint32_t (*port)(uint32_t, uint32_t, uint32_t) = offset > 0 ? aspc_phi : aspc_varphi;
    struct way way = {.links = 1, .first = (uint8_t)port(shape->dimension, logical, j)};
    if (j > 0) {
        uint32_t between = logical_of(node ^ 1u << way.first);
        way.second = (uint8_t)port(shape->dimension, between, j);
        way.links = 2;
    }
    return way;
}

static void make_plan(const struct shape *shape, void *table) {
    struct plan *plan = table;
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        plan->offset[i] = (int16_t)offset_of(shape, i);
    for (uint32_t v = 0; v < shape_nodes(shape); v++)
        plan->way[v] = way_of(shape, v);
}

static size_t plan_bytes(const struct shape *shape) {
    (void)shape;
    return sizeof(struct plan);
}

/* As far as a packet has to go. */
static uint32_t pm2i_steps(const struct shape *shape) {
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        if (abs(offset_of(shape, i)) > 1)
            return 2;
    return 1;
}

static uint64_t pm2i_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        packets += abs(offset_of(shape, i)) == 1 ? 1 : 2;
    return packets;
}

/* What a node sends on, or receives from a neighbour that does: the packet that came to `between`
 * on `port` in step 1. */
static void add_second(uint32_t node, uint32_t between, uint32_t port, const struct way *way,
                       struct step *step) {
    if (node == between)
        step_send(step, way->second, single_block(PASSING, port));
    else if ((node ^ between) == 1u << way->second)
        step_receive(step, way->second, single_block(OUT, 0));
}

/* All packets that a node or one of its neighbours has after step 1, whose last link may be one of
 * the node's. */
static void second_step(const struct plan *plan, uint32_t n, uint32_t node, struct step *step) {
    for (uint32_t to = 0; to <= n; to++) {
        uint32_t between = to == n ? node : node ^ 1u << to;
        for (uint32_t port = 0; port < n; port++) {
            const struct way *way = &plan->way[between ^ 1u << port];
            if (way->links == 2 && way->first == port)
                add_second(node, between, port, way, step);
        }
    }
}

static void pm2i_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    const struct plan *plan = shape->table;
    step_clear(step);
    if (number == 2)
        second_step(plan, shape->dimension, node, step);
    if (number != 1)
        return;
    step_send(step, plan->way[node].first, single_block(BLOCK, 0));
    for (uint32_t port = 0; port < shape->dimension; port++) {
        const struct way *way = &plan->way[node ^ 1u << port];
        if (way->first == port)
            step_receive(step, port,
                         way->links == 1 ? single_block(OUT, 0) : single_block(PASSING, port));
    }
}

const struct algorithm pm2i = {
    .name = "pm2i",
    .operation = &pm2i_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Hu, section 3, a PM2I network",
    .areas = AREAS,
    .applicable = pm2i_fits,
    .blocks = pm2i_blocks,
    .steps = pm2i_steps,
    .packets = pm2i_packets,
    .link_words = pm2i_packets,
    .bound = pm2i_steps,
    .table_bytes = plan_bytes,
    .make_table = make_plan,
    .step = pm2i_step,
};

/* ---- The calls ---- */

/* Whether it is 2^j or -2^j, 0 <= j < n. */
static bool is_function(int offset, uint32_t nodes) {
    unsigned size = offset < 0 ? 0u - (unsigned)offset : (unsigned)offset;
    return size != 0 && size < nodes && (size & (size - 1)) == 0;
}

/* Sets plan->offset to what the caller wants. Returns the most packets that come to one node, or
 * -EINVAL. */
static int take_offsets(const int offset[], uint32_t nodes, struct plan *plan) {
    uint16_t arrivals[CUBE_MAX_NODES] = {0};
    int most = 0;
    if (offset == NULL || nodes < 2)
        return -EINVAL;
    for (uint32_t i = 0; i < nodes; i++) {
        if (!is_function(offset[i], nodes))
            return -EINVAL;
        plan->offset[i] = (int16_t)offset[i];
        int here = ++arrivals[(i + (uint32_t)offset[i]) & (nodes - 1)];
        most = here > most ? here : most;
    }
    return most;
}

int cube_pm2i_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                 const int offset[]) {
    struct call call;
    struct plan asked;
    int error = call_begin(&call, &pm2i_operation, &pm2i, choice, 0);
    if (error != 0)
        return error;
    if (take_offsets(offset, shape_nodes(&call.shape), &asked) != 1)
        return -EINVAL;
    call.shape.table = &asked; /* make_plan copies it, and adds the ways */
    call.shape.shift = call_mix(offset, shape_nodes(&call.shape));
    call.input = send;
    call.output[0] = recv;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_pm2i(const void *send, void *recv, size_t bytes, const int offset[]) {
    return cube_pm2i_by(NULL, send, recv, bytes, offset);
}

int cube_pm2i_contention(const int offset[], int *arrivals) {
    struct plan asked;
    struct shape shape = shape_of(node.dimension);
    uint8_t load[CUBE_MAX_NODES * CUBE_MAX_DIMENSION] = {0};
    int most = 1; /* in step 1 */
    int to_one = take_offsets(offset, shape_nodes(&shape), &asked);
    if (to_one < 0)
        return to_one;
    if (arrivals != NULL)
        *arrivals = to_one;
    shape.table = &asked;
    for (uint32_t v = 0; v < shape_nodes(&shape); v++) {
        struct way way = way_of(&shape, v);
        if (way.links == 1)
            continue;
        int packets = ++load[(v ^ 1u << way.first) * CUBE_MAX_DIMENSION + way.second];
        most = packets > most ? packets : most;
    }
    return most;
}
