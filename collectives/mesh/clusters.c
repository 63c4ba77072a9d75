#include "collectives/mesh/clusters.h"

#include "collectives/schedule/mesh.h"

enum {
    ARRANGED_FOR_EVEN = AREA_OUTPUT + 1, /* the arrangement for axis 0, 2, ... */
    ARRANGED_FOR_ODD,                    /* the arrangement for axis 1, 3, ... */
    ARRIVED_IN_ODD,                      /* what came in step 1, 3, ... of a direction */
    ARRIVED_IN_EVEN,                     /* what came in step 2, 4, ... of a direction */
};
static_assert(ARRIVED_IN_EVEN + 1 == (int)CLUSTERS_AREAS, "these are all areas");

uint32_t clusters_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area <= AREA_OUTPUT ? mesh_nodes(shape) : 2 * mesh_nodes(shape);
}

/* How many steps clusters go forwards on an axis, and how many back. */
static uint32_t leg_length(uint32_t side, enum way way, bool forwards) {
    uint32_t length = way == ONE_WAY ? side - 1 : side / 2;
    return forwards ? length : side - 1 - length;
}

static struct mesh_phase phase_of(const struct shape *shape, uint32_t number, enum way way) {
    return mesh_phase(shape, number, way == BOTH_AT_ONCE ? mesh_half : mesh_others, true);
}

static uint32_t all_steps(const struct shape *shape, enum way way) {
    return way == BOTH_AT_ONCE ? mesh_diameter(shape) : mesh_ring_steps(shape);
}

/* A step in one direction along an axis. */
struct leg {
    uint32_t axis;
    uint32_t side;
    uint32_t position; /* this node's position on the axis */
    uint32_t step;     /* counted from 1 in this direction */
    uint32_t length;   /* how many steps this direction has */
    bool forwards;
};

/* Fills *leg with what a node does in one direction in step `number`. Returns false if that is
 * nothing. */
static bool leg_in(const struct shape *shape, uint32_t node, uint32_t number, enum way way,
                   bool forwards, struct leg *leg) {
    struct mesh_phase phase = phase_of(shape, number, way);
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t before = forwards || way == BOTH_AT_ONCE ? 0 : leg_length(side, way, true);
    *leg = (struct leg){
        .axis = phase.axis,
        .side = side,
        .position = mesh_position(shape, node, phase.axis),
        .step = phase.step - before,
        .length = leg_length(side, way, forwards),
        .forwards = forwards,
    };
    return phase.step > before && leg->step <= leg->length;
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
    uint32_t next = mesh_port_next(shape, leg->axis, leg->position);
    uint32_t before = mesh_port_before(shape, leg->axis, leg->position);
    /* How many positions of the axis still wait for their clusters in this direction. */
    uint32_t positions = leg->length - leg->step + 1;
    uint32_t cluster = mesh_nodes(shape) / leg->side;
    uint32_t sent = leg->forwards ? leg->position + 1 : leg->position + leg->side - positions;
    uint32_t received = leg->forwards ? leg->position : leg->position + leg->side - positions + 1;
    uint32_t count = positions * cluster;
    uint32_t from = leg->step == 1 ? arranged_for(leg->axis) : arrived_in(leg->step - 1);
    step_send(step, leg->forwards ? next : before, consecutive_blocks(from, sent * cluster, count));
    step_receive(step, leg->forwards ? before : next,
                 consecutive_blocks(arrived_in(leg->step), received * cluster, count));
}

void clusters_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
                   struct step *step) {
    struct shape shape = mesh_without_ones(given);
    struct leg leg;
    uint32_t nodes = mesh_nodes(&shape);
    uint32_t steps = all_steps(&shape, way);
    step_clear(step);
    if (!mesh_has(&shape, node))
        return;
    if (steps == 0) {
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, 0);
        return;
    }
    if (number == 1)
        arrange(&shape, node, 0, consecutive_blocks(AREA_INPUT, 0, nodes), 0, 1, step);
    for (int forwards = 0; number > 1 && forwards <= 1; forwards++)
        if (leg_in(&shape, node, number - 1, way, forwards, &leg))
            spread_arrived(&shape, node, &leg, step);
    if (number > steps)
        return;
    struct mesh_phase phase = phase_of(&shape, number, way);
    if (phase.step == 1) {
        uint32_t position = mesh_position(&shape, node, phase.axis);
        spread(&shape, node, phase.axis, arranged_for(phase.axis), position, position, step);
    }
    for (int forwards = 0; forwards <= 1; forwards++)
        if (leg_in(&shape, node, number, way, forwards, &leg))
            pass_on(&shape, &leg, step);
}
