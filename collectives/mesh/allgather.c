/* All-gather and reduce-scatter on a ring or mesh, from neighbour to neighbour. After the slides
 * "All-to-All Broadcast and Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2; and
 * by turns, in as many steps as the farthest node is away.
 *
 * Cost (cost.h) for p nodes and the diameter D, with m the bytes of a block:
 *     mesh-allgather, mesh-reduce-scatter, on a ring    (t_s + t_w m) (p - 1)
 *     on a mesh, p = s^2                                t_s 2 (s - 1) + t_w m (p - 1)
 *     -pairs                                            t_s D + t_w m (p - 1)
 * and a reduce-scatter p - 1 combinations of a block. No fewer steps than D would do, even with all
 * ports: a node needs the block of the farthest node.
 *
 * Single blocks go round the rings of the last axis, then the rows that have come together go round
 * the rings of the axis before it, and so on, by the ways of ways.h. A packet is always blocks of
 * consecutive ranks, and these lie where they belong.
 *
 * Example, one way, a ring of 4. In step 1 each node sends its own block to the next one, in step 2
 * what came in step 1, and in step 3 what came in step 2. Position 2 receives the blocks 1, 0, 3.
 * On a mesh of 2 x 4 a fourth step follows, in which the two rows exchange their four blocks. By
 * turns, a ring of 8, position 2 (> forwards, < back):
 *     step       1      2        3        4
 *     sends      2 >    2, 3 <   0, 1 >   4, 5 <
 *     receives   3 <    0, 1 >   4, 5 <   6, 7 >
 */
#include "collectives/mesh/allgather.h"

#include <string.h>

#include "collectives/mesh/directions.h"
#include "collectives/mesh/early_turns.h"
#include "collectives/mesh/ways.h"
#include "collectives/schedule/mesh.h"

/* ---- All-gather ---- */

uint64_t mesh_allgather_words(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes - 1);
}

/* Where a node has the blocks of all nodes that have one of these positions on the axis of a leg,
 * and this node's positions on the axes before it. They are of consecutive ranks. */
static struct run blocks_of(const struct shape *shape, uint32_t node, uint32_t axis,
                            struct positions positions) {
    return consecutive_blocks(AREA_OUTPUT, mesh_first_rank(shape, node, axis, positions.first),
                              positions.count * mesh_stride(shape, axis));
}

static void allgather_step(const struct shape *shape, uint32_t node, uint32_t number, enum way way,
                           struct step *step) {
    struct leg leg[WAYS_LEGS];
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, mesh_rank(shape, node));
    if (number > ways_steps(shape, way))
        return;
    ways_legs(shape, node, number, way, false, leg);
    step_send(
        step, leg->out,
        blocks_of(shape, node, leg->axis, ways_sent(way, leg->side, leg->position, leg->step)));
    step_receive(
        step, leg->in,
        blocks_of(shape, node, leg->axis, ways_come(way, leg->side, leg->position, leg->step)));
}

uint32_t mesh_allgather_largest(const struct shape *shape) {
    uint32_t axis = 0;
    while (axis + 1 < mesh_axes(shape) && mesh_side(shape, axis) == 1)
        axis++;
    return mesh_stride(shape, axis);
}

uint32_t mesh_allgather_bound(const struct shape *shape, uint32_t largest) {
    uint32_t known[2 * CUBE_MAX_DIMENSION + 1] = {1}; /* the newest first */
    uint32_t links = mesh_links(shape), steps = 0;
    for (; known[0] < mesh_nodes(shape); steps++) {
        uint32_t neighbours = 1;
        for (uint32_t link = 0; link < links; link++)
            neighbours += known[link];
        uint32_t next = known[0] + (known[0] < largest ? known[0] : largest);
        memmove(known + 1, known, links * sizeof *known);
        known[0] = next < neighbours ? next : neighbours;
    }
    return steps > mesh_diameter(shape) ? steps : mesh_diameter(shape);
}

FORMULA(uint32_t, allgather_bound, mesh_allgather_bound(shape, mesh_allgather_largest(shape)))

bool mesh_allgather_open_in(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    bool is_reached = mesh_turns_fit(shape) && mesh_turns_steps(shape) <= allgather_bound(shape);
    return mesh_side(&without, 0) > 2 && !is_reached;
}

VARIANT_STEP(ring_step, allgather_step, ONE_WAY)
VARIANT_STEP(pairs_step, allgather_step, BY_TURNS)

const struct algorithm mesh_allgather = {
    .name = "mesh-allgather",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, all-to-all broadcast on a ring and a mesh",
    .steps = mesh_ring_steps,
    .link_words = mesh_allgather_words,
    .bound = allgather_bound,
    .open_in = mesh_allgather_open_in,
    .step = ring_step,
};

const struct algorithm mesh_allgather_pairs = {
    .name = "mesh-allgather-pairs",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, pairs both ways round each ring",
    .steps = mesh_diameter,
    .link_words = mesh_allgather_words,
    .step = pairs_step,
};

/* ---- Reduce-scatter: the same backwards ----
 *
 * One way, the sum for position i begins at position i - 1. On its way it is combined with the
 * blocks of i - 2, i - 3, ..., i. A sum that comes to a node has gone round the ring's end, so the
 * order is not kept.
 */
const struct algorithm mesh_reduce_scatter = {
    MESH_REDUCE_SCATTER_OF(mesh_allgather),
    .name = "mesh-reduce-scatter",
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Grama et al., 4.2, all-to-all reduction on a ring and a mesh",
};

const struct algorithm mesh_reduce_scatter_pairs = {
    MESH_REDUCE_SCATTER_OF(mesh_allgather_pairs),
    .name = "mesh-reduce-scatter-pairs",
    .ports = PORTS_ONE,
    .source = "after Grama et al., 4.2, dual",
};
