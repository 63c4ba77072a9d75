/* All-to-some personalized communication: three schedules and the call.
 *
 * Logical node i sits at physical node Gray(i) (Hu, section 3). Gray(i) and Gray(i + 2^j) differ in
 * one bit for j = 0 and in two for j > 0 (Theorem 1), so an element travels one link or two. The
 * table phi names the first of them, and *the same table at the node where the element then is*
 * names the second (Theorem 4). What node i receives for location j arrives on port varphi(i, j)
 * (Theorem 3). For the offsets -2^j phi and varphi change places.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time and m the bytes of an element, n >= 2:
 *     aspc                4 (t_s + t_w m)         all ports
 *     aspc-permutations   (2n - 1)(t_s + t_w m)   two ports at a time
 *     aspc-one-port       (4n - 2)(t_s + t_w m)   one port
 */
#include "collectives/cube/aspc.h"

#include "collectives/call/call.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "net/node.h"

/* Areas; an element on its way waits in transit between its two links. */
enum { ELEMENTS = AREA_INPUT, PLUS, MINUS, TRANSIT, ASPC_AREAS };

/* ---- The tables ----
 *
 * With H_n(x), the port from logical node x to x + 1, equal to the number of trailing ones of x,
 * and n - 1 at the most (Lemma 1; its sum ends at n - 2), Definition 1 reads, for j >= 1, phi(i, j)
 * = H_n((i div 2^(j-1)) 2^(j-1) + 2^j - 1) and the low j - 1 bits of that argument are all ones:
 * they count j - 1, and the bits above them are those of (i div 2^(j-1)) + 1. Trailing ones of x
 * are trailing zeros of x + 1.
 */

/* The ports of a cube are fewer than the bit that stands for "none is set". */
static inline uint32_t trailing_zeros(uint32_t x) {
    return (uint32_t)__builtin_ctz(x | 1u << 31);
}

/* H_n(low + (x - 1) 2^low_bits), where the `low_bits` low bits of the argument are ones. */
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

static struct content aspc_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block) {
    uint32_t i = (uint32_t)cube_gray_inverse((int)node);
    uint32_t from = area == PLUS ? i - (1u << block) : i + (1u << block);
    return content_of((uint32_t)cube_gray((int)(from & (shape_nodes(shape) - 1))), block);
}

static const struct operation aspc_operation = {
    .tag = OPERATION_ASPC,
    .outputs = 2,
    .postcondition = aspc_postcondition,
};

static uint32_t aspc_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    (void)area;
    return shape->dimension;
}

/* Each of the 2n messages of a node passes two links, but one for the offsets +1 and -1. */
static uint64_t aspc_packets(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (uint64_t)(4 * n - 2) * shape_nodes(shape);
}

/* Theorem 2: the links that must be crossed by the links there are. */
static uint32_t aspc_all_port_bound(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : (4 * n - 2 + n - 1) / n;
}

/* One packet a node and step: as many steps as a node has packets to send. */
static uint32_t aspc_one_port_steps(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n == 0 ? 0 : 4 * n - 2;
}

static uint32_t logical(uint32_t node) {
    return (uint32_t)cube_gray_inverse((int)node);
}

/* The minus half is the plus half of the mirrored ring: varphi(i, j) = phi(2^n - 1 - i, j), and the
 * other way round (Lemma 9). The place of logical node i on the ring of a half. */
static inline uint32_t place_of(const struct shape *shape, uint32_t i, uint32_t half) {
    return half == PLUS ? i : shape_nodes(shape) - 1 - i;
}

/* Adds to *step one link of the way of location j of the node at `place` in a half (PLUS or MINUS):
 * its first (hop 0) or its second. `waits` is the block of TRANSIT between the two. */
static inline void add_hop(const struct shape *shape, uint32_t place, uint32_t half, uint32_t j,
                           uint32_t hop, uint32_t waits, struct step *step) {
    uint32_t out = phi(shape->dimension, place, j);
    uint32_t in = varphi(shape->dimension, place, j);
    bool last = j == 0 || hop == 1;

    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): n > 0 with elements */
    step->sends |= 1u << out;
    step->send[out] = hop == 0 ? single_block(ELEMENTS, j) : single_block(TRANSIT, waits);
    step->receives |= 1u << in;
    step->receive[in] = last ? single_block(half, j) : single_block(TRANSIT, waits);
}

/* ---- "aspc": two steps a half, all elements at once (Theorem 5) ----
 *
 * Step 1: every node sends each element j on phi(i, j): all n ports, for phi(i, .) is a permutation
 * (Lemma 5). Step 2: the same for the locations j >= 1; only port phi(i, 0) is idle. Steps 3 and 4
 * are the minus half. n = 1 has only j = 0: one step a half. n = 2 takes four steps where three
 * would do. At j = n - 1 both halves reach the same node, on different ways, as the paper has it.
 *
 * Example, n = 3, the plus half of element 2, offset 4 (row 2 of the paper's Table 1):
 *     logical i          0   1   2   3   4   5   6   7
 *     physical           0   1   3   2   6   7   5   4
 *     phi(i, 2)          2   2   1   1   2   2   1   1
 *     after step 1 at    7   6   1   0   3   2   5   4    (logical)
 *     phi there          1   1   2   2   1   1   2   2
 *     after step 2 at    4   5   6   7   0   1   2   3    = i + 4
 */
static uint32_t all_port_steps(const struct shape *shape) {
    return shape->dimension < 2 ? 2 * shape->dimension : 4;
}

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
    if (number > all_port_steps(shape))
        return;
    uint32_t i = logical(node);
    uint32_t hops = shape->dimension == 1 ? 1 : 2;
    uint32_t half = (number - 1) / hops == 0 ? PLUS : MINUS;
    uint32_t hop = (number - 1) % hops;
    uint32_t place = place_of(shape, i, half);
    for (uint32_t j = hop; j < shape->dimension; j++)
        add_hop(shape, place, half, j, hop, j, step);
}

const struct algorithm aspc_all_port = {
    .name = "aspc",
    .operation = &aspc_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "Hu, Theorem 5",
    .areas = ASPC_AREAS,
    .blocks = aspc_blocks,
    .steps = all_port_steps,
    .packets = aspc_packets,
    .link_words = aspc_packets,
    .bound = aspc_all_port_bound,
    .step = all_port_step,
};

/* ---- "aspc-permutations": one offset after the other, +2^j and -2^j together ----
 *
 * What Hu's section 4 compares with, after Johnsson: a permutation takes one step for j = 0 and two
 * for j > 0, and both signs of one offset use different links: 2n - 1 steps, printed as 2 log N.
 * Only in the 1-cube do + and - share their one link, and follow one another.
 *
 * Example, n = 2: step 1 both offsets of 1; step 2 first and step 3 second links of +2 and -2.
 */
static uint32_t permutations_steps(const struct shape *shape) {
    uint32_t n = shape->dimension;
    return n < 2 ? 2 * n : 2 * n - 1;
}

/* Counting the steps of n permutations from 1, where the one with j = 0 has a single step: j and
 * hop of step k. */
static uint32_t offset_of(uint32_t k) {
    return k / 2;
}

static uint32_t hop_of(uint32_t k) {
    return k == 1 ? 0 : k % 2;
}

static void permutations_step(const struct shape *shape, uint32_t node, uint32_t number,
                              struct step *step) {
    step_clear(step);
    if (number > permutations_steps(shape))
        return;
    uint32_t i = logical(node);
    if (shape->dimension == 1) {
        uint32_t half = number == 1 ? PLUS : MINUS;
        add_hop(shape, place_of(shape, i, half), half, 0, 0, 0, step);
        return;
    }
    add_hop(shape, place_of(shape, i, PLUS), PLUS, offset_of(number), hop_of(number), 0, step);
    add_hop(shape, place_of(shape, i, MINUS), MINUS, offset_of(number), hop_of(number), 1, step);
}

const struct algorithm aspc_permutations = {
    .name = "aspc-permutations",
    .operation = &aspc_operation,
    .ports = PORTS_ALL,
    .source = "Hu, sections 1 and 4",
    .areas = ASPC_AREAS,
    .blocks = aspc_blocks,
    .steps = permutations_steps,
    .packets = aspc_packets,
    .link_words = aspc_packets,
    .bound = aspc_all_port_bound,
    .step = permutations_step,
};

/* ---- "aspc-one-port": one permutation after the other ----
 *
 * +1, +2, +4, ..., then -1, -2, -4, ...: in every step each node sends one packet and receives one,
 * so 4n - 2 steps, which is also the bound of one port.
 *
 * Example, n = 2: steps 1: +1; 2, 3: +2; 4: -1; 5, 6: -2.
 */
static void one_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
    if (number > aspc_one_port_steps(shape))
        return;
    uint32_t i = logical(node);
    uint32_t steps_of_half = 2 * shape->dimension - 1;
    uint32_t half = number <= steps_of_half ? PLUS : MINUS;
    uint32_t k = half == PLUS ? number : number - steps_of_half;
    add_hop(shape, place_of(shape, i, half), half, offset_of(k), hop_of(k), 0, step);
}

const struct algorithm aspc_one_port = {
    .name = "aspc-one-port",
    .operation = &aspc_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Hu, section 1, after Johnsson",
    .areas = ASPC_AREAS,
    .blocks = aspc_blocks,
    .steps = aspc_one_port_steps,
    .packets = aspc_packets,
    .link_words = aspc_packets,
    .bound = aspc_one_port_steps,
    .step = one_port_step,
};

/* ---- The call ---- */

int cube_aspc_by(const struct cube_choice *choice, const void *elements, void *plus, void *minus,
                 size_t bytes) {
    struct call call;
    int error = call_begin(&call, &aspc_operation, &aspc_all_port, choice, 0);
    if (unlikely(error != 0))
        return error;
    call_known(&call, choice, CALL_ASPC, bytes, 0);
    call.input = elements;
    call.output[PLUS - 1] = plus;
    call.output[MINUS - 1] = minus;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_aspc(const void *elements, void *plus, void *minus, size_t bytes) {
    struct plan *plan = plan_kept(CALL_ASPC, bytes, 0);
    if (plan == NULL || minus == NULL)
        return cube_aspc_by(NULL, elements, plus, minus, bytes);
    plan->buffer[MINUS] = minus;
    return plan_run(elements, plus, plan);
}
