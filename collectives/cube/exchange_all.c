/* The template of the pattern page, "Algorithm outline". One of its exchanges is a schedule, and
 * the call makes all of them.
 *
 * Cost (cost.h), with m_k the bytes of exchange k:
 *     t_s n + t_w (m_0 + ... + m_(n-1)), and n operations
 */
#include "collectives/cube/shared.h"

/* The dimension of the exchange: shape->shift, modulo n. */
FORMULA(uint32_t, dimension_of, shape->dimension == 0 ? 0 : shape->shift % shape->dimension)

static struct cube_content message_of_neighbour(const struct shape *shape, uint32_t node,
                                                UNUSED uint32_t area, uint32_t block) {
    return content_of(node ^ 1u << dimension_of(shape), block);
}

static const struct operation exchange_all_operation = {
    .tag = OPERATION_EXCHANGE_ALL,
    .outputs = 1,
    .postcondition = message_of_neighbour,
};

/* ---- "exchange-all-step": neighbours on one dimension exchange their messages ----
 *
 * Example, n = 3, shift = 1:
 *     node         0    1    2    3    4    5    6    7
 *     has of       2    3    0    1    6    7    4    5
 */
BLOCKS_FORMULA(exchange_blocks, shape->dimension > 0)
FORMULA(uint32_t, exchange_steps, shape->dimension > 0)

static void exchange_step(const struct shape *shape, UNUSED uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > exchange_steps(shape))
        return;
    step_send(step, dimension_of(shape), single_block(AREA_INPUT, 0));
    step_receive(step, dimension_of(shape), single_block(AREA_OUTPUT, 0));
}

const struct algorithm exchange_all_step = {
    .name = "exchange-all-step",
    .operation = &exchange_all_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "pattern page, algorithm outline",
    .blocks = exchange_blocks,
    .steps = exchange_steps,
    .step = exchange_step,
};
