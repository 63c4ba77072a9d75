/* All-gather on a ring or mesh with one port, in as many steps as the farthest node is away, and
 * the reduce-scatter, which is that backwards. After the slides "All-to-All Broadcast and Reduction
 * on a Ring", "... on a Mesh" to Grama et al., section 4.2, where each node's block goes round one
 * way.
 *
 * Cost for p nodes and the diameter D, with t_s a message's start-up, t_w a byte's time, m the
 * bytes of a block: each     t_s D + t_w m (p - 1), D = p / 2 on a ring, s on a mesh of s x s
 *
 * No fewer steps would do, even with all ports: a node needs the block of the farthest node.
 *
 * Along one axis after the other, from the last to the first, positions exchange over every other
 * link by turns (mesh_is_with_next). In step 1 of an axis positions 2j and 2j + 1 exchange the
 * blocks that they have, and then both have those of pair j. In step 2 each sends these over its
 * other link, and from then on what came over the other link in the step before. A packet is always
 * blocks of consecutive ranks, and these lie where they belong.
 *
 * Example, a ring of 8, position 2 (> forwards, < back):
 *     step       1      2        3        4
 *     sends      2 >    2, 3 <   0, 1 >   4, 5 <
 *     receives   3 <    0, 1 >   4, 5 <   6, 7 >
 */
#include "collectives/mesh/allgather.h"
#include "collectives/mesh/reduce_scatter.h"
#include "collectives/schedule/mesh.h"

/* Returns the blocks of all nodes that have one of `count` positions on the axis, from `first` on,
 * and this node's positions on the axes before it. */
static struct run blocks_of(const struct shape *shape, uint32_t node, uint32_t axis, uint32_t first,
                            uint32_t count) {
    return consecutive_blocks(AREA_OUTPUT, mesh_first_rank(shape, node, axis, first),
                              count * mesh_stride(shape, axis));
}

/* Returns the blocks that come to a node in a step of an axis. In step 0 these are its own pair's.
 */
static struct run arriving(const struct shape *shape, uint32_t node, uint32_t axis, uint32_t step) {
    uint32_t position = mesh_position(shape, node, axis);
    uint32_t half = mesh_half(mesh_side(shape, axis));
    if (step == 1)
        return blocks_of(shape, node, axis, position ^ 1, 1);
    return blocks_of(shape, node, axis, mesh_turn_pair(half, position, step), 2);
}

static void pairs_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, mesh_rank(shape, node));
    if (number > mesh_diameter(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_half, false);
    uint32_t port = mesh_turn_port(shape, node, phase);
    uint32_t position = mesh_position(shape, node, phase.axis);
    step_send(step, port,
              phase.step == 1 ? blocks_of(shape, node, phase.axis, position, 1)
                              : arriving(shape, node, phase.axis, mesh_turn_before(phase.step)));
    step_receive(step, port, arriving(shape, node, phase.axis, phase.step));
}

static struct chain_cost pairs_cost(const struct shape *shape) {
    uint32_t steps = mesh_diameter(shape);
    return chain_of(steps, mesh_nodes(shape) - 1, steps);
}

const struct algorithm mesh_allgather_pairs = {
    .name = "mesh-allgather-pairs",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, pairs both ways round each ring",
    .areas = AREA_OUTPUT + 1,
    .applicable = mesh_fits,
    .blocks = mesh_allgather_blocks,
    .steps = mesh_diameter,
    .packets = mesh_turn_packets,
    .link_words = mesh_allgather_words,
    .cost = pairs_cost,
    .step = pairs_step,
};

/* What comes to a node has gone round the ring's end, so the order is not kept. */
const struct algorithm mesh_reduce_scatter_pairs = {
    .name = "mesh-reduce-scatter-pairs",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, dual",
    .areas = MESH_REDUCE_SCATTER_AREAS,
    .accumulators = 1u << MESH_REDUCE_SCATTER_PARTIAL,
    .dual_of = &mesh_allgather_pairs,
    .dual_run = mesh_reduce_scatter_run,
    .blocks = mesh_reduce_scatter_blocks,
};
