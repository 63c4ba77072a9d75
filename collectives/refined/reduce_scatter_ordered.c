/* Reduce-scatter that keeps the order of the operands, for operators that do not commute. After the
 * slides "All-to-All Reduction" to Grama et al., section 4.2.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     reduce-scatter-ordered      t_s n + t_w m (N - 1), and N - 1 combinations of a block
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum {
    PARTIAL = REDUCE_SCATTER_PARTIAL,
    ARRIVED, /* the half that came from the neighbour */
    ORDERED_AREAS,
};

/* ---- "reduce-scatter-ordered": the exchanges on dimensions 0, ..., n - 1 ----
 *
 * After the exchange on dimension d a node has collected from all nodes that differ from it only in
 * dimensions 0 .. d. These have consecutive numbers, and the block from the lower of two
 * neighbours is the left operand, so the order is kept. The blocks that a node still collects are
 * for the nodes that have its dimensions 0 .. d. They are not consecutive, so a packet is a set of
 * blocks.
 *
 * Example, n = 3, node 5:
 *     step 1 (port 0)   sends 0, 2, 4, 6   receives 1, 3, 5, 7
 *     step 2 (port 1)   sends 3, 7         receives 1, 5
 *     step 3 (port 2)   sends 1            receives 5
 *
 * No fewer steps would do: with one port the nodes collected from at most double in a step.
 */
BLOCKS_FORMULA(ordered_scratch, shape_nodes(shape) / (area == ARRIVED ? 2 : 1))

/* Returns the blocks of PARTIAL whose numbers have the lowest `fixed` bits of `node`. */
static struct block_set alike(const struct shape *shape, uint32_t node, uint32_t fixed) {
    uint32_t low = (1u << fixed) - 1;
    return (struct block_set){PARTIAL, node & low, (shape_nodes(shape) - 1) & ~low};
}

static void ordered_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    uint32_t n = shape->dimension;
    if (number > 1) {
        struct block_set arrived = {ARRIVED, 0, (1u << (n - number + 1)) - 1};
        bool from_lower = (node >> (number - 2)) & 1;
        step_move(step, arrived, alike(shape, node, number - 1),
                  from_lower ? MOVE_LEFT : MOVE_RIGHT);
    }
    if (number > n) {
        step_copy(step, PARTIAL, node, AREA_OUTPUT, 0);
        return;
    }
    uint32_t port = number - 1;
    step_send(step, port, run_of_set(alike(shape, node ^ 1u << port, number)));
    step_receive(step, port, consecutive_blocks(ARRIVED, 0, 1u << (n - number)));
}

const struct algorithm reduce_scatter_ordered = {
    .name = "reduce-scatter-ordered",
    .operation = &reduce_scatter_operation,
    .ports = PORTS_SIMD,
    .ordered = true,
    .source = "Grama et al., 4.2.3, dimensions ascending",
    .areas = ORDERED_AREAS,
    .accumulators = 1u << PARTIAL,
    .scratch = ordered_scratch,
    .link_words = allgather_link_words,
    .step = ordered_step,
};
