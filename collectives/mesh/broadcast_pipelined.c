/* Broadcast of k packets with one port, and the reduction, which is the broadcast backwards. The
 * packets go both ways round a ring through all nodes of the mesh. After Ozveren, Communication
 * Aspects of Parallel Processing, 2.2.2, where a broadcast leaves the root on both sides and is
 * pipelined.
 *
 * Cost for p nodes, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     each     (t_s + t_w m / k) (k + p / 2 - 1)
 *
 * The ring goes along the last axis to and fro, and each time takes a step on the axis before it,
 * as a Gray code of mixed radix does. It closes because every side is even.
 *
 * Packet i, 1 <= i <= k, leaves the root in step i, by turns forwards and back, and in the other
 * direction in step 2k + 1 - i. It goes on in each step until the operation ends with step T = k +
 * p / 2 - 1. So it comes to T + 1 - i nodes on one side and to T - (2k - i) on the other: p - 1 in
 * all. What goes forwards leaves in odd steps, and what goes back in even ones. So packets that go
 * forwards come to place x only in steps of x's parity, and packets that go back only in the other
 * steps. So one port is enough.
 *
 * Example, a ring of 8, root 0, packets a, b, c. Below a place is what comes to it, > from the
 * place before it and < from the one after it:
 *     place    1    2    3    4    5    6    7
 *     step 1   a>
 *     step 2        a>                       b<
 *     step 3   c>        a>             b<
 *     step 4        c>        a>   b<        c<
 *     step 5   b>        c>   b<   a>   c<
 *     step 6        b>   b<   c>   c<   a>   a<
 *
 * No algorithm takes fewer steps on a ring: the last packet leaves the root in step k at the
 * earliest, and has p / 2 links to cross. On a mesh the farthest node is nearer than that.
 */
#include "collectives/mesh/broadcast.h"
#include "collectives/mesh/halving.h"
#include "collectives/schedule/mesh.h"

/* ---- The ring ---- */

/* The place of a rank on the ring, 0 .. p - 1. An axis is gone through backwards if the places on
 * the axes before it have an odd number. */
static uint32_t place_of(const struct shape *shape, uint32_t rank) {
    uint32_t place = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t position = mesh_position_of_rank(shape, rank, axis);
        place = place * side + (place % 2 == 0 ? position : side - 1 - position);
    }
    return place;
}

/* The rank at a place. */
static uint32_t rank_at(const struct shape *shape, uint32_t place) {
    uint32_t rank = 0, before = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t position = place / mesh_stride(shape, axis) % side;
        rank = rank * side + (before % 2 == 0 ? position : side - 1 - position);
        before = before * side + position;
    }
    return rank;
}

/* Returns the port that leads from the node at one place to the node at the place after or before
 * it. */
static uint32_t port_between(const struct shape *shape, uint32_t place, uint32_t other) {
    return lowest_port(mesh_node(shape, rank_at(shape, place)) ^
                       mesh_node(shape, rank_at(shape, other)));
}

/* ---- The schedule ---- */

static uint32_t pipelined_steps(const struct shape *shape) {
    return mesh_nodes(shape) == 1 ? 0 : shape->packets + mesh_nodes(shape) / 2 - 1;
}

/* Sets *block to the packet that, in a step, crosses link number `passed`, counted from 1, of its
 * way forwards or back. Returns false if there is none. */
static bool packet_on(const struct shape *shape, uint32_t number, uint32_t passed, bool forwards,
                      uint32_t *block) {
    uint32_t packets = shape->packets;
    uint32_t left = number + 1 - passed; /* the step in which it has left the root */
    if (number > pipelined_steps(shape) || number < passed || (left % 2 == 1) != forwards ||
        left > 2 * packets)
        return false;
    *block = left <= packets ? left - 1 : 2 * packets - left;
    return true;
}

/* Adds what a node sends, or what it receives, over the link to the place that follows `place`, or
 * over the one to the place before it. */
static void pipelined_link(const struct shape *shape, uint32_t node, uint32_t number, bool forwards,
                           struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t place = place_of(shape, mesh_rank(shape, node));
    uint32_t root = place_of(shape, shape->root);
    uint32_t away = (forwards ? place + nodes - root : root + nodes - place) % nodes;
    uint32_t next = (place + 1) % nodes, before = (place + nodes - 1) % nodes;
    uint32_t area = mesh_broadcast_area(shape, node), block;
    if (away + 1 < nodes && packet_on(shape, number, away + 1, forwards, &block))
        step_send(step, port_between(shape, place, forwards ? next : before),
                  single_block(area, block));
    if (away > 0 && packet_on(shape, number, away, forwards, &block))
        step_receive(step, port_between(shape, place, forwards ? before : next),
                     single_block(area, block));
}

static void pipelined_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node) || mesh_nodes(shape) == 1)
        return;
    pipelined_link(shape, node, number, true, step);
    pipelined_link(shape, node, number, false, step);
}

static uint32_t pipelined_bound(const struct shape *shape) {
    uint32_t doublings = mesh_doublings(shape), diameter = mesh_diameter(shape);
    if (mesh_nodes(shape) == 1)
        return 0;
    return shape->packets - 1 + (doublings > diameter ? doublings : diameter);
}

/* "mesh-bcast-neighbours" takes as few steps if there is one packet. */
static bool pipelined_open_in(const struct shape *shape) {
    return shape->packets > 1 && pipelined_steps(shape) > pipelined_bound(shape);
}

/* In a chain each packet waits for the packet that its node has received in the step before, or, at
 * the root, for the port. Between two waits at the root a chain can go round the ring once. So all
 * steps have a hop, except for one in every p - 1 steps. */
static struct chain_cost pipelined_cost(const struct shape *shape) {
    uint32_t steps = pipelined_steps(shape);
    uint32_t at_root = steps == 0 ? 0 : (steps - 1) / (mesh_nodes(shape) - 1);
    return chain_of(steps, steps, steps - at_root);
}

/* With all ports the root does not wait, because it sends by turns on two ports. But two nodes have
 * only one link. */
static struct chain_cost pipelined_cost_all_ports(const struct shape *shape) {
    struct chain_cost cost = pipelined_cost(shape);
    return mesh_nodes(shape) == 2 ? cost : chain_of_steps(cost.hops);
}

const struct algorithm mesh_broadcast_pipelined = {
    .name = "mesh-bcast-pipelined",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, pipelined on both sides by turns",
    .areas = AREA_OUTPUT + 1,
    .applicable = mesh_fits_root,
    .blocks = mesh_broadcast_packets,
    .steps = pipelined_steps,
    .packets = mesh_packets_of_others,
    .bound = pipelined_bound,
    .open = true,
    .open_in = pipelined_open_in,
    .cost = pipelined_cost,
    .cost_all_ports = pipelined_cost_all_ports,
    .step = pipelined_step,
};

/* The order is not kept: what comes round the ring's end is combined before what follows the root.
 */
const struct algorithm mesh_reduction_pipelined = {
    .name = "mesh-reduce-pipelined",
    .operation = &mesh_reduction_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, dual",
    .areas = MESH_REDUCTION_AREAS,
    .accumulators = MESH_REDUCTION_ACCUMULATORS,
    .open = true,
    .open_in = pipelined_open_in,
    .dual_of = &mesh_broadcast_pipelined,
    .dual_run = mesh_reduction_run,
    .blocks = mesh_reduction_packets,
};
