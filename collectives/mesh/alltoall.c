/* Total exchange on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Personalized Communication on a Ring", "... on a Mesh" to Grama et al., section 4.5; and the same
 * by the shorter way round, which halves the words.
 *
 * Cost for p = s^2 nodes (a ring: one axis, s = p), with t_s a message's start-up, t_w a byte's
 * time, m the bytes of a block:
 *     mesh-alltoall, ring            t_s (p - 1) + t_w m p^2 / 4
 *     mesh-alltoall, mesh            t_s 2 (s - 1) + t_w m p s / 2
 *     mesh-alltoall-one-way, ring    (t_s + t_w m p / 2) (p - 1)
 *     mesh-alltoall-one-way, mesh    (t_s + t_w m p / 2) 2 (s - 1)
 *
 * Axis by axis, the first one first, blocks go to where their destination is on the axis. All that
 * have the same way to go, a cluster, travel in one packet; at each node its own cluster stays and
 * the rest goes on.
 *
 * How blocks lie. A block of a mesh of axes a, b, c has destination (A, B, C) and comes from
 * (a, b, c). Before the first axis it lies at (A B C), before the second at (B C a), before the
 * third at (C a b), and at the end at (a b c), the rank it is from: numbers whose first part counts
 * most. So the clusters for the positions of an axis lie one after the other, and each time the
 * cluster that stays spreads evenly over the next arrangement. An arrangement is kept twice, one
 * behind the other, so that the clusters of the positions after a node's, round the end of the axis
 * too, are one run.
 *
 * Example, a ring of 4, position 1, one way (blocks as source>destination):
 *     step 1   sends 1>2 1>3 1>0    gets 0>1 0>2 0>3
 *     step 2   sends 0>2 0>3        gets 3>1 3>2
 *     step 3   sends 3>2            gets 2>1
 * By the shorter way: 1>2 1>3 on and 0>1 0>2 here; 0>2 on and 3>1 here; 1>0 back and 2>1 here.
 */
#include "collectives/mesh/alltoall.h"

#include "collectives/call/mesh_call.h"
#include "collectives/call/select.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "net/node.h"

enum {
    ARRANGED = 2, /* for the first, third, ... axis */
    ARRANGED_TOO, /* for the others */
    ARRIVED,      /* in odd steps of a direction */
    ARRIVED_TOO,
    ALLTOALL_AREAS,
};

static struct content alltoall_postcondition(const struct shape *shape, uint32_t node,
                                             uint32_t area, uint32_t block) {
    (void)area;
    return content_of(block, mesh_rank(shape, node));
}

static const struct operation alltoall_operation = {
    .tag = OPERATION_MESH_ALLTOALL,
    .outputs = 1,
    .postcondition = alltoall_postcondition,
    .rank = mesh_rank,
};

/* No axis that is none. */
static bool alltoall_fits(const struct shape *shape) {
    if (!mesh_fits(shape))
        return false;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        if (mesh_side(shape, axis) == 1 && mesh_axes(shape) > 1)
            return false;
    return true;
}

static uint32_t alltoall_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area <= AREA_OUTPUT ? mesh_nodes(shape) : 2 * mesh_nodes(shape);
}

static uint32_t others(uint32_t side) {
    return side - 1;
}

static uint32_t alltoall_steps(const struct shape *shape) {
    return mesh_steps(shape, others);
}

static uint64_t alltoall_packets(const struct shape *shape) {
    return (uint64_t)mesh_nodes(shape) * alltoall_steps(shape);
}

/* The sum of the ways on all axes: from each node, for each position of the axis, a cluster. */
static uint64_t sum_of_ways(const struct shape *shape, bool one_way) {
    uint64_t nodes = mesh_nodes(shape);
    uint64_t words = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t side = mesh_side(shape, axis);
        uint64_t ways = one_way ? side * (side - 1) / 2 : side * side / 4;
        words += nodes * (nodes / side) * ways;
    }
    return words;
}

static uint64_t one_way_words(const struct shape *shape) {
    return sum_of_ways(shape, true);
}

static uint64_t shorter_words(const struct shape *shape) {
    return sum_of_ways(shape, false);
}

/* ---- One step ---- */

/* What one direction along an axis does in a step. */
struct leg {
    uint32_t axis;
    uint32_t side;
    uint32_t position; /* of this node */
    uint32_t step;     /* of this direction, from 1 */
    uint32_t length;   /* steps of this direction */
    bool forward;
    bool first; /* of the axis */
};

static struct leg leg_of(const struct shape *shape, uint32_t node, uint32_t number, bool one_way) {
    struct mesh_phase phase = mesh_phase(shape, number, others, true);
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t on = one_way ? side - 1 : side / 2;
    bool forward = phase.step <= on;
    return (struct leg){
        .axis = phase.axis,
        .side = side,
        .position = mesh_position(shape, node, phase.axis),
        .step = forward ? phase.step : phase.step - on,
        .length = forward ? on : side - 1 - on,
        .forward = forward,
        .first = phase.step == 1,
    };
}

static uint32_t arranged_for(uint32_t axis) {
    return axis % 2 == 0 ? ARRANGED : ARRANGED_TOO;
}

static uint32_t arrived_in(uint32_t step) {
    return step % 2 == 1 ? ARRIVED : ARRIVED_TOO;
}

/* Keeps a run in an arrangement, each block `stride` from the next: twice, as it is kept. */
static void keep(struct step *step, struct run from, uint32_t area, uint32_t first, uint32_t stride,
                 uint32_t nodes) {
    step_spread(step, from, area, first, stride);
    step_spread(step, from, area, first + nodes, stride);
}

/* Spreads a cluster that stays, from `origin` on the axis, over the next arrangement, the output
 * after the last. Cluster `index` of `area` it is. */
static void spread(const struct shape *shape, uint32_t axis, uint32_t area, uint32_t index,
                   uint32_t origin, struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t side = mesh_side(shape, axis);
    uint32_t cluster = nodes / side;
    struct run from = {(uint16_t)area, (uint16_t)cluster, index * cluster, 0};
    if (axis + 1 < mesh_axes(shape))
        keep(step, from, arranged_for(axis + 1), origin, side, nodes);
    else
        step_spread(step, from, AREA_OUTPUT, origin, side);
}

/* What came in a step for this node. */
static void spread_arrived(const struct shape *shape, const struct leg *leg, struct step *step) {
    uint32_t index = leg->forward ? leg->position : leg->position + leg->side;
    uint32_t origin = leg->position + (leg->forward ? leg->side - leg->step : leg->step);
    spread(shape, leg->axis, arrived_in(leg->step), index, origin % leg->side, step);
}

static void alltoall_step(const struct shape *shape, uint32_t node, uint32_t number, bool one_way,
                          struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t steps = alltoall_steps(shape);
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (steps == 0) {
        step_move(step, (struct block_set){AREA_INPUT, 0, 0}, (struct block_set){AREA_OUTPUT, 0, 0},
                  MOVE_COPY);
        return;
    }
    if (number == 1) {
        keep(step, (struct run){AREA_INPUT, (uint16_t)nodes, 0, 0}, arranged_for(0), 0, 1, nodes);
    } else {
        struct leg last = leg_of(shape, node, number - 1, one_way);
        spread_arrived(shape, &last, step);
    }
    if (number > steps)
        return;

    struct leg leg = leg_of(shape, node, number, one_way);
    uint32_t arranged = arranged_for(leg.axis);
    if (leg.first)
        spread(shape, leg.axis, arranged, leg.position, leg.position, step);
    uint32_t next = mesh_port_next(shape, leg.axis, leg.position);
    uint32_t before = mesh_port_before(shape, leg.axis, leg.position);
    /* Clusters of so many positions still have a way to go. */
    uint32_t positions = leg.length - leg.step + 1;
    uint32_t cluster = nodes / leg.side;
    uint32_t sent = leg.forward ? leg.position + 1 : leg.position + leg.side - positions;
    uint32_t received = leg.forward ? leg.position : leg.position + leg.side - positions + 1;
    uint32_t count = positions * cluster;
    uint32_t from = leg.step == 1 ? arranged : arrived_in(leg.step - 1);
    step_send(step, leg.forward ? next : before,
              (struct run){(uint16_t)from, (uint16_t)count, sent * cluster, 0});
    step_receive(
        step, leg.forward ? before : next,
        (struct run){(uint16_t)arrived_in(leg.step), (uint16_t)count, received * cluster, 0});
}

/* All nodes do the same. */
static struct cost cost_of_words(const struct shape *shape, uint64_t words) {
    uint32_t steps = alltoall_steps(shape);
    return chain_of(steps, words / mesh_nodes(shape), steps);
}

static struct cost shorter_cost(const struct shape *shape) {
    return cost_of_words(shape, shorter_words(shape));
}

static struct cost one_way_cost(const struct shape *shape) {
    return cost_of_words(shape, one_way_words(shape));
}

/* ---- "mesh-alltoall": by the shorter way, first on, then back ----
 *
 * side / 2 steps on and side / 2 - 1 back: as many steps as one way has, and half the words; what
 * one port and neighbours need at least.
 */
static void shorter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    alltoall_step(shape, node, number, false, step);
}

const struct algorithm mesh_alltoall = {
    .name = "mesh-alltoall",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh; both ways round",
    .areas = ALLTOALL_AREAS,
    .applicable = alltoall_fits,
    .blocks = alltoall_blocks,
    .steps = alltoall_steps,
    .packets = alltoall_packets,
    .link_words = shorter_words,
    .bound = mesh_diameter, /* from neighbour to neighbour */
    .open = true,
    .cost = shorter_cost,
    .step = shorter_step,
};

/* ---- "mesh-alltoall-one-way": everything goes on, nothing back, as in the slides ---- */
static void one_way_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    alltoall_step(shape, node, number, true, step);
}

const struct algorithm mesh_alltoall_one_way = {
    .name = "mesh-alltoall-one-way",
    .operation = &alltoall_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh",
    .areas = ALLTOALL_AREAS,
    .applicable = alltoall_fits,
    .blocks = alltoall_blocks,
    .steps = alltoall_steps,
    .packets = alltoall_packets,
    .link_words = one_way_words,
    .bound = mesh_diameter,
    .open = true,
    .cost = one_way_cost,
    .step = one_way_step,
};

/* ---- The call ---- */

int cube_mesh_alltoall(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *blocks, void *out, size_t bytes) {
    struct call call;
    int error = mesh_call_begin(&call, &alltoall_operation, &mesh_alltoall, choice, mesh, 0);
    if (error != 0)
        return error;
    call_select_on_mesh(&call, choice, blocks_of(bytes), false);
    call.input = blocks;
    call.output[0] = out;
    error = call_blocks(&call, bytes);
    return error != 0 ? error : execute(&call);
}
