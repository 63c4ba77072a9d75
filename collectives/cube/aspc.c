/* All-to-some personalized communication: three schedules.
 *
 * Logical node i sits at physical node Gray(i) (Hu, section 3). Gray(i) and Gray(i + 2^j) differ in
 * one bit for j = 0 and in two for j > 0 (Theorem 1), so an element travels one link or two. The
 * table phi names the first of them, and *the same table at the node where the element then is*
 * names the second (Theorem 4). What node i receives for location j arrives on port varphi(i, j)
 * (Theorem 3). For the offsets -2^j phi and varphi change places.
 *
 * Cost (cost.h), with m the bytes of an element, n >= 2:
 *     aspc                4 (t_s + t_w m)         all ports
 *     aspc-permutations   (2n - 1)(t_s + t_w m)   two ports at a time
 *     aspc-one-port       (4n - 2)(t_s + t_w m)   one port
 */
#include "collectives/cube/shared.h"

#include "compiler.h"
#include "cube.h"

/* The areas. Between its two links an element waits in TRANSIT. */
enum { ELEMENTS = AREA_INPUT, PLUS, MINUS, TRANSIT, ASPC_AREAS };

/* ---- The tables ----
 *
 * Let H_n(x) be the port from logical node x to x + 1. It is the number of trailing ones of x, and
 * at most n - 1 (Lemma 1; its sum ends at n - 2). By Definition 1, for j >= 1,
 *     phi(i, j) = H_n((i div 2^(j-1)) 2^(j-1) + 2^j - 1).
 * The low j - 1 bits of this argument are all ones, and the bits above them are those of
 * (i div 2^(j-1)) + 1. So H_n is j - 1 more than the number of trailing ones of the latter.
 * Trailing ones of x are trailing zeros of x + 1.
 */

/* The number of trailing zeros of x. If x is 0 it is 31, which is more than any port of a cube. */
static inline uint32_t trailing_zeros(uint32_t x) {
    return (uint32_t)__builtin_ctz(x | 1u << 31);
}

/* H_n of a number whose `low_bits` low bits are ones and whose higher bits are those of x - 1. */
static inline uint32_t transition(uint32_t dimension, uint32_t low_bits, uint32_t x) {
    uint32_t port = low_bits + trailing_zeros(x);
    return port < dimension ? port : dimension - 1;
}

static inline uint32_t phi(uint32_t dimension, uint32_t i, uint32_t j) {
    return j == 0 ? transition(dimension, 0, i + 1)
                  : transition(dimension, j - 1, (i >> (j - 1)) + 2);
}

static inline uint32_t varphi(uint32_t dimension, uint32_t i, uint32_t j) {
    return j == 0 ? transition(dimension, 0, i) : transition(dimension, j - 1, (i >> (j - 1)) - 1);
}

uint32_t aspc_phi(uint32_t dimension, uint32_t i, uint32_t j) {
    return phi(dimension, i, j);
}

uint32_t aspc_varphi(uint32_t dimension, uint32_t i, uint32_t j) {
    return varphi(dimension, i, j);
}

/* ---- What the three schedules share ---- */

static struct cube_content aspc_postcondition(const struct shape *shape, uint32_t node,
                                              uint32_t area, uint32_t block) {
    uint32_t i = (uint32_t)cube_gray_inverse((int)node);
    uint32_t from = area == PLUS ? i - (1u << block) : i + (1u << block);
    return content_of((uint32_t)cube_gray((int)(from & (shape_nodes(shape) - 1))), block);
}

const struct operation aspc_operation = {
    .tag = OPERATION_ASPC,
    .outputs = 2,
    .input = {AT_ALL, A_BLOCK_PER_DIMENSION},
    .output = {AT_ALL, A_BLOCK_PER_DIMENSION},
    .postcondition = aspc_postcondition,
};

/* Each of the 2n elements of a node passes two links, except that those for the offsets +1 and -1
 * pass one. */
static uint64_t aspc_packets(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (uint64_t)(4 * n - 2) * shape_nodes(shape);
}

/* Theorem 2: the number of links that packets must cross, divided by the number of links that there
 * are. */
static uint32_t aspc_all_port_bound(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (4 * n - 2 + n - 1) / n;
}

/* With one port a node sends one of its packets in a step. */
static uint32_t aspc_one_port_steps(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : 4 * n - 2;
}

static uint32_t logical(uint32_t node) {
    return (uint32_t)cube_gray_inverse((int)node);
}

/* The number of logical node i on the ring of a half. The minus half is the plus half on the
 * mirrored ring: varphi(i, j) = phi(2^n - 1 - i, j), and phi(i, j) = varphi(2^n - 1 - i, j) (Lemma
 * 9). */
static inline uint32_t on_ring_of(const struct shape *shape, uint32_t i, uint32_t half) {
    return half == PLUS ? i : shape_nodes(shape) - 1 - i;
}

/* Adds to *step what a node does for location j of a half (PLUS or MINUS), in which its number is
 * i: in hop 0 elements cross their first link, in hop 1 their second one. `waits` is the block of
 * TRANSIT where they wait between the two. */
static inline void add_hop(const struct shape *shape, uint32_t i, uint32_t half, uint32_t j,
                           uint32_t hop, uint32_t waits, struct step *step) {
    ASSUME(j < shape->dimension); /* so the cube has a dimension, and there is a port */
    uint32_t out = phi(shape->dimension, i, j);
    uint32_t in = varphi(shape->dimension, i, j);
    bool last = j == 0 || hop == 1;

    step_send(step, out, hop == 0 ? single_block(ELEMENTS, j) : single_block(TRANSIT, waits));
    step_receive(step, in, last ? single_block(half, j) : single_block(TRANSIT, waits));
}

/* ---- "aspc": two steps a half, all elements at once (Theorem 5) ----
 *
 * In step 1 every node sends each element j on port phi(i, j). These are all n ports, because
 * phi(i, .) is a permutation (Lemma 5). In step 2 the elements j >= 1 cross their second links, and
 * only port phi(i, 0) is idle. Steps 3 and 4 are the minus half. If n = 1 the only j is 0, so each
 * half has one step. If n = 2 this takes four steps where three would do. For j = n - 1 both halves
 * reach the same node on different paths, as in the paper.
 *
 * Example, n = 3, the plus half of element 2, offset 4 (row 2 of the paper's Table 1):
 *     logical i          0   1   2   3   4   5   6   7
 *     physical           0   1   3   2   6   7   5   4
 *     phi(i, 2)          2   2   1   1   2   2   1   1
 *     after step 1 at    7   6   1   0   3   2   5   4    (logical)
 *     phi there          1   1   2   2   1   1   2   2
 *     after step 2 at    4   5   6   7   0   1   2   3    = i + 4
 */
FORMULA(uint32_t, all_port_steps, shape->dimension < 2 ? 2 * shape->dimension : 4)

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > all_port_steps(shape))
        return;
    uint32_t i = logical(node);
    uint32_t hops = shape->dimension == 1 ? 1 : 2;
    uint32_t half = (number - 1) / hops == 0 ? PLUS : MINUS;
    uint32_t hop = (number - 1) % hops;
    uint32_t on_ring = on_ring_of(shape, i, half);
    for (uint32_t j = hop; j < shape->dimension; j++)
        add_hop(shape, on_ring, half, j, hop, j, step);
}

const struct algorithm aspc_all_port = {
    .name = "aspc",
    .operation = &aspc_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "Hu, Theorem 5",
    .areas = ASPC_AREAS,
    .steps = all_port_steps,
    .packets = aspc_packets,
    .bound = aspc_all_port_bound,
    .step = all_port_step,
};

/* ---- "aspc-permutations": one offset after the other, +2^j and -2^j together ----
 *
 * Hu's section 4 compares with this, after Johnsson. A permutation takes one step for j = 0 and two
 * for j > 0, and the two signs of an offset use different links. That makes 2n - 1 steps, printed
 * as 2 log N. In the 1-cube both signs use the only link, so they follow each other.
 *
 * Example, n = 2: step 1 both offsets of 1; step 2 first and step 3 second links of +2 and -2.
 */
static uint32_t permutations_steps(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n < 2 ? 2 * n : 2 * n - 1;
}

/* The j and the hop of step k of n permutations. Steps are counted from 1, and the permutation with
 * j = 0 has a single one. */
static uint32_t offset_of(uint32_t k) {
    return k / 2;
}

static uint32_t hop_of(uint32_t k) {
    return k == 1 ? 0 : k % 2;
}

static void permutations_step(const struct shape *shape, uint32_t node, uint32_t number,
                              struct step *step) {
    if (number > permutations_steps(shape))
        return;
    uint32_t i = logical(node);
    if (shape->dimension == 1) {
        uint32_t half = number == 1 ? PLUS : MINUS;
        add_hop(shape, on_ring_of(shape, i, half), half, 0, 0, 0, step);
        return;
    }
    add_hop(shape, on_ring_of(shape, i, PLUS), PLUS, offset_of(number), hop_of(number), 0, step);
    add_hop(shape, on_ring_of(shape, i, MINUS), MINUS, offset_of(number), hop_of(number), 1, step);
}

const struct algorithm aspc_permutations = {
    .name = "aspc-permutations",
    .operation = &aspc_operation,
    .ports = PORTS_ALL,
    .source = "Hu, sections 1 and 4",
    .areas = ASPC_AREAS,
    .steps = permutations_steps,
    .packets = aspc_packets,
    .bound = aspc_all_port_bound,
    .step = permutations_step,
};

/* ---- "aspc-one-port": one permutation after the other ----
 *
 * The offsets are +1, +2, +4, ..., then -1, -2, -4, ... In every step each node sends one packet
 * and receives one, so there are 4n - 2 steps, which is also the bound of one port.
 *
 * Example, n = 2: step 1 is +1, steps 2 and 3 are +2, step 4 is -1, steps 5 and 6 are -2.
 */
static void one_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > aspc_one_port_steps(shape))
        return;
    uint32_t i = logical(node);
    uint32_t steps_of_half = 2 * shape->dimension - 1;
    uint32_t half = number <= steps_of_half ? PLUS : MINUS;
    uint32_t k = half == PLUS ? number : number - steps_of_half;
    add_hop(shape, on_ring_of(shape, i, half), half, offset_of(k), hop_of(k), 0, step);
}

const struct algorithm aspc_one_port = {
    .name = "aspc-one-port",
    .operation = &aspc_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Hu, section 1, after Johnsson",
    .areas = ASPC_AREAS,
    .steps = aspc_one_port_steps,
    .step = one_port_step,
};
