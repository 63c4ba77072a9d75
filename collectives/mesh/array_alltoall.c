/* Total exchange on a linear array of p nodes with one port, in p / 2 + 1 steps of packets of p / 2
 * blocks.
 *
 * No fewer steps would do with such packets: p^2 / 4 blocks have to cross the link in the middle,
 * so in p / 2 steps all its packets would be full. Then the first one would be all the blocks of a
 * node, the last one all the blocks for a node, and one block would be in both.
 *
 * The odd positions pass packets up the array, each to the next odd one, through the even one
 * between, which relays them. The even positions pass them down. At the ends of the array 0 passes
 * them to 1, and p - 1 to p - 2. So all nodes form a ring one way, and a step passes each link once
 * in each direction. *Place* j of the ring is position 2 j + 1, and place p - 1 - j is position
 * 2 j, for j < h = p / 2; places are counted modulo p.
 *     step 1         positions 2 j and 2 j + 1 exchange: place r and its *mate*, -1 - r
 *     steps 2 .. h   around the ring: place r sends to r + 1
 *     step h + 1     positions 2 j + 1 and 2 j + 2 exchange: place r and its *partner*, -2 - r
 *
 * Place r has blocks for the h - 1 places after it. They leave in step 2 and go around the ring,
 * and each place takes its own out: a *row*, which gets shorter. To its mate r gives the blocks for
 * the h places before it. There, at place s = -1 - r, the one for r - 1 - d leaves in step
 * h + 1 - d. It goes d places around the ring and then, in step h + 1, to the partner of s + d,
 * which is just r - 1 - d. So all blocks for one place come together: a *column*, which gets
 * longer. A packet between has the rest of a row and a column begun, always h blocks. Places h - 1
 * and p - 1, the ends of the array, are their own partners.
 *
 * Example, p = 4, from position to position (blocks as source>destination):
 *     step 1   0 -> 1: 0>2 0>3   1 -> 0: 1>0 1>2   and 2 <-> 3 likewise
 *     step 2   1 -> 3: 1>3 0>3   3 -> 2: 3>2 2>1   2 -> 0: 2>0 3>0   0 -> 1: 0>1 1>2
 *     step 3   1 -> 2: 1>2 0>2   2 -> 1: 2>1 3>1
 *
 * Cost (cost.h), with m the bytes of a block:
 *     (t_s + t_w m p / 2) (p / 2 + 1) + t_h (p - 1), for p > 2
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/schedule/mesh.h"

enum {
    ODD = AREA_OUTPUT + 1, /* the blocks for odd positions, in ascending order */
    EVEN,                  /* those for even positions */
    OF_MATE,               /* what came in step 1 */
    SENT,
    ARRIVED,
    ALLTOALL_AREAS,
};

FORMULA(uint32_t, half_of, mesh_nodes(shape) / 2)

/* ---- Places of the ring ---- */

static uint32_t place_of(uint32_t nodes, uint32_t position) {
    return position % 2 == 1 ? position / 2 : nodes - 1 - position / 2;
}

static uint32_t position_at(uint32_t nodes, uint32_t place) {
    return place < nodes / 2 ? 2 * place + 1 : 2 * (nodes - 1 - place);
}

/* Consecutive places, at most half of all. Their blocks lie in ascending order, those of the odd
 * positions before those of the even ones. So the first place of an arc has the first block or the
 * last one, and the others follow each other. */
struct arc {
    uint32_t odd, odds;   /* from position 2 odd + 1 on, the number of odd ones */
    uint32_t even, evens; /* from position 2 even on, the number of even ones */
};

/* The arc of `count` places from `place` on, which is counted modulo p. */
static struct arc arc_from(uint32_t nodes, uint32_t place, uint32_t count) {
    place %= nodes;
    uint32_t first = place < nodes / 2 ? nodes / 2 - place : nodes - place; /* before it turns */
    uint32_t near = count < first ? count : first, far = count - near;
    if (place < nodes / 2)
        return (struct arc){place, near, nodes / 2 - far, far};
    return (struct arc){0, far, first - near, near};
}

/* Where the block of a position is among those of an arc. */
static uint32_t index_in(struct arc arc, uint32_t position) {
    return position % 2 == 1 ? position / 2 - arc.odd : arc.odds + position / 2 - arc.even;
}

/* What a place gives to its mate. */
static struct arc given_at(uint32_t nodes, uint32_t place) {
    return arc_from(nodes, place + nodes / 2, nodes / 2);
}

/* ---- Moves ---- */

/* Copies `count` consecutive blocks, which may be none. */
static void copy(struct step *step, uint32_t from, uint32_t first, uint32_t count, uint32_t to,
                 uint32_t into) {
    if (count > 0)
        step_spread(step, consecutive_blocks(from, first, count), to, into, 1);
}

/* Sorts the input into those for odd and those for even positions, by sets of 2^k blocks. These are
 * at most two moves for each bit of p / 2. */
static void sort_input(uint32_t half, struct step *step) {
    for (uint32_t left = half, first = 0, size; left > 0; left -= size, first += size) {
        size = 1u << highest_port(left);
        for (uint32_t odd = 0; odd <= 1; odd++)
            step_move(step, (struct block_set){AREA_INPUT, 2 * first + odd, 2 * (size - 1)},
                      (struct block_set){odd ? ODD : EVEN, first, size - 1}, MOVE_COPY);
    }
}

/* Copies this node's own blocks for an arc to the beginning of what it sends. */
static void take_own(struct arc arc, struct step *step) {
    copy(step, ODD, arc.odd, arc.odds, SENT, 0);
    copy(step, EVEN, arc.even, arc.evens, SENT, arc.odds);
}

/* Puts together what is sent in step `number`, from 2 on: a row without this place's block, which
 * is taken out, and behind it a column, with one more of the blocks that the mate gave. */
static void put_together(uint32_t nodes, uint32_t number, uint32_t place, struct step *step) {
    uint32_t half = nodes / 2, rest = half + 1 - number, mate = nodes - 1 - place;
    struct arc column = arc_from(nodes, mate, number - 1), given = given_at(nodes, mate);
    uint32_t joins = index_in(column, position_at(nodes, mate));
    uint32_t goes_to = position_at(nodes, (mate + half + number - 2) % nodes);
    if (number == 2) {
        take_own(arc_from(nodes, place + 1, rest), step);
    } else {
        uint32_t origin = position_at(nodes, (place + nodes + 2 - number) % nodes);
        uint32_t own = index_in(arc_from(nodes, place, rest + 1), position_at(nodes, place));
        copy(step, ARRIVED, own, 1, AREA_OUTPUT, origin);
        copy(step, ARRIVED, own == 0 ? 1 : 0, rest, SENT, 0);
        copy(step, ARRIVED, rest + 1, number - 2, SENT, rest + (joins == 0 ? 1 : 0));
    }
    copy(step, OF_MATE, index_in(given, goes_to), 1, SENT, rest + joins);
}

/* Spreads the column for this place over the output. */
static void spread_column(uint32_t nodes, uint32_t place, uint32_t area, struct step *step) {
    struct arc from = arc_from(nodes, place + 1, nodes / 2); /* whom the blocks are from */
    if (from.odds > 0)
        step_spread(step, consecutive_blocks(area, 0, from.odds), AREA_OUTPUT, 2 * from.odd + 1, 2);
    if (from.evens > 0)
        step_spread(step, consecutive_blocks(area, from.odds, from.evens), AREA_OUTPUT,
                    2 * from.even, 2);
}

/* ---- The schedule ---- */

static bool is_end(uint32_t nodes, uint32_t position) {
    return position == 0 || position == nodes - 1;
}

static uint32_t port_to(const struct shape *shape, uint32_t position, bool up) {
    return up ? mesh_port_next(shape, 0, position) : mesh_port_before(shape, 0, position);
}

/* Sends a packet around the ring. What passes a node comes in on the port on which its own packet
 * leaves, and leaves on the other one. */
static void pass_on(const struct shape *shape, uint32_t position, struct step *step) {
    uint32_t half = half_of(shape);
    bool odd = position % 2 == 1, end = is_end(mesh_nodes(shape), position);
    uint32_t out = port_to(shape, position, odd != end), in = port_to(shape, position, !odd);
    step_send(step, out, consecutive_blocks(SENT, 0, half));
    step_receive(step, in, consecutive_blocks(ARRIVED, 0, half));
    if (!end)
        step_relay(step, out, in, consecutive_blocks(ARRIVED, 0, half));
}

/* Sends a packet to the next node up or down the array, and receives one from there. */
static void exchange(const struct shape *shape, uint32_t position, bool up, uint32_t into,
                     struct step *step) {
    uint32_t port = port_to(shape, position, up);
    step_send(step, port, consecutive_blocks(SENT, 0, half_of(shape)));
    step_receive(step, port, consecutive_blocks(into, 0, half_of(shape)));
}

static uint32_t alltoall_steps(const struct shape *shape) {
    uint32_t half = half_of(shape);
    return half > 1 ? half + 1 : half;
}

static void alltoall_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    uint32_t nodes = mesh_nodes(shape), half = nodes / 2, position = mesh_rank(shape, node);
    uint32_t place = place_of(nodes, position);
    bool odd = position % 2 == 1, end = is_end(nodes, position);
    if (number > alltoall_steps(shape))
        step_copy(step, AREA_INPUT, position, AREA_OUTPUT, position);
    if (half == 0)
        return;
    if (number == 1) {
        sort_input(half, step);
        take_own(given_at(nodes, place), step);
        exchange(shape, position, !odd, OF_MATE, step);
    } else if (number <= half + 1) {
        put_together(nodes, number, place, step);
        if (number <= half)
            pass_on(shape, position, step);
        else if (!end)
            exchange(shape, position, odd, ARRIVED, step);
    }
    if (number > alltoall_steps(shape))
        spread_column(nodes, place, end ? SENT : ARRIVED, step);
}

BLOCKS_FORMULA(alltoall_scratch, half_of(shape))

/* Each link is passed in both directions in p / 2 steps: that between mates not in the last one,
 * any other not in the first. */
static uint64_t alltoall_packets(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes - 1);
}

FORMULA(uint64_t, alltoall_words, alltoall_packets(shape) * half_of(shape))

/* Around the ring a packet passes two links, but at the ends of the array one. A chain in which all
 * pass two comes to such an end, and nothing leaves that in the last step. */
static struct chain_cost alltoall_cost(const struct shape *shape) {
    uint64_t steps = alltoall_steps(shape), nodes = mesh_nodes(shape);
    return chain_of(steps, steps * (nodes / 2), nodes - 1);
}

const struct algorithm array_alltoall = {
    .name = "array-alltoall",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SIDES,
    .on_array = true,
    .source = "at the bound of the link in the middle",
    .areas = ALLTOALL_AREAS,
    .scratch = alltoall_scratch,
    .steps = alltoall_steps,
    .packets = alltoall_packets,
    .link_words = alltoall_words,
    .cost = alltoall_cost,
    .step = alltoall_step,
};
