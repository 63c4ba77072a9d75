/* Total exchange on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Personalized Communication on a Ring", "... on a Mesh" to Grama et al., section 4.5; and two
 * schedules, for one port and for all ports, that go the shorter way round each ring, which halves
 * the steps and the words.
 *
 * Cost (cost.h) for p = s^2 nodes (a ring: one axis, s = p), with m the bytes of a block:
 *     mesh-alltoall, ring            t_s p / 2 + t_w m p^2 / 4
 *     mesh-alltoall, mesh            t_s s + t_w m p s / 2
 *     mesh-alltoall-one-way, ring    (t_s + t_w m p / 2) (p - 1)
 *     mesh-alltoall-one-way, mesh    (t_s + t_w m p / 2) 2 (s - 1)
 *     mesh-alltoall-all-port, ring   t_s p / 2 + t_w m p (p + 2) / 8
 *     mesh-alltoall-all-port, mesh   t_s s + t_w m p (s + 2) / 4
 *
 * Along one axis after the other, from the first to the last, blocks go to the position that their
 * destination has on the axis. The blocks for one position of the axis are a *cluster*. In each
 * step a node sends its neighbour, in one packet, all clusters that have to go further. Of what
 * arrives its own cluster stays, and the rest goes on in the next step.
 *
 * How blocks lie. Let a block of a mesh of three axes come from (a, b, c) and go to (A, B, C).
 * Before the first axis it lies at number (A B C), before the second at (B C a), before the third
 * at (C a b), and at the end at (a b c), which is the rank that it is from. (The first of the three
 * counts most.) So the clusters for the positions of an axis lie one after the other, and the
 * cluster that stays spreads evenly over the next arrangement. The clusters for positions before a
 * node's own lie further back, by the length of all clusters. So the clusters for the positions
 * that follow a node's are one run, even if they go round the end of the axis.
 *
 * Example, a ring of 4, position 1, one way (blocks as source>destination):
 *     step 1   sends 1>2 1>3 1>0    receives 0>1 0>2 0>3
 *     step 2   sends 0>2 0>3        receives 3>1 3>2
 *     step 3   sends 3>2            receives 2>1
 * By the shorter way, by turns:
 *     step 1   sends 1>0 1>3            receives 0>1 0>2
 *     step 2   sends 0>2 1>2            receives 3>1 2>1
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/ways.h"
#include "collectives/schedule/mesh.h"

/* ---- Clusters ---- */

enum {
    ARRANGED_FOR_EVEN = AREA_OUTPUT + 1, /* the arrangement for axis 0, 2, ... */
    ARRANGED_FOR_ODD,                    /* the arrangement for axis 1, 3, ... */
    ARRIVED_IN_ODD,                      /* what came in step 1, 3, ... of a direction */
    ARRIVED_IN_EVEN,                     /* what came in step 2, 4, ... of a direction */
    ARRIVED = ARRIVED_IN_ODD,            /* by turns: what came in the last step */
    SENT_ON = ARRIVED_IN_EVEN,           /* by turns: what is sent in this one, from step 2 on */
    CLUSTERS_AREAS,
};

BLOCKS_FORMULA(clusters_scratch, 2 * mesh_nodes(shape))

static uint32_t arranged_for(uint32_t axis) {
    return axis % 2 == 0 ? ARRANGED_FOR_EVEN : ARRANGED_FOR_ODD;
}

static uint32_t arrived_in(uint32_t step) {
    return step % 2 == 1 ? ARRIVED_IN_ODD : ARRIVED_IN_EVEN;
}

/* Copies a run to the arrangement for an axis: the first block gets number `first`, and each other
 * one the number of the block before it plus `stride`. Clusters for positions before the node's own
 * lie behind all others. */
static void arrange(const struct shape *shape, uint32_t node, uint32_t axis, struct run from,
                    uint32_t first, uint32_t stride, struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t own = mesh_position(shape, node, axis) * (nodes / mesh_side(shape, axis));
    uint32_t before = first < own ? (own - first + stride - 1) / stride : 0;
    if (before > from.count)
        before = from.count;
    struct run rest = consecutive_blocks(from.area, from.first + before, from.count - before);
    from.count = (uint16_t)before;
    if (before > 0)
        step_spread(step, from, arranged_for(axis), first + nodes, stride);
    if (rest.count > 0)
        step_spread(step, rest, arranged_for(axis), first + before * stride, stride);
}

/* Spreads a cluster that stays over the arrangement for the next axis, or over the output after the
 * last axis. The cluster is number `index` of `area`, and its blocks have come from position
 * `origin` of the axis. */
static void spread(const struct shape *shape, uint32_t node, uint32_t axis, uint32_t area,
                   uint32_t index, uint32_t origin, struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t side = mesh_side(shape, axis);
    uint32_t cluster = nodes / side;
    struct run from = consecutive_blocks(area, index * cluster, cluster);
    if (axis + 1 < mesh_axes(shape))
        arrange(shape, node, axis + 1, from, origin, side, step);
    else
        step_spread(step, from, AREA_OUTPUT, origin, side);
}

/* Spreads the cluster for this node that arrived in a step. */
static void spread_arrived(const struct shape *shape, uint32_t node, const struct leg *leg,
                           struct step *step) {
    uint32_t index = leg->forwards ? leg->position : leg->position + leg->side;
    uint32_t origin = leg->position + (leg->forwards ? leg->side - leg->step : leg->step);
    spread(shape, node, leg->axis, arrived_in(leg->step), index, origin % leg->side, step);
}

/* Sends the clusters that have to go further in one direction, and receives others. */
static void pass_on(const struct shape *shape, const struct leg *leg, struct step *step) {
    /* How many positions of the axis still wait for their clusters in this direction. */
    uint32_t positions = leg->length - leg->step + 1;
    uint32_t cluster = mesh_nodes(shape) / leg->side;
    uint32_t sent = leg->forwards ? leg->position + 1 : leg->position + leg->side - positions;
    uint32_t received = leg->forwards ? leg->position : leg->position + leg->side - positions + 1;
    uint32_t count = positions * cluster;
    uint32_t from = leg->step == 1 ? arranged_for(leg->axis) : arrived_in(leg->step - 1);
    step_send(step, leg->out, consecutive_blocks(from, sent * cluster, count));
    step_receive(step, leg->in,
                 consecutive_blocks(arrived_in(leg->step), received * cluster, count));
}

/* ---- By turns ----
 *
 * In step t of an axis of 2h positions a packet has, for each of r = h + 1 - t positions, the
 * clusters of two neighbours, first all of the one that is t positions back from where it arrives,
 * then all of the other one. In step 1 there is only one of them.
 */
/* Whether the neighbour that the packet of a step began at has been joined by the second one. */
static uint32_t origins_in(uint32_t step) {
    return step == 1 ? 1 : 2;
}

/* Where in a packet the cluster of its receiver is, of those of one origin: that of the nearest
 * position is the first one if they go forwards, else the last one. */
static uint32_t nearest(const struct leg *leg, bool forwards) {
    return forwards ? 0 : leg->length - leg->step;
}

/* Spreads the clusters for this node that arrived in a step, against the direction in which it
 * sent. */
static void spread_turn(const struct shape *shape, uint32_t node, const struct leg *leg,
                        struct step *step) {
    uint32_t each = leg->length + 1 - leg->step; /* positions that the packet was for */
    for (uint32_t k = 0; k < origins_in(leg->step); k++) {
        uint32_t back = leg->step - k; /* as many positions as that */
        uint32_t origin = leg->position + (leg->forwards ? back : leg->side - back);
        spread(shape, node, leg->axis, ARRIVED, k * each + nearest(leg, !leg->forwards),
               origin % leg->side, step);
    }
}

/* The clusters of this node for `count` positions that follow in a direction. */
static struct run own_clusters(const struct shape *shape, const struct leg *leg, uint32_t count) {
    uint32_t cluster = mesh_nodes(shape) / leg->side;
    uint32_t first = leg->forwards ? leg->position + 1 : leg->position + leg->side - count;
    return consecutive_blocks(arranged_for(leg->axis), first * cluster, count * cluster);
}

/* Puts together what is sent from step 2 on: of what arrived in the step before all but this node's
 * own clusters, and in step 2 the clusters of this node, the second one of two neighbours. */
static void put_together(const struct shape *shape, const struct leg *leg, struct step *step) {
    uint32_t cluster = mesh_nodes(shape) / leg->side;
    uint32_t each = leg->length + 1 - leg->step;
    uint32_t skipped = leg->forwards ? 1 : 0; /* this node's, which lies before the others */
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t first = (k * (each + 1) + skipped) * cluster;
        struct run from = leg->step == 2 && k == 1
                              ? own_clusters(shape, leg, each)
                              : consecutive_blocks(ARRIVED, first, each * cluster);
        step_spread(step, from, SENT_ON, k * each * cluster, 1);
    }
}

static void pass_on_by_turns(const struct shape *shape, const struct leg *leg, struct step *step) {
    uint32_t count = origins_in(leg->step) * (leg->length + 1 - leg->step);
    uint32_t blocks = count * (mesh_nodes(shape) / leg->side);
    if (leg->step > 1)
        put_together(shape, leg, step);
    step_send(step, leg->out,
              leg->step == 1 ? own_clusters(shape, leg, count)
                             : consecutive_blocks(SENT_ON, 0, blocks));
    step_receive(step, leg->in, consecutive_blocks(ARRIVED, 0, blocks));
}

/* ---- All ways: the step after the last one has the moves that are left ---- */

static void clusters_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
                          struct step *step) {
    struct shape shape = mesh_without_ones(given);
    struct leg leg[WAYS_LEGS];
    uint32_t nodes = mesh_nodes(&shape);
    uint32_t steps = ways_steps(&shape, way);
    if (steps == 0) {
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, 0);
        return;
    }
    if (number == 1)
        arrange(&shape, node, 0, consecutive_blocks(AREA_INPUT, 0, nodes), 0, 1, step);
    uint32_t legs = number == 1 ? 0 : ways_legs(&shape, node, number - 1, way, true, leg);
    for (uint32_t k = 0; k < legs; k++)
        if (way == BY_TURNS)
            spread_turn(&shape, node, &leg[k], step);
        else
            spread_arrived(&shape, node, &leg[k], step);
    if (number > steps)
        return;
    legs = ways_legs(&shape, node, number, way, true, leg);
    if (leg->step == 1)
        spread(&shape, node, leg->axis, arranged_for(leg->axis), leg->position, leg->position,
               step);
    for (uint32_t k = 0; k < legs; k++)
        if (way == BY_TURNS)
            pass_on_by_turns(&shape, &leg[k], step);
        else
            pass_on(&shape, &leg[k], step);
}

/* ---- The operation ---- */

/* On each axis every node has a cluster for each position. The words are the links that the
 * clusters pass, times the blocks of a cluster. */
static uint64_t sum_of_words(const struct shape *shape, bool one_way) {
    uint64_t nodes = mesh_nodes(shape);
    uint64_t words = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t side = mesh_side(shape, axis);
        uint64_t links = one_way ? side * (side - 1) / 2 : side * side / 4;
        words += nodes * (nodes / side) * links;
    }
    return words;
}

FORMULA(uint64_t, one_way_words, sum_of_words(shape, true))
FORMULA(uint64_t, shorter_words, sum_of_words(shape, false))

/* ---- "mesh-alltoall": by the shorter way round each ring, both ways by turns ----
 *
 * Each axis takes side / 2 steps. In step 1 the links after even positions carry a packet each way,
 * in step 2 the other ones, and so on by turns; so what leaves an even position forwards moves on
 * in every step, and so does what leaves an odd one back. In step 2 the neighbour that it comes to
 * adds what it has itself for the same positions. To the opposite position blocks go forwards from
 * even positions, and back from odd ones.
 *
 * No fewer steps would do, for that is how far the farthest node is away. The words are the least,
 * too: half of those of "mesh-alltoall-one-way".
 *
 * Example, a ring of 6 (blocks as source>destination), arrivals at position 3:
 *     step 1   2>3 2>4 2>5        and 2>4 2>5, 3>4 3>5 go on
 *     step 2   5>3 5>2 4>3 4>2    and 5>2, 4>2 go on
 *     step 3   0>3 1>3
 */
VARIANT_STEP(shorter_step, clusters_step, BY_TURNS)

const struct algorithm mesh_alltoall = {
    .name = "mesh-alltoall",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh; both ways by turns",
    .areas = CLUSTERS_AREAS,
    .scratch = clusters_scratch,
    .steps = mesh_diameter,
    .link_words = shorter_words,
    .step = shorter_step,
};

/* ---- "mesh-alltoall-one-way": everything goes forwards, as in the slides ---- */
VARIANT_STEP(one_way_step, clusters_step, ONE_WAY)

const struct algorithm mesh_alltoall_one_way = {
    .name = "mesh-alltoall-one-way",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh",
    .areas = CLUSTERS_AREAS,
    .scratch = clusters_scratch,
    .steps = mesh_ring_steps,
    .link_words = one_way_words,
    .bound = mesh_diameter, /* blocks go from neighbour to neighbour */
    .step = one_way_step,
};

/* ---- "mesh-alltoall-all-port": by the shorter way, forwards and back at once ----
 *
 * Each axis takes side / 2 steps, so all take the distance of the farthest node: the least there
 * can be. What goes forwards and what goes back is for different positions, so both arrive in the
 * same areas.
 *
 * Example, a ring of 4, position 1:
 *     step 1   sends 1>2 1>3 and 1>0   receives 0>1 0>2 and 2>1
 *     step 2   sends 0>2               receives 3>1
 */
VARIANT_STEP(all_port_step, clusters_step, BOTH_AT_ONCE)

/* The chain goes forwards: there the packets have as many blocks as those that go back, and also
 * the blocks for the farthest position. */
static struct chain_cost all_port_cost(const struct shape *shape) {
    uint64_t words = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t side = mesh_side(shape, axis), half = side / 2;
        words += mesh_nodes(shape) / side * half * (half + 1) / 2;
    }
    return chain_of(mesh_diameter(shape), words, mesh_diameter(shape));
}

const struct algorithm mesh_alltoall_all_port = {
    .name = "mesh-alltoall-all-port",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Ozveren, 2.2.5, along one axis after the other, both ways round",
    .areas = CLUSTERS_AREAS,
    .scratch = clusters_scratch,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets,
    .link_words = shorter_words,
    .cost = all_port_cost,
    .step = all_port_step,
};
