/* Circular shift along the ring of Gray codes: three schedules and the call. After the slides
 * "Circular Shift on a Hypercube" to Grama, Gupta, Karypis and Kumar, Introduction to Parallel
 * Computing, section 4.6, and Ozveren, section 3.1 and appendix A.
 *
 * A shift by 2^b or by -2^b takes one step for b = 0 and two for b > 0, wherever on the ring a node
 * is (Hu, Theorem 1; the tables phi and varphi of aspc.h name the links). A shift by q is a phase
 * for each digit of q in an expansion q = sum of d_b 2^b, d_b in {-1, 0, 1}.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes, w the digits that are not 0
 * and u the lowest of them, 0 or 1:
 *     each                (t_s + t_w m)(2 w - u)
 */
#include "collectives/call/call.h"
#include "collectives/cube/aspc.h"
#include "collectives/cube/shift.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "net/node.h"

/* Areas; a packet between two steps waits in the output or in transit, in turns. */
enum { BLOCK = AREA_INPUT, OUT, TRANSIT, AREAS };

/* An expansion of q modulo N: the sets of the digits 1 and of the digits -1. */
struct digits {
    uint32_t plus;
    uint32_t minus;
};

static uint32_t distance(const struct shape *shape) {
    return shape->shift & (shape_nodes(shape) - 1);
}

/* Steps of a phase. */
static uint32_t hops_of(uint32_t b) {
    return b == 0 ? 1 : 2;
}

static uint32_t steps_of(struct digits digits) {
    uint32_t all = digits.plus | digits.minus;
    return 2 * (uint32_t)__builtin_popcount(all) - (all & 1);
}

static struct content gray_shift_postcondition(const struct shape *shape, uint32_t node,
                                               uint32_t area, uint32_t block) {
    (void)area;
    uint32_t from = (uint32_t)cube_gray_inverse((int)node) - shape->shift;
    return content_of((uint32_t)cube_gray((int)(from & (shape_nodes(shape) - 1))), block);
}

static const struct operation gray_shift_operation = {
    .tag = OPERATION_GRAY_SHIFT,
    .outputs = 1,
    .postcondition = gray_shift_postcondition,
};

static uint32_t one_block(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

/* Step `number` of the phases of these digits, the lowest first. */
static void digits_step(const struct shape *shape, struct digits digits, uint32_t node,
                        uint32_t number, struct step *step) {
    uint32_t steps = steps_of(digits);
    step_clear(step);
    if (number > steps) {
        if (steps == 0)
            step_move(step, (struct block_set){BLOCK, 0, 0}, (struct block_set){OUT, 0, 0},
                      MOVE_COPY);
        return;
    }
    uint32_t rest = digits.plus | digits.minus;
    uint32_t left = number;
    for (; left > hops_of(lowest_port(rest)); rest &= rest - 1)
        left -= hops_of(lowest_port(rest));
    uint32_t b = lowest_port(rest);

    /* A shift by -2^b is one by 2^b on the mirrored ring (Hu, Lemma 9). The second link of an
     * element is that of its table entry at the node where it then is (Theorem 4). */
    uint32_t place = (uint32_t)cube_gray_inverse((int)node);
    if ((digits.minus >> b) & 1)
        place = shape_nodes(shape) - 1 - place;
    uint32_t arrives = (steps - number) % 2 == 0 ? OUT : TRANSIT;
    uint32_t leaves = number == 1 ? BLOCK : OUT + TRANSIT - arrives;
    step_send(step, aspc_phi(shape->dimension, place, b), single_block(leaves, 0));
    step_receive(step, aspc_varphi(shape->dimension, place, b), single_block(arrives, 0));
}

/* ---- "gray-shift-signed": digits 1 and -1, the cheapest expansion (after Ozveren, appendix A)
 * ----
 *
 * Its cost is the largest Hamming distance of Gray(i) and Gray(i + q), which no algorithm can beat,
 * and at most n. Above digit b an expansion is the better for a carry or for none: choose from the
 * highest down. A carry out of the highest bit is N, which is nothing on the ring.
 *
 * Example, n = 3, q = 3 = -1 + 4 (at logical node i = 0 .. 7: the logical node it came from):
 *     step 1, -1           1  2  3  4  5  6  7  0
 *     step 2, first of +4  4  3  6  5  0  7  2  1
 *     step 3, second       5  6  7  0  1  2  3  4
 */
static struct digits signed_digits(const struct shape *shape) {
    uint32_t n = shape->dimension;
    uint32_t q = distance(shape);
    uint32_t minus_wins = 0;   /* set of the bits where, if the digit is odd, -1 is the better */
    uint32_t cost[2] = {0, 0}; /* of the digits above: without a carry into them, and with one */
    for (uint32_t b = n; b-- > 0;) {
        uint32_t bit = (q >> b) & 1;
        uint32_t odd = hops_of(b) + (cost[1] < cost[0] ? cost[1] : cost[0]);
        uint32_t even = cost[bit]; /* 0 and no carry, or 1 and a carry, which carries */
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

static uint32_t signed_steps(const struct shape *shape) {
    return steps_of(signed_digits(shape));
}

static uint64_t signed_packets(const struct shape *shape) {
    return (uint64_t)signed_steps(shape) * shape_nodes(shape);
}

static void signed_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    digits_step(shape, signed_digits(shape), node, number, step);
}

const struct algorithm gray_shift_signed = {
    .name = "gray-shift-signed",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Ozveren, appendix A, signed digits",
    .areas = AREAS,
    .blocks = one_block,
    .steps = signed_steps,
    .packets = signed_packets,
    .link_words = signed_packets,
    .bound = signed_steps,
    .step = signed_step,
};

/* ---- "gray-shift-binary": the binary digits of q ----
 *
 * At most 2n - 1 steps, for q = N - 1.
 *
 * Example, n = 3, q = 3 = 1 + 2: step 1 is the shift by 1, steps 2 and 3 are the shift by 2.
 */
static struct digits binary_digits(const struct shape *shape) {
    return (struct digits){.plus = distance(shape)};
}

static uint32_t binary_steps(const struct shape *shape) {
    return steps_of(binary_digits(shape));
}

static uint64_t binary_packets(const struct shape *shape) {
    return (uint64_t)binary_steps(shape) * shape_nodes(shape);
}

static void binary_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    digits_step(shape, binary_digits(shape), node, number, step);
}

const struct algorithm gray_shift_binary = {
    .name = "gray-shift-binary",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.6, phases",
    .areas = AREAS,
    .blocks = one_block,
    .steps = binary_steps,
    .packets = binary_packets,
    .link_words = binary_packets,
    .bound = signed_steps,
    .step = binary_step,
};

/* ---- "gray-shift-shorter": the binary digits of q or of N - q, whichever is less ----
 *
 * At most 2n - 3 steps for n >= 3 (Ozveren, 3.1).
 *
 * Example, n = 3, q = 7: -1, one step, where the binary digits 1 + 2 + 4 take five.
 */
static struct digits shorter_digits(const struct shape *shape) {
    uint32_t nodes = shape_nodes(shape);
    uint32_t q = distance(shape);
    if (q <= nodes / 2)
        return (struct digits){.plus = q};
    return (struct digits){.minus = nodes - q};
}

static uint32_t shorter_steps(const struct shape *shape) {
    return steps_of(shorter_digits(shape));
}

static uint64_t shorter_packets(const struct shape *shape) {
    return (uint64_t)shorter_steps(shape) * shape_nodes(shape);
}

static void shorter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    digits_step(shape, shorter_digits(shape), node, number, step);
}

const struct algorithm gray_shift_shorter = {
    .name = "gray-shift-shorter",
    .operation = &gray_shift_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SHIFT,
    .source = "Ozveren, section 3.1",
    .areas = AREAS,
    .blocks = one_block,
    .steps = shorter_steps,
    .packets = shorter_packets,
    .link_words = shorter_packets,
    .bound = signed_steps,
    .step = shorter_step,
};

/* ---- The call ---- */

int cube_gray_shift_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                       int q) {
    struct call call;
    int error = call_begin(&call, &gray_shift_operation, &gray_shift_signed, choice, 0);
    if (unlikely(error != 0))
        return error;
    call.shape.shift = (uint32_t)q & (shape_nodes(&call.shape) - 1);
    call_known(&call, choice, CALL_GRAY_SHIFT, bytes, (uint32_t)q);
    call.input = send;
    call.output[0] = recv;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_gray_shift(const void *send, void *recv, size_t bytes, int q) {
    struct plan *plan = plan_kept(CALL_GRAY_SHIFT, bytes, (uint32_t)q);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_gray_shift_by(NULL, send, recv, bytes, q);
}
