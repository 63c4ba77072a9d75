/* Total exchange on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Personalized Communication on a Ring", "... on a Mesh" to Grama et al., section 4.5; and two
 * schedules by the shorter way round each ring, which halves the words: with one port, and with
 * all.
 *
 * Cost for p = s^2 nodes (a ring: one axis, s = p), with t_s a message's start-up, t_w a byte's
 * time, m the bytes of a block:
 *     mesh-alltoall, ring            t_s (p - 1) + t_w m p^2 / 4
 *     mesh-alltoall, mesh            t_s 2 (s - 1) + t_w m p s / 2
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
 * cluster that stays spreads evenly over the next arrangement. An arrangement is kept twice, one
 * copy behind the other. So the clusters for the positions that follow a node's are one run, even
 * where they go round the end of the axis.
 *
 * Example, a ring of 4, position 1, one way (blocks as source>destination):
 *     step 1   sends 1>2 1>3 1>0    receives 0>1 0>2 0>3
 *     step 2   sends 0>2 0>3        receives 3>1 3>2
 *     step 3   sends 3>2            receives 2>1
 * By the shorter way (in step 3 the blocks go back):
 *     step 1   sends 1>2 1>3        receives 0>1 0>2
 *     step 2   sends 0>2            receives 3>1
 *     step 3   sends 1>0            receives 2>1
 */
#include "collectives/mesh/alltoall.h"

#include "collectives/call/call.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "net/node.h"

enum {
    ARRANGED_FOR_EVEN = AREA_OUTPUT + 1, /* the arrangement for axis 0, 2, ... */
    ARRANGED_FOR_ODD,                    /* the arrangement for axis 1, 3, ... */
    ARRIVED_IN_ODD,                      /* what came in step 1, 3, ... of a direction */
    ARRIVED_IN_EVEN,                     /* what came in step 2, 4, ... of a direction */
};
static_assert(ARRIVED_IN_EVEN + 1 == (int)MESH_ALLTOALL_AREAS, "these are all areas");

static struct content alltoall_postcondition(const struct shape *shape, uint32_t node,
                                             uint32_t area, uint32_t block) {
    (void)area;
    return content_of(block, mesh_rank(shape, node));
}

const struct operation mesh_alltoall_operation = {
    .tag = OPERATION_MESH_ALLTOALL,
    .outputs = 1,
    .postcondition = alltoall_postcondition,
    .rank = mesh_rank,
};

static uint32_t alltoall_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area <= AREA_OUTPUT ? mesh_nodes(shape) : 2 * mesh_nodes(shape);
}

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

static uint64_t one_way_words(const struct shape *shape) {
    return sum_of_words(shape, true);
}

static uint64_t shorter_words(const struct shape *shape) {
    return sum_of_words(shape, false);
}

/* ---- One step ---- */

/* Which way round a ring clusters go. */
enum way {
    ONE_WAY,      /* forwards */
    IN_TURNS,     /* by the shorter way: first all that go forwards, then those that go back */
    BOTH_AT_ONCE, /* by the shorter way, forwards and back in the same steps */
};

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

/* Copies a run to both copies of an arrangement: the first block to `first`, each other one
 * `stride` blocks after the one before it. */
static void keep(struct step *step, struct run from, uint32_t area, uint32_t first, uint32_t stride,
                 uint32_t nodes) {
    step_spread(step, from, area, first, stride);
    step_spread(step, from, area, first + nodes, stride);
}

/* Spreads a cluster that stays over the arrangement for the next axis, or over the output after the
 * last axis. The cluster is number `index` of `area`, and its blocks have come from position
 * `origin` of the axis. */
static void spread(const struct shape *shape, uint32_t axis, uint32_t area, uint32_t index,
                   uint32_t origin, struct step *step) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t side = mesh_side(shape, axis);
    uint32_t cluster = nodes / side;
    struct run from = consecutive_blocks(area, index * cluster, cluster);
    if (axis + 1 < mesh_axes(shape))
        keep(step, from, arranged_for(axis + 1), origin, side, nodes);
    else
        step_spread(step, from, AREA_OUTPUT, origin, side);
}

/* Spreads the cluster for this node that arrived in a step. */
static void spread_arrived(const struct shape *shape, const struct leg *leg, struct step *step) {
    uint32_t index = leg->forwards ? leg->position : leg->position + leg->side;
    uint32_t origin = leg->position + (leg->forwards ? leg->side - leg->step : leg->step);
    spread(shape, leg->axis, arrived_in(leg->step), index, origin % leg->side, step);
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

static void alltoall_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
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
        keep(step, consecutive_blocks(AREA_INPUT, 0, nodes), arranged_for(0), 0, 1, nodes);
    for (int forwards = 0; number > 1 && forwards <= 1; forwards++)
        if (leg_in(&shape, node, number - 1, way, forwards, &leg))
            spread_arrived(&shape, &leg, step);
    if (number > steps)
        return;
    struct mesh_phase phase = phase_of(&shape, number, way);
    if (phase.step == 1) {
        uint32_t position = mesh_position(&shape, node, phase.axis);
        spread(&shape, phase.axis, arranged_for(phase.axis), position, position, step);
    }
    for (int forwards = 0; forwards <= 1; forwards++)
        if (leg_in(&shape, node, number, way, forwards, &leg))
            pass_on(&shape, &leg, step);
}

/* All nodes send the same number of words. */
static struct chain_cost cost_of_words(const struct shape *shape, uint64_t words) {
    uint32_t steps = mesh_ring_steps(shape);
    return chain_of(steps, words / mesh_nodes(shape), steps);
}

static struct chain_cost shorter_cost(const struct shape *shape) {
    return cost_of_words(shape, shorter_words(shape));
}

static struct chain_cost one_way_cost(const struct shape *shape) {
    return cost_of_words(shape, one_way_words(shape));
}

/* ---- "mesh-alltoall": by the shorter way round each ring, first forwards, then back ----
 *
 * side / 2 steps lead forwards and side / 2 - 1 back. These are as many steps as one way round
 * takes, and half the words, which is the least that nodes with one port need.
 */
static void shorter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    alltoall_step(shape, node, number, IN_TURNS, step);
}

const struct algorithm mesh_alltoall = {
    .name = "mesh-alltoall",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh; both ways round",
    .areas = MESH_ALLTOALL_AREAS,
    .applicable = mesh_fits,
    .blocks = alltoall_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = shorter_words,
    .bound = mesh_diameter, /* blocks go from neighbour to neighbour */
    .open = true,
    .cost = shorter_cost,
    .step = shorter_step,
};

/* ---- "mesh-alltoall-one-way": everything goes forwards, as in the slides ---- */
static void one_way_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    alltoall_step(shape, node, number, ONE_WAY, step);
}

const struct algorithm mesh_alltoall_one_way = {
    .name = "mesh-alltoall-one-way",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh",
    .areas = MESH_ALLTOALL_AREAS,
    .applicable = mesh_fits,
    .blocks = alltoall_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = one_way_words,
    .bound = mesh_diameter,
    .open = true,
    .cost = one_way_cost,
    .step = one_way_step,
};

/* ---- "mesh-alltoall-all-port": by the shorter way, forwards and back at once ----
 *
 * Each axis takes side / 2 steps, so all take as many as the farthest node is away: the least there
 * can be. What goes forwards and what goes back is for different positions, so both arrive in the
 * same areas.
 *
 * Example, a ring of 4, position 1:
 *     step 1   sends 1>2 1>3 and 1>0   receives 0>1 0>2 and 2>1
 *     step 2   sends 0>2               receives 3>1
 */
static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    alltoall_step(shape, node, number, BOTH_AT_ONCE, step);
}

/* Forwards there are as many blocks as back, and those for the farthest position too. */
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
    .areas = MESH_ALLTOALL_AREAS,
    .applicable = mesh_fits,
    .blocks = alltoall_blocks,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets,
    .link_words = shorter_words,
    .cost = all_port_cost,
    .step = all_port_step,
};

/* ---- The call ---- */

int cube_mesh_alltoall(const struct cube_choice *choice, const struct cube_mesh *mesh,
                       const void *blocks, void *out, size_t bytes) {
    static const struct collective alltoall = {
        .usual = &mesh_alltoall,
        .on_mesh = true,
        .message = MESSAGE_BLOCKS,
    };
    return collective_run(&alltoall, &(struct request){.operation = &mesh_alltoall_operation,
                                                       .size = bytes,
                                                       .choice = choice,
                                                       .array = {request_mesh(mesh)},
                                                       .input = blocks,
                                                       .output = {out}});
}
