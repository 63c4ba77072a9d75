/* Total exchange of one block to a packet: three schedules that are alike at every node. Two are
 * after Ozveren, section 2.2.5; the third is optimal for all ports, and takes half the steps of
 * his.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     alltoall-all-port       (t_s + t_w m) N / 2
 *     alltoall-recursive      (t_s + t_w m)(N - 1)
 *     alltoall-transpose      (t_s + t_w m) n N / 2
 *
 * The *relative address* of a packet, r = destination XOR origin, is the set of dimensions that it
 * has to cross. A schedule says in which step packets with relative address r cross dimension d,
 * for all nodes alike. So each node has one packet of each r at any time: when it leaves on port d,
 * the next one of that r comes in on port d. At node v it is always at place v XOR r, which is its
 * destination's number where it starts and its origin's number where it ends. It lies in two areas
 * by turns, so that no packet is sent from where another one arrives, and at its destination it is
 * in OUT.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum {
    BLOCKS = AREA_INPUT,
    OUT,
    BETWEEN, /* packets that have an odd number of links to go */
    AREAS,
};

/* A schedule that is alike at every node. Here steps are counted from 0. */
struct rule {
    /* Whether packets cross dimension `port` in `step`. If so, sets *r to their relative address.
     */
    bool (*carries)(uint32_t n, uint32_t step, uint32_t port, uint32_t *r);
    /* The step in which packets with relative address r cross dimension `port`, one of r. */
    uint32_t (*crossing)(uint32_t n, uint32_t r, uint32_t port);
};

static inline void packets_step(const struct rule *rule, uint32_t steps, const struct shape *shape,
                                uint32_t node, uint32_t number, struct step *step) {
    if (number > steps) {
        step_copy(step, BLOCKS, node, OUT, node);
        return;
    }
    for (uint32_t port = 0; port < shape->dimension; port++) {
        uint32_t r;
        if (!rule->carries(shape->dimension, number - 1, port, &r))
            continue;
        uint32_t before = 0, after = 0; /* how many links the packet crosses before this one and
                                           after it */
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

/* The first function inserts a 1 into `bits` at place `place`, and the second one removes the bit
 * at that place. */
static inline uint32_t put_in(uint32_t bits, uint32_t place) {
    uint32_t below = (1u << place) - 1;
    return (bits & ~below) << 1 | 1u << place | (bits & below);
}

static inline uint32_t take_out(uint32_t bits, uint32_t place) {
    uint32_t below = (1u << place) - 1;
    return (bits >> 1 & ~below) | (bits & below);
}

FORMULA(uint32_t, half_of_nodes, shape_nodes(shape) / 2)

/* ---- "alltoall-all-port": N / 2 steps, every link busy in each of them ----
 *
 * N / 2 relative addresses have dimension d. If each of them crossed d in the step whose binary
 * number is its other bits, every link would be busy in every step. But packets of r = 1...1 would
 * have to cross all their links in the last step. So for each d but the highest the steps t and t
 * XOR 2^d change places. The links are as busy as before, and each r has n different steps. That is
 * enough, because a packet may cross its dimensions in any order.
 *
 * Example, n = 3, r by step and port:
 *     step      1    2    3    4
 *     port 0   011  001  111  101
 *     port 1   110  111  010  011
 *     port 2   100  101  110  111
 * A packet of r = 111 crosses dimension 1 in step 2, 0 in step 3, 2 in step 4.
 *
 * No fewer steps would do: the sum of all distances is n N^2 / 2, and there are n N links.
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
    .steps = half_of_nodes,
    .packets = alltoall_link_words,
    .step = all_port_step,
};

/* ---- "alltoall-recursive": Ozveren's for all ports, N - 1 steps ----
 *
 * Each half of the cube makes its own total exchange. Meanwhile each node sends its neighbour in
 * the other half all that is for that half, which is N / 2 packets. Then each half makes a total
 * exchange of these. Said without recursion, a packet crosses its highest dimension first, and it
 * crosses dimension d in step r - 2^d, counted from 0. So in step t port d carries r = t + 2^d,
 * unless t has bit d.
 *
 * Example, n = 3, r by step and port:
 *     step      1    2    3    4    5    6    7
 *     port 0   001   -   011   -   101   -   111
 *     port 1   010  011   -    -   110  111   -
 *     port 2   100  101  110  111   -    -    -
 */
static bool recursive_carries(UNUSED uint32_t n, uint32_t step, uint32_t port, uint32_t *r) {
    *r = step | 1u << port;
    return ((step >> port) & 1) == 0;
}

static uint32_t recursive_crossing(UNUSED uint32_t n, uint32_t r, uint32_t port) {
    return r - (1u << port);
}

static void recursive_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    static const struct rule rule = {recursive_carries, recursive_crossing};
    packets_step(&rule, steps_of_others(shape), shape, node, number, step);
}

const struct algorithm alltoall_recursive = {
    .name = "alltoall-recursive",
    .operation = &alltoall_operation,
    .ports = PORTS_ALL,
    .source = "Ozveren, 2.2.5, type d",
    .areas = AREAS,
    .steps = steps_of_others,
    .packets = alltoall_link_words,
    .bound = half_of_nodes,
    .step = recursive_step,
};

/* ---- "alltoall-transpose": Ozveren's for one port, n N / 2 steps ----
 *
 * Let row v of a matrix be the blocks of node v. Exchange the two quarters off its diagonal, which
 * takes N / 2 packets of each node over the highest dimension. Then do so in each of the four
 * quarters, over the next dimension; and so on, until the matrix is transposed.
 *
 * Example, n = 2, r by step:
 *     step      1    2    3    4
 *     port 0    -    -   01   11
 *     port 1   10   11    -    -
 *
 * No fewer steps would do: with one port, and without relays, a node needs a step for each link of
 * each of its packets.
 */
FORMULA(uint32_t, transpose_steps, half_of_nodes(shape) * shape->dimension)

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
    .steps = transpose_steps,
    .step = transpose_step,
};
