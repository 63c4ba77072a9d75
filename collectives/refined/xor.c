/* Permutation by XOR: two schedules. It is one step of the total exchange, in the slides
 * "All-to-All Personalized Communication on a Hypercube: Optimal Algorithm" to Grama, Gupta,
 * Karypis and Kumar, Introduction to Parallel Computing, section 4.5.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, t_h a hop's, m the bytes, w the ones
 * of j:
 *     xor-ecube           t_s + t_w m + t_h w
 *     xor-exchange        (t_s + t_w m) w
 *
 * Every packet has to cross all dimensions of j, so fewer exchanges are not enough.
 */
#include "collectives/refined/xor.h"

#include "collectives/refined/correction.h"

static uint32_t mask(const struct shape *shape) {
    return shape->shift & (shape_nodes(shape) - 1);
}

static struct cube_content xor_postcondition(const struct shape *shape, uint32_t node,
                                             uint32_t area, uint32_t block) {
    (void)area;
    return content_of(node ^ mask(shape), block);
}

static const struct operation xor_operation = {
    .tag = OPERATION_XOR,
    .outputs = 1,
    .postcondition = xor_postcondition,
};

static uint32_t ones(const struct shape *shape) {
    return (uint32_t)__builtin_popcount(mask(shape));
}

static uint64_t xor_packets(const struct shape *shape) {
    return (uint64_t)ones(shape) * shape_nodes(shape);
}

/* ---- "xor-ecube": one step, each packet on its whole E-cube path ----
 *
 * Example, n = 3, j = 5:
 *     node i       0  1  2  3  4  5  6  7
 *     i XOR 5      5  4  7  6  1  0  3  2
 *     by way of    1  0  3  2  5  4  7  6
 */
static uint32_t ecube_steps(const struct shape *shape) {
    return mask(shape) == 0 ? 0 : 1;
}

static void ecube_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    (void)node;
    correction_ecube(mask(shape), number, step);
}

static struct chain_cost ecube_cost(const struct shape *shape) {
    return chain_of(ecube_steps(shape), ecube_steps(shape), ones(shape));
}

const struct algorithm xor_ecube = {
    .name = "xor-ecube",
    .operation = &xor_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.5.3, one step",
    .areas = CORRECTION_ECUBE_AREAS,
    .blocks = blocks_one,
    .steps = ecube_steps,
    .packets = xor_packets,
    .cost = ecube_cost,
    .step = ecube_step,
};

/* ---- "xor-exchange": the dimensions of j one after the other, all nodes on the same ----
 *
 * Example, n = 3, j = 5 (a node's packet by its origin):
 *     node             0  1  2  3  4  5  6  7
 *     step 1, port 0   1  0  3  2  5  4  7  6
 *     step 2, port 2   5  4  7  6  1  0  3  2
 */
static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    (void)node;
    correction_exchange(mask(shape), mask(shape), number, step);
}

const struct algorithm xor_exchange = {
    .name = "xor-exchange",
    .operation = &xor_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Grama et al., 4.5.3, a dimension a step",
    .areas = CORRECTION_EXCHANGE_AREAS,
    .blocks = blocks_one,
    .steps = ones,
    .packets = xor_packets,
    .step = exchange_step,
};
