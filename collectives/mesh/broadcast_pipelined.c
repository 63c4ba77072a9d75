/* Broadcast of k packets with one port of a ring or mesh, and the reduction, which is the broadcast
 * backwards. On a ring packets go both ways round, by turns, after Ozveren, Communication Aspects
 * of Parallel Processing, 2.2.2; axes take turns as dimensions do in the spanning binomial trees of
 * Johnsson and Ho, Optimum Broadcasting and Personalized Communication in Hypercubes
 * (collectives/refined/broadcast_pipelined.c), which this is where all sides are 2.
 *
 * Cost (cost.h) for the diameter D, with m the bytes:
 *     each     (t_s + t_w m / k) (k + D - 1)
 *
 * No fewer steps would do: the last packet leaves the root in step k at the earliest, and has D
 * links before it.
 *
 * In a step all nodes exchange along the same axis. An axis of side 2h is used in blocks of h
 * steps, and the blocks of all axes make a round of D steps. In the uses of an axis a node
 * exchanges by turns with the next node and with the one before. Packet i leaves the root in step
 * i. Round 0, the last one, begins with step k, and operation and round end with step k + D - 1.
 * All positions are relative to the root's.
 *
 * The root's line of an axis. Only the packets matter that leave the root on this axis. Each goes
 * on in each use, all round the ring. So one that leaves in use u comes to position x in use u + x
 * - 1 forwards or in use u + 2h - x - 1 back. In round 0 the last packet leaves in the first use,
 * here number 1, of each axis. Then the root sends the packets again, backwards: in use 1 + j that
 * of use 2 - j, which goes the other way now. The two times of a packet at a position have the sum
 * 2h + 1, so each comes by use h, the last one. A packet that comes in a use is new: it left the
 * root in a use of one parity if it goes forwards, and of the other if it goes back.
 *
 * Example, a ring of 8, root 0, packets a, b, c. Below a position are its arrivals, > from the
 * position before it and < from the one after it:
 *     position 1    2    3    4    5    6    7
 *     step 1   a>
 *     step 2        a>                       b<
 *     step 3   c>        a>             b<
 *     step 4        c>        a>   b<        c<
 *     step 5   b>        c>   b<   a>   c<
 *     step 6        b>   b<   c>   c<   a>   a<
 *
 * Any other line. Let the h packets that left the root in the last block of its axis be *the
 * block's*. When the line's next block begins,
 *   (1) each node away from position 0 has just one of the block's: the latest that, going one way
 *       from the root, came as far as its position in that block;
 *   (2) the node at position 0 has none of these, but a packet of its own that the others lack.
 * At its end, after h uses, all have all of these. Count places so that 0 and 1 exchange in the
 * first use. Then both of *pair* i, places 2i - 1 and 2i, have the same packet. Of pair h, place 0
 * has its own packet instead. If in each use every node would pass on what came to it in the use
 * before, the packet of a pair would go h places both ways, and come twice to two places. But
 * places 0 and 2h - 1 exchange their own in use 2, and then in each use in which they exchange what
 * they had for the use before that one. So what passes there comes two uses later, and no place
 * gets a packet twice: each gets h, and that is all.
 *
 * Example, a line of 6, places 0 to 5, the block's packets a, b, c, and p at place 0:
 *     place    0    1    2    3    4    5
 *     has      p    a    a    b    b    c
 *     use 1    a    p    b    a    c    b
 *     use 2    c    b    p    c    a    p
 *     use 3    b    c    c    p    p    a
 *
 * (1) and (2) hold from block to block. Let a node be away from the root's position on several
 * axes, and let b be that of them whose block comes first after one of axis a. On axis a the node's
 * line has at position 0 a node that is away on the others alone. From the last block of b on that
 * one has the packet of (1) for b: by its ring if it is away on b alone, and else, by this
 * argument, as the own packet of a line. No other node of the line has it, and it comes to all of
 * them. So the node has it when axis b has its turn again. In round 0 the packet that comes so is
 * the last one, if it left the root in this round: it has come to all nodes of the root's lines. So
 * in round 0 all get what they lack.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/directions.h"
#include "collectives/schedule/mesh.h"

/* ---- Steps ---- */

FORMULA(uint32_t, pipelined_steps, steps_over_path(shape->packets, mesh_diameter(shape)))

/* A use of an axis. */
struct use {
    uint32_t axis;
    int32_t round;  /* 0 is the one that begins with the step in which the last packet leaves */
    int32_t number; /* 1 .. h in its block */
};

static int32_t half_of(const struct shape *mesh, uint32_t axis) {
    return (int32_t)mesh_side(mesh, axis) / 2;
}

/* The use that all nodes make of an axis in a step. */
static struct use use_in(const struct shape *mesh, uint32_t number) {
    int32_t steps = (int32_t)mesh_diameter(mesh);
    int32_t ahead = (int32_t)mesh->packets - (int32_t)number; /* until the last packet leaves */
    struct use use = {.axis = 0, .round = ahead > 0 ? -((ahead + steps - 1) / steps) : 0};
    use.number = 1 - ahead - use.round * steps;
    while (use.number > half_of(mesh, use.axis))
        use.number -= half_of(mesh, use.axis++);
    return use;
}

/* The packet that leaves the root in a use before round 0, counted from 1. One that is not above 0
 * does not exist. */
static int32_t packet_leaving(const struct shape *mesh, struct use use) {
    int32_t step =
        (int32_t)mesh->packets + use.round * (int32_t)mesh_diameter(mesh) + use.number - 1;
    for (uint32_t axis = 0; axis < use.axis; axis++)
        step += half_of(mesh, axis);
    return step;
}

/* All uses of the axis are counted one after the other: number 1 is the first of round 0. */
static int32_t count_of(const struct shape *mesh, struct use use) {
    return use.round * half_of(mesh, use.axis) + use.number;
}

/* Whether a position exchanges with the next one in a use, else with the one before. */
static bool is_with_next(const struct shape *mesh, struct use use, uint32_t position) {
    return mesh_is_with_next(position, (uint32_t)count_of(mesh, use) & 1);
}

/* ---- On the root's line of an axis ---- */

/* Returns the packet that comes to a position of the root's line in a use, counted from 1. One that
 * is not above 0 does not exist. */
static int32_t packet_on_ring(const struct shape *mesh, struct use use, int32_t position) {
    int32_t half = half_of(mesh, use.axis), count = count_of(mesh, use);
    bool forwards = !is_with_next(mesh, use, (uint32_t)position);
    /* The use in which it has left the root. From number 2 on the root sends them again. */
    int32_t left = count + 1 - (forwards ? position : 2 * half - position);
    int32_t original = left <= 1 ? left : 3 - left;
    if (original == 1)
        return (int32_t)mesh->packets;
    use.round = -((half - original) / half);
    use.number = original - use.round * half;
    return packet_leaving(mesh, use);
}

/* ---- On other lines ---- */

/* A position of a line, counted so that 0 and 1 exchange in the first use of a block. */
static int32_t place_in(const struct shape *mesh, uint32_t axis, int32_t round, uint32_t position) {
    struct use first = {axis, round, 1};
    int32_t side = (int32_t)mesh_side(mesh, axis);
    return is_with_next(mesh, first, 0) ? (int32_t)position : (side - (int32_t)position) % side;
}

/* The packet of a block that pair i has at the beginning of the next one. */
static int32_t packet_of_pair(const struct shape *mesh, uint32_t axis, int32_t round,
                              int32_t pair) {
    int32_t half = half_of(mesh, axis);
    int32_t later = 2 * pair <= half ? 2 * pair - 1 : 2 * half - 2 * pair;
    return packet_leaving(mesh, (struct use){axis, round, half - later});
}

/* The packet that place 0 of a line alone has at the beginning of a block. The line is given by a
 * rank on it. */
static int32_t packet_of_first(const struct shape *mesh, struct use use, uint32_t rank) {
    uint32_t from = use.axis;
    do
        from = (from + 1) % mesh_axes(mesh);
    while (mesh_position_of_rank(mesh, rank, from) == 0);
    int32_t round = from < use.axis ? use.round : use.round - 1;
    if (round == 0)
        return (int32_t)mesh->packets;
    int32_t place = place_in(mesh, from, round + 1, mesh_position_of_rank(mesh, rank, from));
    return packet_of_pair(mesh, from, round, (place + 1) / 2);
}

/* The pair whose packet comes to a place in use `number` of a block; 0 is place 0. The packet has
 * gone `number` places in its direction, or has passed between place 0 and the last one and is two
 * uses late. */
static int32_t pair_to(int32_t half, int32_t place, int32_t number) {
    bool forwards = (place + number) % 2 == 0;
    int32_t start = forwards ? place - number : place + number;
    if (forwards)
        return start >= 0 ? start / 2 : half + 1 - -start / 2;
    return start < 2 * half ? (start + 1) / 2 : (start - 2 * half - 1) / 2;
}

/* Does what packet_on_ring does, for any other line. */
static int32_t packet_on_line(const struct shape *mesh, struct use use, uint32_t rank) {
    int32_t place =
        place_in(mesh, use.axis, use.round, mesh_position_of_rank(mesh, rank, use.axis));
    int32_t pair = pair_to(half_of(mesh, use.axis), place, use.number);
    return pair == 0 ? packet_of_first(mesh, use, rank)
                     : packet_of_pair(mesh, use.axis, use.round - 1, pair);
}

/* ---- The schedule ---- */

/* Sets *block to the block that comes to a rank, which is relative to the root's. Returns false if
 * none does. */
static bool comes_to(const struct shape *mesh, struct use use, uint32_t rank, uint32_t *block) {
    uint32_t position = mesh_position_of_rank(mesh, rank, use.axis);
    bool is_roots_line = rank == position * mesh_stride(mesh, use.axis);
    int32_t packet = is_roots_line ? packet_on_ring(mesh, use, (int32_t)position)
                                   : packet_on_line(mesh, use, rank);
    *block = (uint32_t)packet - 1;
    return rank != 0 && packet > 0;
}

static void pipelined_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    if (number > pipelined_steps(shape))
        return;
    struct shape mesh = mesh_without_ones(shape);
    struct use use = use_in(&mesh, number);
    uint32_t rank = mesh_translate_back(&mesh, mesh_rank(&mesh, node), mesh.root);
    uint32_t area = mesh_broadcast_area(shape, node), block;
    bool with_next = is_with_next(&mesh, use, mesh_position_of_rank(&mesh, rank, use.axis));
    uint32_t direction = 2 * use.axis + !with_next;
    uint32_t port = mesh_port_to(&mesh, node, direction);
    if (comes_to(&mesh, use, mesh_neighbour(&mesh, rank, direction), &block))
        step_send(step, port, single_block(area, block));
    if (comes_to(&mesh, use, rank, &block))
        step_receive(step, port, single_block(area, block));
}

/* The steps of the longest chain in which a packet waits at the root for the port, and not for what
 * its node has received in the step before. On a ring of p nodes, as two axes of side 2 are, a
 * chain can go round once between two such steps. On other meshes a chain that has left the root
 * goes on without it, and the root has the port to itself for more packets than a round has. */
static uint32_t steps_at_root(const struct shape *shape) {
    struct shape mesh = mesh_without_ones(shape);
    uint32_t nodes = mesh_nodes(&mesh), steps = pipelined_steps(shape);
    if (mesh_axes(&mesh) > 1 && nodes > 4)
        return shape->packets > mesh_diameter(shape);
    return steps == 0 ? 0 : (steps - 1) / (nodes - 1);
}

static struct chain_cost pipelined_cost(const struct shape *shape) {
    uint32_t steps = pipelined_steps(shape);
    return chain_of(steps, steps, steps - steps_at_root(shape));
}

/* With all ports the root does not wait, because it sends on another port in the next step. But two
 * nodes have only one link. */
static struct chain_cost pipelined_cost_all_ports(const struct shape *shape) {
    struct chain_cost cost = pipelined_cost(shape);
    return mesh_nodes(shape) == 2 ? cost : chain_of_steps(cost.hops);
}

const struct algorithm mesh_broadcast_pipelined = {
    .name = "mesh-bcast-pipelined",
    .operation = &mesh_broadcast_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, and Johnsson and Ho, axes by turns",
    .steps = pipelined_steps,
    .packets = mesh_packets_of_others,
    .cost = pipelined_cost,
    .cost_all_ports = pipelined_cost_all_ports,
    .step = pipelined_step,
};

/* The order is not kept: a block that comes round the ring's end is combined before those that
 * follow the root.
 */
const struct algorithm mesh_reduction_pipelined = {
    MESH_REDUCTION_OF(mesh_broadcast_pipelined),
    .name = "mesh-reduce-pipelined",
    .ports = PORTS_ONE,
    .varies = VARIES_ROOT | VARIES_PACKETS | VARIES_SIDES,
    .source = "after Ozveren, 2.2.2, and Johnsson and Ho, dual",
};
