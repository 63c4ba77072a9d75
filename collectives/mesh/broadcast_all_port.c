/* Broadcast of k packets on all ports of a ring or mesh; and the reduction, which is the broadcast
 * backwards. Every port of the root has its own part of the packets. On two axes these are the
 * horizontal and the vertical part of Ozveren, Communication Aspects of Parallel Processing, 2.2.2,
 * each on both sides.
 *
 * Cost (cost.h) for l links at a node and the diameter D, with m the bytes:
 *     each     (t_s + t_w m / k) (ceil(k / l) + D - 1)
 *
 * No fewer steps would do: the root has l links, and the last packet to leave it has D links before
 * it.
 *
 * Two axes of side 2 are a ring of 4 (joined.h), so there is at most one. First let there be none.
 *
 * A ring of s = 2h positions. Let K be the packets, rounded up to an even number, and T = K / 2 + h
 * - 1. Packet i, 1 <= i <= K, leaves the root forwards in step i and back in step K + 1 - i. Each
 * copy goes on in every step until the operation ends with step T. So one comes to T + 1 - i nodes
 * and the other to T + 1 - (K + 1 - i), which is s - 1 together. If one of the two numbers is not
 * above 0, that copy does not leave, and the other reaches all nodes.
 *
 * Example, a ring of 6, root 0, K = 4 packets, so T = 4. Below a position are its arrivals, >
 * from the position before it and < from the one after it:
 *     position   1       2       3       4       5
 *     step 1     1>                              4<
 *     step 2     2>      1>              4<      3<
 *     step 3     3>      2>      1> 4<   3<      2<
 *     step 4     4>      3> 4<   2> 3<   1> 2<   1<
 *
 * More axes. Each axis has a part of K packets, which goes along its own axis first and then along
 * the axes that follow; the first axis follows the last one. Of the two copies of packet i, one
 * would come to a node in some step u, and the other in step v. The earlier one does. From there
 * the packet goes on forwards in step u + 1 and back in step v + 1. Let S be the sum of a node's
 * positions, R the sum of the sides minus the positions and H the sum of the halves of the sides,
 * over the axes on which the node is not where the root is. Then
 *     u = i + S - 1,  v = K + R - i,  u + v = 2 (K / 2 - 1 + H) + 1,
 * and so the earlier one comes by step T = K / 2 - 1 + D. In this way a part comes to all nodes
 * except those at the root's position, 0, on the part's own axis. These get it from their two
 * neighbours on that axis: in step u + 2 from position 1 or in step v + 2 from position -1. As H
 * lacks half of that side there, which is 2 or more, the same holds.
 *
 * No link carries two packets in a step. The links that lead into position 0 of an axis belong to
 * the part of that axis, because other parts end before it on their way round. The other links of a
 * ring belong to one part, too: that of the next axis on which the ring is not where the root is,
 * or of the ring's own axis if there is none. What goes forwards on a link is done with packet i in
 * step i + S - 1 <= K / 2 + S - 1, or there is no more step.
 *
 * A side of 2. The mesh is two copies of one without that side, the root's and the far copy; the
 * links between them cross. Crossing from the root has a part of its own, of K / 2 packets, and
 * there is one step more, T = K / 2 + D - 1.
 *   - The own part goes to the far copy, and along shortest paths to all of it. At each node its
 *     link would belong to some part on its way forwards or back. That one crosses to this node
 *     instead; it does so a step after it has come to the node in the root's copy.
 *   - All else is in the far copy as in the root's copy, but a step later: it has come to each
 *     neighbour of the root by crossing. The node across the root gets all parts from those.
 *   - The own part crosses back at every node, in step i + distance + 1. For the last packet this
 * is too late at the one node that is farthest from the root.
 *   - So the last packet of the own part leaves the root again, along axis 0 forwards and then on
 * as axis 0's packet K / 2 + 1 would. That and those that follow it, so far as they do not come
 *     back by step T, cross first and go forwards in the far copy, where the links forwards
 *     belong to them or to the own part's packets, which are done with them. Then they cross back,
 *     in step u + 2. As H is no more than D - 1 this is in time.
 *
 * Example, 4 x 2, l = 3, k = 6, T = 4. Axis 0 has packets 1 and 2 forwards and 4 and 3 back (K =
 * 4), the own part of the crossing a and b. Below a position are its arrivals, x by crossing:
 *              the root's copy                   the far copy
 *     position 1         2         3             0         1         2         3
 *     step 1   1>                  4<            ax
 *     step 2   2>        1> 4<     3<            bx        1x a>               4x a<
 *     step 3   ax b> 4<  2> 3<     ax 1> 2<      3x 1< 4>  2x b>     1x a> 4<  3x b<
 *     step 4   3<        ax b>     bx            2<        3> 4<     2x b> 3<  2x 1<
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/joined.h"
#include "collectives/schedule/mesh.h"

/* A place of the joined mesh, relative to the root. */
struct place {
    struct shape mesh;
    uint32_t rings; /* axes of 4 or more; a side of 2 comes after them */
    uint32_t links; /* l */
    uint32_t rank;
    bool is_far;    /* in the far copy */
    int32_t half;   /* K / 2 */
    uint32_t steps; /* of all */
};

static uint32_t all_port_steps(const struct shape *shape) {
    uint32_t links = mesh_links(shape);
    return links == 0 ? 0 : (shape->packets + links - 1) / links + mesh_diameter(shape) - 1;
}

static struct place place_of(const struct shape *given) {
    struct place place = {.mesh = joined_mesh(given), .steps = all_port_steps(given)};
    uint32_t axes = mesh_axes(&place.mesh);
    place.rings = axes - (mesh_side(&place.mesh, axes - 1) == 2);
    place.links = mesh_links(&place.mesh);
    place.half = (int32_t)(place.steps + 1 - mesh_diameter(given));
    return place;
}

/* Whether there are two copies. */
static bool has_far(const struct place *place) {
    return place->rings < mesh_axes(&place->mesh);
}

static void move_to(struct place *place, uint32_t rank) {
    place->rank = rank;
    place->is_far = has_far(place) && rank % 2 == 1;
}

static uint32_t position(const struct place *place, uint32_t axis) {
    return mesh_position_of_rank(&place->mesh, place->rank, axis);
}

/* The distance from the root, or from the node across it, in the copy in which the place is. */
static uint32_t distance(const struct place *place) {
    return mesh_distance(&place->mesh, place->rank) - place->is_far;
}

/* ---- Parts of axes ---- */

/* When the copies of a part's packets come to a place of the root's copy. */
struct sums {
    int32_t forwards; /* S, and 2 more at position 0 of the part's own axis, */
    int32_t back;     /* R, and 2 more, */
    int32_t halves;   /* H, and 2 more */
};

static struct sums sums_of(const struct place *place, uint32_t part) {
    int32_t aside = position(place, part) == 0 ? 2 : 0;
    struct sums sums = {aside, aside, aside};
    for (uint32_t axis = 0; axis < place->rings; axis++) {
        int32_t side = (int32_t)mesh_side(&place->mesh, axis);
        int32_t at = (int32_t)position(place, axis);
        if (at == 0)
            continue;
        sums.forwards += at;
        sums.back += side - at;
        sums.halves += side / 2;
    }
    return sums;
}

/* The part that has the links of an axis on the ring through a place. */
static uint32_t part_of(const struct place *place, uint32_t axis) {
    uint32_t part = axis;
    if (position(place, axis) == 0)
        return axis;
    do
        part = (part + 1) % place->rings;
    while (part != axis && position(place, part) == 0);
    return part;
}

/* Returns which packet of a part would come to a place in a step, on its way forwards or back. */
static int32_t packet_of(const struct place *place, uint32_t part, int32_t number, bool forwards) {
    struct sums sums = sums_of(place, part);
    return forwards ? number - sums.forwards + 1 - place->is_far
                    : 2 * place->half + sums.back - number + place->is_far;
}

/* Whether a packet comes to a place on its way forwards, because that is earlier. */
static bool is_forwards(const struct place *place, uint32_t part, int32_t packet) {
    struct sums sums = sums_of(place, part);
    return packet < place->half + sums.halves - sums.forwards + 1;
}

/* Whether a packet is one that crosses before it goes forwards. */
static bool crosses_first(const struct place *place, uint32_t part, int32_t packet) {
    return has_far(place) && part == 0 && packet > place->half;
}

/* ---- The part of the crossing ---- */

/* The last axis on which a place is not where the root is: by that the own part comes to it, in the
 * shorter direction. */
static uint32_t last_axis(const struct place *place) {
    uint32_t axis = place->rings - 1;
    while (axis > 0 && position(place, axis) == 0)
        axis--;
    return axis;
}

static bool is_shorter_forwards(const struct place *place, uint32_t axis) {
    return position(place, axis) <= mesh_side(&place->mesh, axis) / 2;
}

/* Whether a place of the root's copy is where the last packet goes on its way along axis 0 and then
 * on to the farthest node. */
static bool is_on_last_way(const struct place *place) {
    uint32_t last = last_axis(place);
    for (uint32_t axis = 0; axis < last; axis++)
        if (position(place, axis) != mesh_side(&place->mesh, axis) / 2)
            return false;
    return is_shorter_forwards(place, last);
}

/* ---- Arrivals at a place ---- */

/* Return the number of a block from that of a packet of a part. In each step in which packets leave
 * the root, there are two blocks for each axis, and one for the crossing. */
static uint32_t block_of(const struct place *place, uint32_t part, int32_t packet) {
    bool forwards = packet <= place->half;
    uint32_t turn = (uint32_t)(forwards ? packet - 1 : 2 * place->half - packet);
    return turn * place->links + 2 * part + !forwards;
}

static uint32_t own_block(const struct place *place, int32_t packet) {
    return ((uint32_t)packet - 1) * place->links + 2 * place->rings;
}

static bool is_of_part(const struct place *place, int32_t packet) {
    return packet >= 1 && packet <= 2 * place->half;
}

static bool is_of_own(const struct place *place, int32_t packet) {
    return packet >= 1 && packet <= place->half;
}

/* Each of these sets *block to the block that comes to a place in a step. Returns false if none
 * does. They are for a link along an axis; */
static bool comes_along(const struct place *place, int32_t number, uint32_t direction,
                        uint32_t *block) {
    uint32_t axis = direction / 2, part = part_of(place, axis);
    bool forwards = (direction % 2 == 0) == (position(place, axis) != 0);
    int32_t packet = packet_of(place, part, number, forwards);
    bool crosses = crosses_first(place, part, packet);
    bool by_own = has_far(place) && distance(place) > 0 && axis == last_axis(place) &&
                  (direction % 2 == 0) == is_shorter_forwards(place, axis);
    *block = block_of(place, part, packet);
    if (place->is_far && by_own && !(forwards && crosses)) {
        packet = number - (int32_t)distance(place);
        *block = own_block(place, packet);
        return is_of_own(place, packet);
    }
    if (!is_of_part(place, packet))
        return false;
    if (!crosses)
        return is_forwards(place, part, packet) == forwards;
    if (place->is_far)
        return is_forwards(place, part, packet) == forwards &&
               (distance(place) > 0 || packet > place->half + 1);
    if (!forwards)
        return true;
    *block = own_block(place, place->half);
    return packet == place->half + 1 && by_own && is_on_last_way(place);
}

/* for the link that crosses to a place of the far copy, */
static bool crosses_to_far(const struct place *place, int32_t number, uint32_t *block) {
    if (distance(place) == 0) { /* the own part, and axis 0's packet K / 2 + 1 */
        *block = number <= place->half ? own_block(place, number) : block_of(place, 0, number);
        return number <= place->half + (place->rings > 0);
    }
    uint32_t axis = last_axis(place), part = part_of(place, axis);
    bool forwards = is_shorter_forwards(place, axis);
    int32_t packet = packet_of(place, part, number, forwards);
    *block = block_of(place, part, packet);
    return is_of_part(place, packet) && is_forwards(place, part, packet) == forwards &&
           !(forwards && crosses_first(place, part, packet));
}

/* and for the one that crosses back. */
static bool crosses_back(const struct place *place, int32_t number, uint32_t *block) {
    int32_t packet = number - (int32_t)distance(place) - 1;
    *block = own_block(place, packet);
    if (is_of_own(place, packet))
        return packet < place->half || !is_on_last_way(place);
    packet = packet_of(place, 0, number - 2, true);
    *block = block_of(place, 0, packet);
    return is_of_part(place, packet) && crosses_first(place, 0, packet) &&
           packet_of(place, 0, (int32_t)place->steps, false) > packet;
}

/* For a link in any direction. Not for the root's place. */
static bool comes_to(const struct place *place, uint32_t number, uint32_t direction,
                     uint32_t *block) {
    int32_t step = (int32_t)number;
    if (direction < 2 * place->rings)
        return comes_along(place, step, direction, block);
    return place->is_far ? crosses_to_far(place, step, block) : crosses_back(place, step, block);
}

/* Sets *block to the block that comes to a rank, which is relative to the root, in a step and a
 * direction. Returns false if none does. */
static bool comes_to_rank(struct place *place, uint32_t rank, uint32_t number, uint32_t direction,
                          uint32_t *block) {
    move_to(place, rank);
    return rank != 0 && comes_to(place, number, direction, block) && *block < place->mesh.packets;
}

static void all_port_step(const struct shape *given, uint32_t node, uint32_t number,
                          struct step *step) {
    if (number > all_port_steps(given))
        return;
    struct place place = place_of(given);
    uint32_t rank = joined_rank(given, node);
    uint32_t root = joined_rank(given, mesh_node(given, given->root));
    uint32_t here = mesh_translate_back(&place.mesh, rank, root);
    uint32_t area = mesh_broadcast_area(given, node), sent, received;
    for (uint32_t direction = 0; direction < mesh_directions(&place.mesh); direction++) {
        if (!mesh_has_direction(&place.mesh, direction))
            continue;
        uint32_t next = mesh_neighbour(&place.mesh, here, direction);
        uint32_t opposite = direction / 2 < place.rings ? mesh_opposite(direction) : direction;
        bool sends = comes_to_rank(&place, next, number, direction, &sent);
        bool receives = comes_to_rank(&place, here, number, opposite, &received);
        if (!sends && !receives)
            continue;
        uint32_t neighbour = joined_node(given, mesh_neighbour(&place.mesh, rank, direction));
        uint32_t port = lowest_port(node ^ neighbour);
        if (sends)
            step_send(step, port, single_block(area, sent));
        if (receives)
            step_receive(step, port, single_block(area, received));
    }
}

/* On a single link packets wait for the link alone. With more links a chain turns to another packet
 * where it has to wait, and so it crosses a link in each step. */
FORMULA(struct chain_cost, all_port_cost,
        mesh_links(shape) == 1 ? cost_over_path(shape->packets, 1)
                               : chain_of_steps(all_port_steps(shape)))

const struct algorithm mesh_broadcast_all_port = {
    .name = "mesh-bcast-all-port",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, a horizontal and a vertical part",
    .steps = all_port_steps,
    .packets = mesh_packets_of_others,
    .cost = all_port_cost,
    .step = all_port_step,
};

/* The order is not kept. */
const struct algorithm mesh_reduction_all_port = {
    MESH_REDUCTION_OF(mesh_broadcast_all_port),
    .name = "mesh-reduce-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, dual",
};
