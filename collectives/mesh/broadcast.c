/* Broadcast and reduction on a ring or mesh, by recursive halving (halving.h) and from neighbour to
 * neighbour: four schedules, and their calls. After the slides to Grama et al., section 4.1.
 *
 * Cost (cost.h) for p = s^2 nodes, with m the bytes; on a ring read p - 1 for 2 (s - 1), and p / 2
 * for s:
 *     mesh-bcast, mesh-reduce                          (t_s + t_w m) log p + t_h 2 (s - 1)
 *     mesh-bcast-neighbours, mesh-reduce-neighbours    (t_s + t_w m + t_h) s
 */
#include "collectives/mesh/algorithms.h"

#include "collectives/mesh/halving.h"
#include "collectives/schedule/mesh.h"

/* ---- "mesh-bcast": by recursive halving ---- */

uint32_t mesh_broadcast_area(const struct shape *shape, uint32_t node) {
    return mesh_is_root(shape, node) ? AREA_INPUT : AREA_OUTPUT;
}

uint64_t mesh_packets_of_others(const struct shape *shape) {
    return (uint64_t)shape->packets * (mesh_nodes(shape) - 1);
}

static void broadcast_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    struct role role = halving_role(shape, node, number);
    halving_act(step, &role, single_block(mesh_broadcast_area(shape, node), 0));
}

const struct algorithm mesh_broadcast = {
    .name = "mesh-bcast",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.1, one-to-all broadcast on a ring and a mesh",
    .steps = halving_steps,
    .packets = halving_packets,
    .bound = mesh_doublings,
    .cost = halving_cost,
    .step = broadcast_step,
};

/* ---- "mesh-bcast-neighbours": store and forward, with one port ----
 *
 * Along an axis the root sends to the node after it, then to the node before it, and each node that
 * receives the packet passes it on. After step t the t nodes after the root have it, and the t - 1
 * nodes before it. Without relays no algorithm is faster, because the farthest node is side / 2
 * links away on each axis.
 *
 * Example, a ring of 8, root 0:
 *     step 1   0 -> 1
 *     step 2   1 -> 2   0 -> 7
 *     step 3   2 -> 3   7 -> 6
 *     step 4   3 -> 4   6 -> 5
 */
/* Every node but the root receives one packet. */
FORMULA(uint64_t, neighbours_packets, mesh_nodes(shape) - 1)

static void neighbours_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    if (number > mesh_diameter(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_half, true);
    for (uint32_t later = phase.axis + 1; later < mesh_axes(shape); later++)
        if (mesh_position(shape, node, later) != mesh_position_of_rank(shape, shape->root, later))
            return;
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t root = mesh_position_of_rank(shape, shape->root, phase.axis);
    uint32_t after = (position + side - root) % side; /* links from the root, going forwards;
                                                         `before`: going back */
    uint32_t before = (side - after) % side;
    uint32_t next_port = mesh_port_next(shape, phase.axis, position);
    uint32_t before_port = mesh_port_before(shape, phase.axis, position);
    struct run run = single_block(mesh_broadcast_area(shape, node), 0);
    if (after == phase.step - 1)
        step_send(step, next_port, run);
    else if (after == phase.step)
        step_receive(step, before_port, run);
    else if (before + 2 == phase.step)
        step_send(step, before_port, run);
    else if (before + 1 == phase.step)
        step_receive(step, next_port, run);
}

const struct algorithm mesh_broadcast_neighbours = {
    .name = "mesh-bcast-neighbours",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Ozveren, 2.2.2, outwards from the root",
    .steps = mesh_diameter,
    .packets = neighbours_packets,
    .step = neighbours_step,
};

/* ---- "mesh-reduce": "mesh-bcast" backwards ----
 *
 * A node collects what another one has collected from its half. The ranks of that half are
 * consecutive, and they are next to the ranks from which the node itself has collected. So the
 * order is kept.
 */
static void reduction_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    dual_step(&mesh_reduction, shape, node, number, step);
    uint32_t steps = halving_steps(shape);
    if (step->combines == 0 || number > steps)
        return;
    /* What arrives comes from the node that receives in the broadcast. */
    bool from_higher = halving_role(shape, node, steps + 1 - number).upwards;
    step->left = from_higher ? 0 : step->combines;
}

const struct algorithm mesh_reduction = {
    MESH_REDUCTION_OF(mesh_broadcast),
    .name = "mesh-reduce",
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_PIECES,
    .ordered = true,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.1, all-to-one reduction on a ring and a mesh",
    .step = reduction_step,
};

/* ---- "mesh-reduce-neighbours": "mesh-bcast-neighbours" backwards ----
 *
 * A block that comes round the end of the ring is combined before the ranks that follow the root,
 * so the order is not kept.
 */
const struct algorithm mesh_reduction_neighbours = {
    MESH_REDUCTION_OF(mesh_broadcast_neighbours),
    .name = "mesh-reduce-neighbours",
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Ozveren, 2.2.2, dual",
};
