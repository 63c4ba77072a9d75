/* Reduce-scatter on a ring or mesh that keeps the order of ranks. After the slides "All-to-All
 * Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2; both ways by turns,
 * but for each result by a tree whose parts are all of consecutive ranks.
 *
 * Cost for p nodes, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     t_s p / 2 + t_w m (p - 1), and on a ring t_h (5 p / 4 - 3), p = 4, 8, ...
 * No fewer steps would do, for a node has to send p - 1 blocks, and a packet has two at most.
 *
 * What is done on a ring is told in ordered_turns.h.
 *
 * On a mesh axes follow each other from the last to the first, so that sums are of consecutive
 * ranks. On each axis but the first a node takes part in several such ring operations, one for each
 * position on the axes before. Two of them have their last step together, so that it has two
 * blocks, too.
 */
#include "collectives/mesh/allgather.h"
#include "collectives/mesh/ordered_turns.h"
#include "collectives/schedule/mesh.h"

enum {
    SUMS = AREA_OUTPUT + 1, /* of position i of a ring block i + 1, of its last position block 0 */
    FAR,                    /* sums for both results of the unit from beyond those in SUMS */
    FOR_MATE,               /* sums for the mate, of one or two ring operations */
    LINES,                  /* results of the axes that are done */
    ORDERED_AREAS,
};

/* ---- Where a node is in the schedule ---- */

/* A step of a ring operation. */
struct turn {
    const struct shape *shape; /* of a mesh without axes of side 1 */
    uint32_t axis;
    uint32_t position;
    uint32_t line;   /* the first of the ring operations that have their last step together */
    uint32_t lines;  /* how many these are */
    uint32_t number; /* of the step, from 0 on, in all of them */
    struct ordered_turn ring; /* turn 0: mates exchange */
};

/* How many ring operations each node takes part in on an axis. */
static uint32_t lines_of(const struct shape *shape, uint32_t axis) {
    return mesh_nodes(shape) / mesh_stride(shape, axis) / mesh_side(shape, axis);
}

/* The steps of ring operations that have their last step together. */
static uint32_t steps_together(uint32_t side, uint32_t lines) {
    return lines * (side / 2 - 1) + 1;
}

static uint32_t together(uint32_t axis) {
    return axis == 0 ? 1 : 2;
}

static struct turn turn_of(const struct shape *shape, uint32_t node, uint32_t number) {
    struct turn turn = {.shape = shape, .axis = mesh_axes(shape) - 1, .number = number - 1};
    for (;; turn.axis--) {
        turn.ring.side = mesh_side(shape, turn.axis);
        turn.lines = together(turn.axis);
        uint32_t steps = steps_together(turn.ring.side, turn.lines);
        uint32_t times = lines_of(shape, turn.axis) / turn.lines;
        if (turn.number < steps * times) {
            turn.line = turn.number / steps * turn.lines;
            turn.number %= steps;
            break;
        }
        turn.number -= steps * times;
    }
    uint32_t turns = turn.ring.side / 2 - 1;
    turn.position = mesh_position(shape, node, turn.axis);
    if (turn.number < turn.lines * turns)
        turn.ring.number = turns - turn.number % turns;
    return turn;
}

/* ---- Steps ---- */

static struct run unit_in(uint32_t area, uint32_t unit) {
    return consecutive_blocks(area, 2 * unit, 2);
}

static uint32_t port_to(const struct turn *turn, bool forwards) {
    return forwards ? mesh_port_next(turn->shape, turn->axis, turn->position)
                    : mesh_port_before(turn->shape, turn->axis, turn->position);
}

static void set_packets(const struct turn *turn, struct step *step) {
    struct ordered_packet leaves = ordered_packet_from(&turn->ring, turn->position);
    struct ordered_packet comes = ordered_packet_to(&turn->ring, turn->position);
    bool forwards;
    step_send(step, port_to(turn, leaves.forwards), unit_in(SUMS, leaves.unit));
    if (comes.is_far)
        step_receive(step, port_to(turn, !comes.forwards), unit_in(FAR, 0));
    else
        step_combine(step, port_to(turn, !comes.forwards), unit_in(SUMS, comes.unit),
                     comes.from < comes.to);
    if (ordered_passes(&turn->ring, turn->position, &forwards))
        step_relay(step, port_to(turn, !forwards), port_to(turn, forwards), unit_in(SUMS, 0));
}

/* The area that the results of an axis come to, a block for each ring operation. */
static uint32_t results_of(const struct turn *turn) {
    return turn->axis == 0 ? AREA_OUTPUT : LINES;
}

static void exchange(const struct turn *turn, struct step *step) {
    bool forwards = turn->position % 2 == 1; /* where the mate is */
    uint32_t port = port_to(turn, forwards);
    bool is_left = turn->position == turn->ring.side - 1 || (turn->position != 0 && !forwards);
    step_send(step, port, consecutive_blocks(FOR_MATE, 0, turn->lines));
    step_combine(step, port, consecutive_blocks(results_of(turn), turn->line, turn->lines),
                 is_left);
}

/* Begins a ring operation: takes the node's blocks of it. */
static void begin(const struct turn *turn, uint32_t line, struct step *step) {
    uint32_t last = turn->ring.side - 1;
    uint32_t from = turn->axis + 1 == mesh_axes(turn->shape) ? AREA_INPUT : LINES;
    step_spread(step, consecutive_blocks(from, line * turn->ring.side, last), SUMS, 1, 1);
    step_copy(step, from, line * turn->ring.side + last, SUMS, 0);
}

/* Ends it, all but the exchange of the mates. */
static void end(const struct turn *turn, uint32_t line, struct step *step) {
    uint32_t side = turn->ring.side, own = (turn->position + 1) % side;
    bool from_above = ordered_has_far(side, turn->position);
    if (from_above || ordered_has_far(side, side - 1 - turn->position))
        step_move(step, (struct block_set){FAR, 0, 1}, (struct block_set){SUMS, own & ~1u, 1},
                  from_above ? MOVE_RIGHT : MOVE_LEFT);
    step_copy(step, SUMS, own, results_of(turn), line);
    step_copy(step, SUMS, own ^ 1, FOR_MATE, line - turn->line);
}

static void ordered_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    struct shape mesh = mesh_without_ones(shape);
    uint32_t nodes = mesh_nodes(shape);
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (nodes == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, 0);
    if (number > nodes / 2)
        return;
    struct turn turn = turn_of(&mesh, node, number);
    for (uint32_t k = 0; k <= turn.lines; k++) {
        if (turn.number != k * (turn.ring.side / 2 - 1))
            continue;
        if (k > 0)
            end(&turn, turn.line + k - 1, step);
        if (k < turn.lines)
            begin(&turn, turn.line + k, step);
    }
    if (turn.ring.number == 0)
        exchange(&turn, step);
    else
        set_packets(&turn, step);
}

/* ---- Sizes and counts ---- */

static uint32_t ordered_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    struct shape mesh = mesh_without_ones(shape);
    uint32_t blocks = mesh_reduce_scatter_blocks(shape, node, area), longest = 0;
    if (blocks == 0 || area <= AREA_OUTPUT)
        return blocks;
    for (uint32_t axis = 0; axis < mesh_axes(&mesh); axis++)
        longest = mesh_side(&mesh, axis) > longest ? mesh_side(&mesh, axis) : longest;
    if (area == LINES)
        return lines_of(&mesh, mesh_axes(&mesh) - 1);
    return area == SUMS ? longest : 2;
}

static uint32_t ordered_steps(const struct shape *shape) {
    return mesh_nodes(shape) / 2;
}

static uint64_t ordered_packets(const struct shape *shape) {
    struct shape mesh = mesh_without_ones(shape);
    uint64_t nodes = mesh_nodes(shape), packets = 0;
    if (nodes == 1)
        return 0;
    for (uint32_t axis = 0; axis < mesh_axes(&mesh); axis++) {
        uint32_t side = mesh_side(&mesh, axis), lines = lines_of(&mesh, axis);
        packets += nodes / side * lines * ordered_links(side) + nodes * (lines / together(axis));
    }
    return packets;
}

/* All packets have two blocks, but for those of the last step. */
static uint64_t ordered_words(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes == 1 ? 0 : 2 * ordered_packets(shape) - nodes;
}

/* On a mesh a chain may end, on one axis, where none of the longest on the next one begins. */
static struct chain_cost ordered_cost(const struct shape *shape) {
    struct shape mesh = mesh_without_ones(shape);
    uint64_t steps = ordered_steps(shape), hops = 0;
    if (steps == 0)
        return chain_of(0, 0, 0);
    for (uint32_t axis = 0; axis < mesh_axes(&mesh); axis++) {
        uint32_t lines = lines_of(&mesh, axis);
        hops += lines * ordered_hops(mesh_side(&mesh, axis)) + lines / together(axis);
    }
    struct chain_cost cost = chain_of(steps, 2 * steps - 1, hops);
    if (mesh_axes(&mesh) > 1 && hops > steps)
        cost.exactness = COST_EXACT_BUT_HOPS;
    return cost;
}

const struct algorithm mesh_reduce_scatter_ordered = {
    .name = "mesh-reduce-scatter-ordered",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, pairs both ways round each ring",
    .areas = ORDERED_AREAS,
    .applicable = mesh_fits,
    .blocks = ordered_blocks,
    .steps = ordered_steps,
    .packets = ordered_packets,
    .link_words = ordered_words,
    .cost = ordered_cost,
    .step = ordered_step,
};
