/* Circular shift along the ring of Gray codes: three schedules. After the slides "Circular Shift
 * on a Hypercube" to Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing, section
 * 4.6, and Ozveren, section 3.1 and appendix A.
 *
 * A shift by 2^b or by -2^b takes one step for b = 0 and two for b > 0, wherever on the ring a node
 * is (Hu, Theorem 1; the tables phi and varphi of aspc.h name the links). A shift by q has a phase
 * for each digit that is not 0 in an expansion q = sum of d_b 2^b, d_b in {-1, 0, 1}.
 *
 * Cost (cost.h), with m the bytes, w the number of digits that are not 0, and u = 1 if d_0 is one
 * of them, else 0:
 *     each                (t_s + t_w m)(2 w - u)
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"
#include "cube.h"

/* The areas. Between two steps a packet waits in the output or in TRANSIT, in turns. */
enum { BLOCK = AREA_INPUT, OUT, TRANSIT, AREAS };

/* An expansion of q modulo N: the set of the digits that are 1, and the set of those that are -1.
 */
struct digits {
    uint32_t plus;
    uint32_t minus;
};

/* The steps of the phase of digit b. */
static uint32_t hops_of(uint32_t b) {
    return b == 0 ? 1 : 2;
}

static uint32_t steps_of(struct digits digits) {
    uint32_t all = digits.plus | digits.minus;
    return 2 * (uint32_t)__builtin_popcount(all) - (all & 1);
}

static struct cube_content gray_shift_postcondition(const struct shape *shape, uint32_t node,
                                                    UNUSED uint32_t area, uint32_t block) {
    uint32_t from = (uint32_t)cube_gray_inverse((int)node) - shape->shift;
    return content_of((uint32_t)cube_gray((int)(from & (shape_nodes(shape) - 1))), block);
}

static const struct operation gray_shift_operation = {
    .tag = OPERATION_GRAY_SHIFT,
    .outputs = 1,
    .postcondition = gray_shift_postcondition,
};

/* Fills *step with step `number` of the phases of these digits. The phase of the lowest digit comes
 * first. */
static void digits_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct digits digits, struct step *step) {
    uint32_t steps = steps_of(digits);
    if (number > steps) {
        if (steps == 0)
            step_copy(step, BLOCK, 0, OUT, 0);
        return;
    }
    uint32_t rest = digits.plus | digits.minus;
    uint32_t left = number;
    for (; left > hops_of(lowest_port(rest)); rest &= rest - 1)
        left -= hops_of(lowest_port(rest));
    uint32_t b = lowest_port(rest);

    /* A shift by -2^b is a shift by 2^b on the mirrored ring (Hu, Lemma 9). The second link of a
     * packet is in the table's entry for the node at which the packet then is (Theorem 4). */
    uint32_t logical = (uint32_t)cube_gray_inverse((int)node);
    if ((digits.minus >> b) & 1)
        logical = shape_nodes(shape) - 1 - logical;
    uint32_t arrives = (steps - number) % 2 == 0 ? OUT : TRANSIT;
    uint32_t leaves = number == 1 ? BLOCK : OUT + TRANSIT - arrives;
    step_send(step, aspc_phi(shape->dimension, logical, b), single_block(leaves, 0));
    step_receive(step, aspc_varphi(shape->dimension, logical, b), single_block(arrives, 0));
}

/* ---- "gray-shift-signed": the cheapest expansion into digits 1 and -1 ----
 *
 * After Ozveren, appendix A. It takes as many steps as the largest Hamming distance of Gray(i) and
 * Gray(i + q), which no algorithm can beat and which is at most n. For the digits above b, a carry
 * into them may be better or worse than none. signed_digits finds out which, from the highest digit
 * down. A carry out of the highest digit is N, which is 0 on the ring.
 *
 * Example, n = 3, q = 3 = -1 + 4 (at logical node i = 0 .. 7: the logical node it came from):
 *     step 1, -1           1  2  3  4  5  6  7  0
 *     step 2, first of +4  4  3  6  5  0  7  2  1
 *     step 3, second       5  6  7  0  1  2  3  4
 */
static struct digits signed_digits(const struct shape *shape) {
    uint32_t n = shape->dimension;
    uint32_t q = shape_shift(shape);
    uint32_t minus_wins = 0;   /* set of the places where -1 is better than 1 */
    uint32_t cost[2] = {0, 0}; /* of the digits above, without and with a carry into them */
    for (uint32_t b = n; b-- > 0;) {
        uint32_t bit = (q >> b) & 1;
        uint32_t odd = hops_of(b) + (cost[1] < cost[0] ? cost[1] : cost[0]);
        uint32_t even = cost[bit]; /* bit and carry are equal: the digit is 0 */
        minus_wins |= (uint32_t)(cost[1] < cost[0]) << b;
        cost[bit] = even;
        cost[1 - bit] = odd;
    }
    struct digits digits = {0, 0};
    for (uint32_t b = 0, carry = 0; b < n; b++) {
        uint32_t value = ((q >> b) & 1) + carry;
        bool odd = value == 1;
        carry = value == 2 || (odd && ((minus_wins >> b) & 1));
        digits.plus |= (uint32_t)(odd && !carry) << b;
        digits.minus |= (uint32_t)(odd && carry) << b;
    }
    return digits;
}

FORMULA(uint32_t, signed_steps, steps_of(signed_digits(shape)))

VARIANT_STEP(signed_step, digits_step, signed_digits(shape))

const struct algorithm gray_shift_signed = {
    .name = "gray-shift-signed",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Ozveren, appendix A, signed digits",
    .areas = AREAS,
    .steps = signed_steps,
    .step = signed_step,
};

/* ---- "gray-shift-binary": the binary digits of q ----
 *
 * This takes at most 2n - 1 steps, which q = N - 1 needs.
 *
 * Example, n = 3, q = 3 = 1 + 2: step 1 is the shift by 1, steps 2 and 3 are the shift by 2.
 */
static struct digits binary_digits(const struct shape *shape) {
    return (struct digits){.plus = shape_shift(shape)};
}

FORMULA(uint32_t, binary_steps, steps_of(binary_digits(shape)))

VARIANT_STEP(binary_step, digits_step, binary_digits(shape))

const struct algorithm gray_shift_binary = {
    .name = "gray-shift-binary",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.6, phases",
    .areas = AREAS,
    .steps = binary_steps,
    .bound = signed_steps,
    .step = binary_step,
};

/* ---- "gray-shift-shorter": the binary digits of q or of N - q, whichever is less ----
 *
 * This takes at most 2n - 3 steps for n >= 3 (Ozveren, 3.1).
 *
 * Example, n = 3, q = 7: -1, one step, where the binary digits 1 + 2 + 4 take five.
 */
static struct digits shorter_digits(const struct shape *shape) {
    uint32_t nodes = shape_nodes(shape);
    uint32_t q = shape_shift(shape);
    if (q <= nodes / 2)
        return (struct digits){.plus = q};
    return (struct digits){.minus = nodes - q};
}

FORMULA(uint32_t, shorter_steps, steps_of(shorter_digits(shape)))

VARIANT_STEP(shorter_step, digits_step, shorter_digits(shape))

const struct algorithm gray_shift_shorter = {
    .name = "gray-shift-shorter",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SHIFT,
    .source = "Ozveren, section 3.1",
    .areas = AREAS,
    .steps = shorter_steps,
    .bound = signed_steps,
    .step = shorter_step,
};
