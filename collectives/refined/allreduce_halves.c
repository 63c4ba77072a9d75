/* All-reduce of a message in two halves. After the slides "All-Reduce" to Grama et al., section
 * 4.3: recursive doubling, of which a step is divided into two, so that all the others carry half
 * of the message.
 *
 * Cost (cost.h), with m the bytes of the whole:
 *     (t_s + t_w m / 2)(n + 1)
 * "allreduce-exchange" takes (t_s + t_w m) n, and "allreduce-halving" 2 n t_s + 2 t_w m (N - 1) /
 * N.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

/* ---- "allreduce-halves": two blocks ----
 *
 * In step 1 neighbours on dimension 0 divide the message: the lower one combines the first block of
 * both, the upper one the second block. Then nodes exchange their block on the dimensions 1, ...,
 * n - 1, and each has one block of the result. In step n + 1 the neighbours on dimension 0 exchange
 * these. What a node has collected always comes from nodes with consecutive numbers, and the block
 * from the lower of two neighbours is the left operand, so the order is kept.
 *
 * Example, n = 3, block 0 as a .. h and block 1 as A .. H, nodes 4 and 5:
 *     node                  4             5
 *     step 1 (port 0)       ef            EF
 *     step 2 (port 1)       efgh          EFGH
 *     step 3 (port 2)       abcdefgh      ABCDEFGH
 *     step 4 (port 0)       both          both
 *
 * No fewer steps would do: a node can have heard of all others after n steps, and not before, and
 * has one block more to send or to receive than it can in the last of these.
 */
enum { HALVES = 2 };

FORMULA(uint32_t, halves_parts, HALVES)
FORMULA(uint32_t, halves_steps, shape->dimension == 0 ? 0 : shape->dimension + 1)

static void halves_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    uint32_t last = halves_steps(shape);
    if (number > last)
        return;
    uint32_t port = number == last ? 0 : number - 1;
    struct run own = single_block(AREA_OUTPUT, node & 1);
    struct run other = single_block(AREA_OUTPUT, ~node & 1);
    step_send(step, port, number == 1 ? other : own);
    if (number == last)
        step_receive(step, port, other);
    else
        step_combine(step, port, own, (node >> port) & 1);
}

const struct algorithm allreduce_halves = {
    .name = "allreduce-halves",
    .operation = &allreduce_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.3, all-reduce, in two halves",
    .accumulators = 1u << AREA_OUTPUT,
    .parts = halves_parts,
    .steps = halves_steps,
    .step = halves_step,
};
