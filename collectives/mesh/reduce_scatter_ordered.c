/* Reduce-scatter on a ring or mesh that keeps the order of ranks. After the slides "All-to-All
 * Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2; both ways by turns,
 * but for each result by a tree whose parts are all of consecutive ranks.
 *
 * Cost (cost.h) for p nodes, with m the bytes of a block:
 *     t_s p / 2 + t_w m (p - 1), and on a ring t_h (5 p / 4 - 3), p = 4, 8, ...
 * No fewer steps would do, for a node has to send p - 1 blocks, and a packet has two at most.
 *
 * On a ring of s = 2h positions, positions 2i - 1 and 2i are *mates*, unit i of h; those of unit 0
 * are the last position and the first. The results of a unit stay together until the last step, in
 * which mates exchange what they have collected for each other. Before it come h - 1 turns. In each
 * of them every node sends, and in all of them once for each unit but its own. They are told
 * backwards, as if results were spread from their units, turn t = 1 .. h - 1, units modulo h:
 *     t = 2j - 1   Even positions send two positions forwards, odd ones two back. So 2k gets unit
 *                  k - j from 2k - 2, and 2k - 1 gets unit k + j from 2k + 1. At the ends 0 gets
 *                  unit j from 1, and the last position unit h - j from the one before it.
 *                  If this is turn h - 1, one unit is left for both mates. Then positions 2k and
 *                  2k + 1 exchange instead.
 *     t = 2j       Mates exchange: 2k gets unit k + j, and 2k - 1 gets unit k - j. But 0 may not
 *                  send unit j, which has just come to it, to the last position: the ranks of these
 *                  two do not follow each other. The last position gets it from 2j, which is of
 *                  unit j, by the links from there back round the end. So up to 2j nothing else
 *                  goes back, and position 2k - 1 gets its unit from 2k - 2, which has it as well.
 *                  From the last position on it is the same the other way round: 0 gets unit h - j
 *                  from the position 2j before the last one.
 * What a node sends goes to the next rank, or past the next rank, which then sends its own to the
 * same node or to the sender. So all that comes to a node is of the ranks next to those that it
 * has. Only what 2j gets from the last position is farther away, so it waits until the end.
 *
 * Example, a ring of 6, contents a, ..., f. The results are those of units 0 (5 and 0), 1 (1 and 2)
 * and 2 (3 and 4); "1: de" is what has been collected for both results of unit 1:
 *     turn t = 2   0 -> 3  2: a    1 -> 0  0: b    2 -> 1  2: c
 *                  5 -> 2  1: f    4 -> 5  0: e    3 -> 4  1: d
 *     turn t = 1   0 -> 1  1: a    2 -> 0  0: c    4 -> 2  1: de
 *                  5 -> 4  2: f    3 -> 5  0: d    1 -> 3  2: bc
 *     mates        0 <-> 5  abc, def    1 <-> 2  ab, cde f    3 <-> 4  a bcd, ef
 *
 * On a mesh axes follow each other from the last to the first, so that sums are of consecutive
 * ranks. On each axis but the first a node takes part in several such ring operations, one for each
 * position on the axes before. Two of them have their last step together, so that it has two
 * blocks, too.
 */
#include "collectives/mesh/allgather.h"
#include "collectives/schedule/mesh.h"

/* ---- The turns of a ring ---- */

/* Turn t = `number`, 1 .. h - 1, on a ring of `side` = 2h positions. */
struct ordered_turn {
    uint32_t side, number;
};

/* A packet of a turn, from one position to another. */
struct ordered_packet {
    uint32_t from, to;
    uint32_t unit; /* of whose results it has what has been collected */
    bool forwards; /* which way round the ring */
    bool is_far;   /* it goes round the end, and has to wait where it arrives */
};

static bool is_even(uint32_t number) {
    return number % 2 == 0;
}

/* Whether all that is left is one unit for both mates. */
static bool is_for_both(const struct ordered_turn *turn) {
    return turn->number == turn->side / 2 - 1 && !is_even(turn->number);
}

/* Whether a position is one of those from 0 to that of unit `number` / 2 which sends round the
 * end; and the same from the last position back. */
static bool is_below(const struct ordered_turn *turn, uint32_t position) {
    return position <= turn->number;
}

static bool is_above(const struct ordered_turn *turn, uint32_t position) {
    return is_below(turn, turn->side - 1 - position);
}

/* Return the packets that a position sends and receives. */
static struct ordered_packet ordered_packet_from(const struct ordered_turn *turn, uint32_t from) {
    uint32_t side = turn->side, last = side - 1, half = turn->side / 2;
    bool even = is_even(from), is_end = from == 0 || from == last;
    uint32_t away = (turn->number + 1) / 2, own = (from + 1) / 2;
    struct ordered_packet packet = {.from = from};
    bool of_higher; /* whether the unit is `away` units above the position's own */
    if (is_for_both(turn)) {
        packet.forwards = even;
        packet.to = from ^ 1;
        of_higher = true;
    } else if (!is_even(turn->number)) {
        packet.forwards = even == is_end;
        packet.to = packet.forwards ? from + 2 - (from == 0) : from - 2 + (from == last);
        of_higher = packet.forwards;
    } else {
        packet.forwards = is_above(turn, from) || (!is_below(turn, from) && !even);
        packet.to = packet.forwards ? from + 1 : from - 1;
        if (is_end)
            packet.to = from == 0 ? last - turn->number : turn->number;
        packet.is_far = is_end;
        of_higher = even != is_end;
    }
    packet.unit = (of_higher ? own + away : own + half - away) % half;
    return packet;
}

/* Returns who sends to a position. */
static uint32_t sender_to(const struct ordered_turn *turn, uint32_t to) {
    uint32_t last = turn->side - 1;
    if (is_for_both(turn))
        return to ^ 1;
    if (!is_even(turn->number))
        return is_even(to) ? to + 2 - (to + 1 == last) : to - 2 + (to == 1);
    if (is_below(turn, to))
        return to == turn->number ? last : to + 1;
    if (is_above(turn, to))
        return to == last - turn->number ? 0 : to - 1;
    return is_even(to) ? to - 1 : to + 1;
}

static struct ordered_packet ordered_packet_to(const struct ordered_turn *turn, uint32_t to) {
    return ordered_packet_from(turn, sender_to(turn, to));
}

/* Sets whether the packet that passes a position by goes forwards. Returns false if none does. */
static bool ordered_passes(const struct ordered_turn *turn, uint32_t position, bool *forwards) {
    uint32_t last = turn->side - 1;
    if (is_for_both(turn))
        return false;
    if (!is_even(turn->number)) {
        *forwards = is_even(position);
        return position != 0 && position != last;
    }
    *forwards = position < turn->number;
    return *forwards || last - position < turn->number;
}

/* Whether a far packet comes to a position from the last one in some turn. From the first one it
 * does if this holds for the position opposite, side - 1 - position. */
static bool ordered_has_far(uint32_t side, uint32_t position) {
    return is_even(position) && position >= 2 && position < side / 2;
}

/* The links that all packets pass in all turns. On average packets pass two links in odd turns,
 * one in even ones, and two of them go round the end. */
static uint64_t ordered_links(uint32_t side) {
    struct ordered_turn turn = {.side = side};
    uint64_t links = 0;
    for (turn.number = 1; turn.number < side / 2; turn.number++)
        links += is_for_both(&turn)     ? side
                 : is_even(turn.number) ? side + 2 * turn.number
                                        : 2 * (side - 1);
    return links;
}

/* The links that the longest chain of packets passes: two in odd turns, but for turn h - 1, one in
 * even ones, and once the longest way round the end, which is 2j more in turn 2j. Where that
 * arrives a chain gets back to an end only if it waits in turns in which it would pass more links
 * than it gains there. */
static uint64_t ordered_hops(uint32_t side) {
    uint64_t quarter = side / 4;
    return is_even(side / 2) ? 5 * quarter - 4 : 5 * quarter;
}

/* ---- Areas ---- */

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

static uint32_t ordered_scratch(const struct shape *shape, UNUSED uint32_t node, uint32_t area) {
    struct shape mesh = mesh_without_ones(shape);
    uint32_t longest = 0;
    for (uint32_t axis = 0; axis < mesh_axes(&mesh); axis++)
        longest = mesh_side(&mesh, axis) > longest ? mesh_side(&mesh, axis) : longest;
    if (area == LINES)
        return lines_of(&mesh, mesh_axes(&mesh) - 1);
    return area == SUMS ? longest : 2;
}

FORMULA(uint32_t, ordered_steps, mesh_nodes(shape) / 2)

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
    .scratch = ordered_scratch,
    .steps = ordered_steps,
    .packets = ordered_packets,
    .link_words = ordered_words,
    .cost = ordered_cost,
    .step = ordered_step,
};
