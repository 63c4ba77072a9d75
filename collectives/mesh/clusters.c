#include "collectives/mesh/clusters.h"

#include "collectives/schedule/mesh.h"

enum {
    ARRANGED_FOR_EVEN = AREA_OUTPUT + 1, /* the arrangement for axis 0, 2, ... */
    ARRANGED_FOR_ODD,                    /* the arrangement for axis 1, 3, ... */
    ARRIVED_IN_ODD,                      /* what came in step 1, 3, ... of a direction */
    ARRIVED_IN_EVEN,                     /* what came in step 2, 4, ... of a direction */
    ARRIVED = ARRIVED_IN_ODD,            /* by turns: what came in the last step */
    SENT_ON = ARRIVED_IN_EVEN,           /* by turns: what is sent in this one, from step 2 on */
};
static_assert(SENT_ON + 1 == (int)CLUSTERS_AREAS, "these are all areas");

uint32_t clusters_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area <= AREA_OUTPUT ? mesh_nodes(shape) : 2 * mesh_nodes(shape);
}

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

/* ---- All ways ---- */

void clusters_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
                   struct step *step) {
    struct shape shape = mesh_without_ones(given);
    struct leg leg[WAYS_LEGS];
    uint32_t nodes = mesh_nodes(&shape);
    uint32_t steps = ways_steps(&shape, way);
    step_clear(step);
    if (!mesh_has(&shape, node))
        return;
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
