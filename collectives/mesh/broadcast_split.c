/* Broadcast of k packets that are split into a part for each axis, which leaves the root on the two
 * ports of that axis; and the reduction, which is the broadcast backwards. On two axes the parts
 * are the horizontal and the vertical one of Ozveren, Communication Aspects of Parallel Processing,
 * 2.2.2.
 *
 * Cost on d axes, with D the diameter, t_s a message's start-up, t_w a byte's time, m the bytes:
 *     each     (t_s + t_w m / k) (ceil(k / 2d) + D - 1)
 *
 * No fewer steps would do: the root has 2d links, and the last packet to leave it has D links
 * before it.
 *
 * A ring of s = 2h positions (d = 1). Let K be the packets of the part, rounded up to an even
 * number, and T = K / 2 + h - 1. Packet i, 1 <= i <= K, leaves the root forwards in step i and back
 * in step K + 1 - i. Each copy goes on in every step until the operation ends with step T. So one
 * comes to T + 1 - i nodes and the other to T + 1 - (K + 1 - i), which is s - 1 together. If one
 * of the two numbers is not above 0, that copy does not leave, and the other reaches all nodes.
 *
 * Example, a ring of 6, root 0, K = 4 packets, so T = 4. Below a position is what comes to it, >
 * from the position before it and < from the one after it:
 *     position   1       2       3       4       5
 *     step 1     1>                              4<
 *     step 2     2>      1>              4<      3<
 *     step 3     3>      2>      1> 4<   3<      2<
 *     step 4     4>      3> 4<   2> 3<   1> 2<   1<
 *
 * More axes. A part goes along its own axis first and then along the axes that follow; the first
 * axis follows the last one. Of the two copies of packet i on a ring, one would come to a node in
 * some step u, and the other in step v = 2T + 1 - u. One of these is at most T, and in that step
 * the packet comes. On the next axis, of side 2h, the node sends the packet forwards in step u + 1
 * and back in step v + 1. These copies would come to the node y positions further in the steps u +
 * y and v + 2h - y, and the sum of these is 2 (T + h) + 1. So the same holds there, with T + h in
 * place of T. Let S be the sum of a node's positions, R the sum of the sides minus the positions
 * and H the sum of the halves of the sides, over the axes on which the node is not where the root
 * is. Then
 *     u = i + S - 1,  v = K + R - i,  T = K / 2 - 1 + H.
 *
 * In this way a part comes to all nodes except those at the root's position, 0, on the part's own
 * axis. These get it from their two neighbours on that axis: packet i from position 1 in step i + S
 * + 1, or, if that is after the last step, from position -1 in step K + 2 - i + R. Both neighbours
 * have the packet by then, and if h >= 2 one of the steps is not after the last.
 *
 * No link carries two packets in a step. The links that lead into position 0 of an axis belong to
 * the part of that axis, because other parts end before it on their way round. The other links of a
 * ring belong to one part, too: that of the next axis on which the ring is not where the root is,
 * or of the ring's own axis if there is none.
 *
 * Example, 4 x 4, k = 4: each part has K = 2 packets, and T = 4. Packet 1 of axis 0 comes to
 * (x, y) in these steps, if the root is (0, 0):
 *            y    0  1  2  3
 *     x = 0       .  3  4  4
 *     x = 1       1  2  3  4
 *     x = 2       2  3  4  4
 *     x = 3       2  4  4  3
 * It comes to (3, 0) from the root in step K + 1 - 1 = 2, and to (0, 1) from (1, 1).
 */
#include "collectives/mesh/broadcast.h"
#include "collectives/mesh/directions.h"
#include "collectives/schedule/mesh.h"

/* The schedule knows the mesh without its axes of side 1. The other sides must be 4 or more. */
static bool split_fits(const struct shape *shape) {
    if (!mesh_fits_root(shape))
        return false;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        if (mesh_side(shape, axis) == 2)
            return false;
    return true;
}

/* Half of K: the steps in which packets leave the root. */
static uint32_t leaving_steps(const struct shape *shape) {
    uint32_t links = 2 * mesh_axes(shape);
    return (shape->packets + links - 1) / links;
}

static uint32_t split_steps(const struct shape *given) {
    struct shape shape = mesh_without_ones(given);
    return mesh_nodes(&shape) == 1 ? 0 : leaving_steps(&shape) + mesh_diameter(&shape) - 1;
}

/* A place relative to the root, with sums over the axes on which its position is not the root's. */
struct from_root {
    uint32_t rank;
    int32_t forwards; /* S: the sum of the positions */
    int32_t back;     /* R: the sum of the sides minus the positions */
    int32_t halves;   /* H: the sum of the halves of the sides */
};

static struct from_root place_at(const struct shape *shape, uint32_t rank) {
    struct from_root place = {.rank = rank};
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        int32_t side = (int32_t)mesh_side(shape, axis);
        int32_t position = (int32_t)mesh_position_of_rank(shape, rank, axis);
        if (position == 0)
            continue;
        place.forwards += position;
        place.back += side - position;
        place.halves += side / 2;
    }
    return place;
}

/* The part that has the links of an axis away from position 0 on the ring through a place. */
static uint32_t part_of(const struct shape *shape, uint32_t rank, uint32_t axis) {
    uint32_t part = axis;
    do
        part = (part + 1) % mesh_axes(shape);
    while (part != axis && mesh_position_of_rank(shape, rank, part) == 0);
    return part;
}

/* Returns which packet of its part, counted from 1, comes to a place away from position 0 in a
 * step, or a number that is not one of 1 .. K. */
static int32_t outwards(const struct from_root *place, int32_t leaving, int32_t number,
                        bool forwards) {
    if (number > leaving + place->halves - 1)
        return 0;
    return forwards ? number - place->forwards + 1 : 2 * leaving + place->back - number;
}

/* Returns which packet of its part comes to a place at position 0 in a step, or a number that is
 * not one of 1 .. K. Packets come to such a place from position 1, going back, or from the other
 * side. `last` is the number of the operation's last step. */
static int32_t inwards(const struct from_root *place, int32_t leaving, int32_t number,
                       bool forwards, int32_t last) {
    int32_t most_from_1 = last - place->forwards - 1; /* the last packet that comes from there */
    int32_t from_1 = number - place->forwards - 1;
    int32_t from_other = 2 * leaving + 2 + place->back - number;
    if (!forwards)
        return from_1;
    return from_other > most_from_1 ? from_other : 0;
}

/* Sets *block to the packet that comes to a place, not the root's, in a step and a direction.
 * Returns false if there is none. */
static bool packet_to(const struct shape *shape, uint32_t rank, uint32_t number, uint32_t direction,
                      uint32_t *block) {
    uint32_t axis = direction / 2;
    bool forwards = direction % 2 == 0;
    int32_t leaving = (int32_t)leaving_steps(shape);
    struct from_root place = place_at(shape, rank);
    bool is_outwards = mesh_position_of_rank(shape, rank, axis) != 0;
    uint32_t part = is_outwards ? part_of(shape, rank, axis) : axis;
    int32_t packet = is_outwards ? outwards(&place, leaving, (int32_t)number, forwards)
                                 : inwards(&place, leaving, (int32_t)number, forwards,
                                           leaving + (int32_t)mesh_diameter(shape) - 1);
    if (rank == 0 || packet < 1 || packet > 2 * leaving)
        return false;
    *block = ((uint32_t)packet - 1) * mesh_axes(shape) + part;
    return *block < shape->packets; /* a part may have fewer than K */
}

static void split_step(const struct shape *given, uint32_t node, uint32_t number,
                       struct step *step) {
    struct shape shape = mesh_without_ones(given);
    step_clear(step);
    if (!mesh_has(&shape, node) || number > split_steps(given))
        return;
    uint32_t place = mesh_translate_back(&shape, mesh_rank(&shape, node), shape.root);
    uint32_t area = mesh_broadcast_area(&shape, node), block;
    for (uint32_t direction = 0; direction < mesh_directions(&shape); direction++) {
        uint32_t next = mesh_neighbour(&shape, place, direction);
        if (packet_to(&shape, next, number, direction, &block))
            step_send(step, mesh_port_to(&shape, node, direction), single_block(area, block));
        if (packet_to(&shape, place, number, direction, &block))
            step_receive(step, mesh_port_to(&shape, node, mesh_opposite(direction)),
                         single_block(area, block));
    }
}

const struct algorithm mesh_broadcast_split = {
    .name = "mesh-bcast-split",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, a horizontal and a vertical part",
    .areas = AREA_OUTPUT + 1,
    .applicable = split_fits,
    .blocks = mesh_broadcast_packets,
    .steps = split_steps,
    .packets = mesh_packets_of_others,
    .step = split_step,
};

/* The order is not kept. */
const struct algorithm mesh_reduction_split = {
    .name = "mesh-reduce-split",
    .operation = &mesh_reduction_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, dual",
    .areas = MESH_REDUCTION_AREAS,
    .accumulators = MESH_REDUCTION_ACCUMULATORS,
    .dual_of = &mesh_broadcast_split,
    .dual_run = mesh_reduction_run,
    .blocks = mesh_reduction_packets,
};
