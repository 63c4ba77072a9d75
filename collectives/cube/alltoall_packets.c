/* Total exchange, one block a packet: three schedules that are the same at every node. After
 * Ozveren, section 2.2.5; and an optimum for all ports, half as many steps as his.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     alltoall-all-port       (t_s + t_w m) N / 2
 *     alltoall-recursive      (t_s + t_w m)(N - 1)
 *     alltoall-transpose      (t_s + t_w m) n N / 2
 *
 * A packet's *relative address* r = destination XOR origin is the set of dimensions that it has to
 * cross. A schedule says in which step packets with relative address r cross dimension d, for all
 * nodes alike. So at any time each node has just one packet of each r, and when it leaves on port d
 * the next one of the same r comes in on port d. At node v it is always at place v XOR r, which is
 * its destination where it starts and its origin where it ends. It goes from area to area in turn,
 * so that none is sent from where another arrives; with no way to go it is in OUT.
 */
#include "collectives/cube/alltoall.h"

enum {
    BLOCKS = AREA_INPUT,
    OUT,
    BETWEEN, /* packets with an odd number of links to go */
    AREAS,
};

/* One rule. Steps are counted from 0 here. */
struct rule {
    /* Whether packets cross dimension `port` in `step`: then sets their relative address *r. */
    bool (*carries)(uint32_t n, uint32_t step, uint32_t port, uint32_t *r);
    /* The step in which packets with relative address r cross dimension `port`, one of r. */
    uint32_t (*crossing)(uint32_t n, uint32_t r, uint32_t port);
};

static uint32_t packets_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape_nodes(shape);
}

static inline void packets_step(const struct rule *rule, uint32_t steps, const struct shape *shape,
                                uint32_t node, uint32_t number, struct step *step) {
    step_clear(step);
    if (number > steps) {
        step_move(step, (struct block_set){BLOCKS, node, 0}, (struct block_set){OUT, node, 0},
                  MOVE_COPY);
        return;
    }
    for (uint32_t port = 0; port < shape->dimension; port++) {
        uint32_t r;
        if (!rule->carries(shape->dimension, number - 1, port, &r))
            continue;
        uint32_t before = 0, after = 0; /* links of the packet, besides this one */
        for (uint32_t others = r & ~(1u << port); others != 0; others &= others - 1) {
            bool earlier = rule->crossing(shape->dimension, r, lowest_port(others)) < number - 1;
            before += earlier;
            after += !earlier;
        }
        uint32_t into = after % 2 == 0 ? OUT : BETWEEN;
        uint32_t from = before == 0 ? BLOCKS : into == OUT ? BETWEEN : OUT;
        step_send(step, port, single_block(from, node ^ r));
        step_receive(step, port, single_block(into, node ^ r));
    }
}

/* `bits` with a 1 put in at place `place`, and the other way round with that bit taken out. */
static inline uint32_t put_in(uint32_t bits, uint32_t place) {
    uint32_t below = (1u << place) - 1;
    return (bits & ~below) << 1 | 1u << place | (bits & below);
}

static inline uint32_t take_out(uint32_t bits, uint32_t place) {
    uint32_t below = (1u << place) - 1;
    return (bits >> 1 & ~below) | (bits & below);
}

static uint32_t half_of_nodes(const struct shape *shape) {
    return shape_nodes(shape) / 2;
}

/* ---- "alltoall-all-port": N / 2 steps, every link busy in each of them ----
 *
 * N / 2 relative addresses have dimension d: what their other bits say in binary is a step to cross
 * d in, and fills each link. But packets of r = 1...1 would want all their links in the last step.
 * To exchange the steps t and t XOR 2^d, for all d but the highest, keeps the links full and makes
 * the n steps of each r different. That is all it needs, for a packet may cross its dimensions in
 * any order.
 *
 * Example, n = 3, r by step and port:
 *     step      1    2    3    4
 *     port 0   011  001  111  101
 *     port 1   110  111  010  011
 *     port 2   100  101  110  111
 * A packet of r = 111 crosses dimension 1 in step 2, 0 in step 3, 2 in step 4.
 */
static inline uint32_t exchanged(uint32_t n, uint32_t step, uint32_t port) {
    return port + 1 < n ? step ^ 1u << port : step;
}

static bool all_port_carries(uint32_t n, uint32_t step, uint32_t port, uint32_t *r) {
    *r = put_in(exchanged(n, step, port), port);
    return true;
}

static uint32_t all_port_crossing(uint32_t n, uint32_t r, uint32_t port) {
    return exchanged(n, take_out(r, port), port);
}

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    static const struct rule rule = {all_port_carries, all_port_crossing};
    packets_step(&rule, half_of_nodes(shape), shape, node, number, step);
}

const struct algorithm alltoall_all_port = {
    .name = "alltoall-all-port",
    .operation = &alltoall_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.2.5; at the bound of link use",
    .areas = AREAS,
    .blocks = packets_blocks,
    .steps = half_of_nodes,
    .packets = alltoall_link_words,
    .link_words = alltoall_link_words,
    .bound = half_of_nodes, /* the sum of all distances, n N^2 / 2, over n N links */
    .step = all_port_step,
};

/* ---- "alltoall-recursive": Ozveren's for all ports, N - 1 steps ----
 *
 * Each half of the cube has its own total exchange, and meanwhile each node sends its neighbour in
 * the other half all that is for that half, N / 2 packets. Then each half has a total exchange of
 * those. Unfolded: a packet crosses its highest dimension first, and dimension d in step r - 2^d
 * (from 0). The other direction round: in step t port d carries r = t + 2^d if t has not bit d.
 *
 * Example, n = 3, r by step and port:
 *     step      1    2    3    4    5    6    7
 *     port 0   001   -   011   -   101   -   111
 *     port 1   010  011   -    -   110  111   -
 *     port 2   100  101  110  111   -    -    -
 */
static uint32_t recursive_steps(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

static bool recursive_carries(uint32_t n, uint32_t step, uint32_t port, uint32_t *r) {
    (void)n;
    *r = step | 1u << port;
    return ((step >> port) & 1) == 0;
}

static uint32_t recursive_crossing(uint32_t n, uint32_t r, uint32_t port) {
    (void)n;
    return r - (1u << port);
}

static void recursive_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    static const struct rule rule = {recursive_carries, recursive_crossing};
    packets_step(&rule, recursive_steps(shape), shape, node, number, step);
}

const struct algorithm alltoall_recursive = {
    .name = "alltoall-recursive",
    .operation = &alltoall_operation,
    .ports = PORTS_ALL,
    .source = "Ozveren, 2.2.5, type d",
    .areas = AREAS,
    .blocks = packets_blocks,
    .steps = recursive_steps,
    .packets = alltoall_link_words,
    .link_words = alltoall_link_words,
    .bound = half_of_nodes,
    .step = recursive_step,
};

/* ---- "alltoall-transpose": Ozveren's for one port, n N / 2 steps ----
 *
 * Let row v of a matrix be the blocks of node v. Exchange the two quarters off its diagonal, which
 * takes N / 2 packets of each node over the highest dimension; then the same in each of the four
 * quarters, over the next; and so on, until it is transposed.
 *
 * Example, n = 2, r by step:
 *     step      1    2    3    4
 *     port 0    -    -   01   11
 *     port 1   10   11    -    -
 */
static uint32_t transpose_steps(const struct shape *shape) {
    return shape->dimension * half_of_nodes(shape);
}

static bool transpose_carries(uint32_t n, uint32_t step, uint32_t port, uint32_t *r) {
    uint32_t half = 1u << (n - 1);
    *r = put_in(step % half, port);
    return step / half == n - 1 - port;
}

static uint32_t transpose_crossing(uint32_t n, uint32_t r, uint32_t port) {
    return ((n - 1 - port) << (n - 1)) + take_out(r, port);
}

static void transpose_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    static const struct rule rule = {transpose_carries, transpose_crossing};
    packets_step(&rule, transpose_steps(shape), shape, node, number, step);
}

const struct algorithm alltoall_transpose = {
    .name = "alltoall-transpose",
    .operation = &alltoall_operation,
    .ports = PORTS_SIMD,
    .source = "Ozveren, 2.2.5, type 1",
    .areas = AREAS,
    .blocks = packets_blocks,
    .steps = transpose_steps,
    .packets = alltoall_link_words,
    .link_words = alltoall_link_words,
    .bound = transpose_steps, /* one port, store and forward: the sum of a node's distances */
    .step = transpose_step,
};
