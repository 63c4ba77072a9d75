/* All-gather on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Broadcast and Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     ring of p nodes      (t_s + t_w m) (p - 1)
 *     mesh, p = s^2        t_s 2 (s - 1) + t_w m (p - 1)
 */
#include "collectives/mesh/allgather.h"

#include <string.h>

#include "collectives/mesh/directions.h"
#include "collectives/mesh/early_turns.h"
#include "collectives/schedule/mesh.h"
#include "collectives/schedule/postcondition.h"

/* ---- "mesh-allgather": each node passes on what it received last ----
 *
 * Single blocks go round the rings of the last axis, then the rows that have come together go round
 * the rings of the axis before it, and so on. A packet is always blocks of consecutive ranks, and
 * these lie where they belong.
 *
 * Example, a ring of 4. In step 1 each node sends its own block to the next one, in step 2 what
 * came in step 1, and in step 3 what came in step 2. Position 2 receives the blocks 1, 0, 3. On a
 * mesh of 2 x 4 a fourth step follows, in which the two rows exchange their four blocks.
 */
const struct operation mesh_allgather_operation = {
    .tag = OPERATION_MESH_ALLGATHER,
    .outputs = 1,
    .postcondition = postcondition_of_each,
    .rank = mesh_rank,
};

uint32_t mesh_allgather_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area == AREA_INPUT ? 1 : mesh_nodes(shape);
}

uint64_t mesh_allgather_words(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes - 1);
}

/* Returns the blocks of all nodes that have `position` on the axis and this node's positions on the
 * axes before it. */
static struct run blocks_of_position(const struct shape *shape, uint32_t node, uint32_t axis,
                                     uint32_t position) {
    uint32_t first = mesh_first_rank(shape, node, axis, position % mesh_side(shape, axis));
    return consecutive_blocks(AREA_OUTPUT, first, mesh_stride(shape, axis));
}

static void allgather_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, mesh_rank(shape, node));
    if (number > mesh_ring_steps(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_others, false);
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    step_send(step, mesh_port_next(shape, phase.axis, position),
              blocks_of_position(shape, node, phase.axis, position + side - (phase.step - 1)));
    step_receive(step, mesh_port_before(shape, phase.axis, position),
                 blocks_of_position(shape, node, phase.axis, position + side - phase.step));
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

static uint32_t allgather_bound(const struct shape *shape) {
    return mesh_allgather_bound(shape, mesh_allgather_largest(shape));
}

bool mesh_allgather_open_in(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    bool is_reached = mesh_turns_fit(shape) && mesh_turns_steps(shape) <= allgather_bound(shape);
    return mesh_side(&without, 0) > 2 && !is_reached;
}

static struct chain_cost ring_cost(const struct shape *shape) {
    uint32_t steps = mesh_ring_steps(shape);
    return chain_of(steps, mesh_nodes(shape) - 1, steps);
}

const struct algorithm mesh_allgather = {
    .name = "mesh-allgather",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, all-to-all broadcast on a ring and a mesh",
    .areas = AREA_OUTPUT + 1,
    .applicable = mesh_fits,
    .blocks = mesh_allgather_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = mesh_allgather_words,
    .bound = allgather_bound,
    .open = true,
    .open_in = mesh_allgather_open_in,
    .cost = ring_cost,
    .step = allgather_step,
};
