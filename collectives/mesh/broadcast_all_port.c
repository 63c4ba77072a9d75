/* Broadcast of k packets on all ports of a ring or mesh, outwards from the root; and the reduction,
 * which is the broadcast backwards. Ozveren, Communication Aspects of Parallel Processing, 2.2.2,
 * figure 8.
 *
 * Cost for the diameter D, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     each     (t_s + t_w m / k) (k + D - 1), D = p / 2 on a ring, s on a mesh of s x s
 *
 * A packet comes to a node along a shortest path, which leads along axis 0 first, then along axis 1
 * and so on, each time the shorter way round. So it comes to each node once, and passes a link in
 * each step. Packet i leaves the root in step i on all ports, and no link has two packets in a
 * step.
 *
 * Example, one packet on 4 x 4; the root is (0, 0), and the arrow is the link to the node:
 *            y   -1   0   1   2        step that reaches it   2  1  2  3
 *     x = -1      <   ^   >   >                               1  .  1  2
 *     x =  0      <   .   >   >                               2  1  2  3
 *     x =  1      <   v   >   >                               3  2  3  4
 *     x =  2      <   v   >   >
 *
 * For one packet no other way takes fewer steps. The root sends each packet on all its ports,
 * although every port could carry another one. broadcast_split.c does that if no side is 2.
 */
#include "collectives/mesh/broadcast.h"
#include "collectives/mesh/directions.h"
#include "collectives/schedule/mesh.h"

static uint32_t all_port_steps(const struct shape *shape) {
    return steps_over_path(shape->packets, mesh_diameter(shape));
}

/* The root has l links, so it takes k / l steps until all packets have left. */
static uint32_t all_port_bound(const struct shape *shape) {
    uint32_t links = mesh_links(shape);
    return links == 0 ? 0 : (shape->packets + links - 1) / links + mesh_diameter(shape) - 1;
}

static bool all_port_open_in(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    for (uint32_t axis = 0; axis < mesh_axes(&without); axis++)
        if (mesh_side(&without, axis) == 2)
            return all_port_steps(shape) > all_port_bound(shape);
    return false;
}

/* Whether the path from the root to the node at `place`, which is relative to the root, ends in
 * `direction`. The path ends in the shorter direction on the last axis on which the place is not
 * the root's. */
static bool comes_in(const struct shape *shape, uint32_t place, uint32_t direction) {
    for (uint32_t axis = mesh_axes(shape); axis-- > 0;) {
        uint32_t position = mesh_position_of_rank(shape, place, axis);
        if (position != 0)
            return direction == 2 * axis + (position > mesh_side(shape, axis) / 2);
    }
    return false;
}

/* Sets *packet to the packet that comes to a place in a step and a direction. Returns false if
 * there is none. */
static bool packet_to(const struct shape *shape, uint32_t place, uint32_t number,
                      uint32_t direction, uint32_t *packet) {
    uint32_t distance = mesh_distance(shape, place);
    if (!comes_in(shape, place, direction) || number < distance ||
        number - distance >= shape->packets)
        return false;
    *packet = number - distance;
    return true;
}

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    uint32_t place = mesh_translate_back(shape, mesh_rank(shape, node), shape->root);
    uint32_t area = mesh_broadcast_area(shape, node), packet;
    for (uint32_t direction = 0; direction < mesh_directions(shape); direction++) {
        if (!mesh_has_direction(shape, direction))
            continue;
        uint32_t next = mesh_neighbour(shape, place, direction);
        if (packet_to(shape, next, number, direction, &packet))
            step_send(step, mesh_port_to(shape, node, direction), single_block(area, packet));
        if (packet_to(shape, place, number, direction, &packet))
            step_receive(step, mesh_port_to(shape, node, mesh_opposite(direction)),
                         single_block(area, packet));
    }
}

static struct chain_cost all_port_cost(const struct shape *shape) {
    return cost_over_path(shape->packets, mesh_diameter(shape));
}

const struct algorithm mesh_broadcast_all_port = {
    .name = "mesh-bcast-all-port",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.2, outwards from the root, pipelined",
    .areas = AREA_OUTPUT + 1,
    .applicable = mesh_fits_root,
    .blocks = mesh_broadcast_packets,
    .steps = all_port_steps,
    .packets = mesh_packets_of_others,
    .bound = all_port_bound,
    .open = true,
    .open_in = all_port_open_in,
    .cost = all_port_cost,
    .step = all_port_step,
};

/* The order is not kept. */
const struct algorithm mesh_reduction_all_port = {
    .name = "mesh-reduce-all-port",
    .operation = &mesh_reduction_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.2, dual, pipelined",
    .areas = MESH_REDUCTION_AREAS,
    .accumulators = MESH_REDUCTION_ACCUMULATORS,
    .open = true,
    .open_in = all_port_open_in,
    .dual_of = &mesh_broadcast_all_port,
    .dual_run = mesh_reduction_run,
    .blocks = mesh_reduction_packets,
};
