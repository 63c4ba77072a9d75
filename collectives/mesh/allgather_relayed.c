/* All-gather on a ring of p = 8 g nodes, a power of two, in 2 log p - 3 steps, where packets pass
 * nodes on their way: the schedule to set beside allgather_exchange.c. After the slides "All-to-all
 * broadcast: Notes" to Grama et al., section 4.2, whose exchanges congest a ring.
 *
 * Cost (cost.h) for g > 1, with m the bytes of a block, with the most hops of each step:
 *     t_s (2 log p - 3) + t_w m (p log g / 2 + p - 1) + t_h (6 g - 3)
 *
 * A *group* is g consecutive nodes. There are three parts.
 *   1. log g steps: each group is gathered at its *leader*, halves of halves first. Leaders are the
 *      node in the middle of each even group and the first node of each odd one.
 *   2. 3 steps among the 8 leaders. Those of groups 2j and 2j + 1 exchange their groups. Then each
 *      sends both groups away from the other, to the next leader of its kind: even ones back, odd
 *      ones forwards. Then the even leader of group 2j has the groups 2j to 2j + 3, and the odd one
 *      of group 2j - 1 those from 2j - 4 to 2j - 1, which are the others. Each sends them to the
 *      other's group, not to its leader but to the nearer one of the middle and the first node.
 *   3. log g steps: so each group has one half of all blocks at its first node, and the other half
 *      in its middle. Each of the two sends what it has into the part in which the other is; and so
 *      on in both parts, until a part is two nodes, which exchange their halves.
 * Packets that go the same way never share a link, for they stay within parts, or go from one
 * leader to the next.
 *
 * In step t a packet has at most 2^(t-1) blocks, and each of them can come from it to 2^(T-t)
 * nodes. So 2 p links can not bring p^2 blocks over distances of p / 4 in fewer than 2 log p - 4
 * steps (mesh_relayed_bound). For p = 8 and 16 the schedule reaches the bound.
 *
 * Example, p = 16, g = 2 (positions):
 *     step 1    0 > 1    3 > 2    4 > 5    7 > 6  ...                   a block
 *     step 2    1 <> 2   5 <> 6  ...                                   2 blocks
 *     step 3    5 > 1    9 > 5  ...    2 > 6    6 > 10  ...            4 blocks
 *     step 4    2 > 4    5 > 3    6 > 8    9 > 7  ...                  8 blocks
 *     step 5    0 <> 1   2 <> 3  ...                                   8 blocks
 */
#include "collectives/mesh/allgather.h"
#include "collectives/schedule/mesh.h"

enum {
    GROUPS = 8,
    HALF_GROUPS = GROUPS / 2, /* that a leader knows at the end */
    LEADER_STEPS = 3,
    TURNED = AREA_OUTPUT + 1, /* all blocks, from a node's first half on (see window) */
    RELAYED_AREAS,
};

FORMULA(bool, relayed_fits, mesh_is_binary_ring(shape) && mesh_nodes(shape) >= GROUPS)

/* ---- Packets ---- */

/* A packet: where it leaves and where it is for, and the rank of the first of its blocks, which are
 * of consecutive ranks, with 0 after the last one. Positions are counted from some node on and not
 * reduced to those of the ring. */
struct journey {
    uint32_t from, to;
    uint32_t first, count;
};

/* A ring of groups. */
struct ring {
    uint32_t nodes;
    uint32_t group;     /* g */
    uint32_t doublings; /* log g */
};

static struct ring ring_of(const struct shape *shape) {
    struct ring ring = {mesh_nodes(shape), mesh_nodes(shape) / GROUPS, 0};
    ring.doublings = ring.group == 0 ? 0 : highest_port(ring.group);
    return ring;
}

/* Each of the next functions tells of one part of the schedule, of the link from `position` to the
 * next one, forwards or back, whether a packet passes it, and sets *journey to that. */

/* Two parts of a group are gathered, `size` nodes in all: at the first of them, but a whole even
 * group in its middle. */
static bool gathering(const struct ring *ring, uint32_t size, uint32_t position, bool forwards,
                      struct journey *journey) {
    uint32_t first = position & ~(size - 1), middle = first + size / 2;
    bool to_middle = size == ring->group && first / ring->group % 2 == 0;
    journey->from = to_middle ? first : middle;
    journey->to = to_middle ? middle : first;
    journey->first = journey->from;
    journey->count = size / 2;
    return position < middle && forwards == to_middle;
}

/* The leaders of two groups exchange what is of these. */
static bool joining(const struct ring *ring, uint32_t position, bool forwards,
                    struct journey *journey) {
    uint32_t first = position & ~(2 * ring->group - 1);
    uint32_t even = first + ring->group / 2, odd = first + ring->group;
    journey->from = forwards ? even : odd;
    journey->to = forwards ? odd : even;
    journey->first = forwards ? first : odd;
    journey->count = ring->group;
    return even <= position && position < odd;
}

/* Each leader sends what is of two groups to the next leader of its kind. */
static bool passing(const struct ring *ring, uint32_t position, bool forwards,
                    struct journey *journey) {
    uint32_t two = 2 * ring->group, leader = forwards ? ring->group : ring->group / 2;
    uint32_t before = (position + two - leader) / two * two + leader + ring->nodes - two;
    journey->from = forwards ? before : before + two;
    journey->to = forwards ? before + two : before;
    journey->first = journey->from & ~(two - 1);
    journey->count = two;
    return true;
}

/* What is of four groups goes to the other half's groups. */
static bool completing(const struct ring *ring, uint32_t position, bool forwards,
                       struct journey *journey) {
    uint32_t g = ring->group, two = 2 * g;
    uint32_t odd = (position + g) / two * two + ring->nodes - g; /* of the two groups in question */
    uint32_t start = forwards ? odd : odd + g / 2;
    position += ring->nodes;
    journey->from = forwards ? odd : start + g;
    journey->to = forwards ? odd + g : start;
    journey->first = forwards ? odd + g - HALF_GROUPS * g : odd + g;
    journey->count = HALF_GROUPS * g;
    return start <= position && position < start + g;
}

/* Returns the first position of the even group that a position is in, or that follows its odd one.
 */
static uint32_t even_group(const struct ring *ring, uint32_t position) {
    return (position / ring->group + 1) / 2 * 2 * ring->group;
}

/* Returns the first of the blocks that come to a node before the last step of its part, or with
 * which it begins: the four groups before an even group, or before the even one that follows an odd
 * one, if an even number of bits are set in its place in the group; else the four after those. */
static uint32_t half_of(const struct ring *ring, uint32_t position) {
    bool is_before = __builtin_popcount(position % ring->group) % 2 == 0;
    return even_group(ring, position) + (is_before ? ring->nodes - HALF_GROUPS * ring->group : 0);
}

/* In a part of `size` nodes the first one and that in the middle send each into the other's half.
 */
static bool spreading(const struct ring *ring, uint32_t size, uint32_t position, bool forwards,
                      struct journey *journey) {
    uint32_t first = position & ~(size - 1);
    journey->from = forwards ? first : first + size / 2;
    journey->to = first + (forwards ? 3 * size / 4 : size / 4);
    journey->first = half_of(ring, journey->from);
    journey->count = HALF_GROUPS * ring->group;
    return forwards ? position < journey->to : journey->to <= position && position < journey->from;
}

/* Tells whether a packet passes the link from `position` to the next one, forwards or back, in step
 * `number`, and if so sets *journey to it. */
static bool over(const struct ring *ring, uint32_t number, uint32_t position, bool forwards,
                 struct journey *journey) {
    uint32_t among_leaders = number - ring->doublings;
    if (number <= ring->doublings)
        return gathering(ring, 1u << number, position, forwards, journey);
    if (among_leaders == 1)
        return joining(ring, position, forwards, journey);
    if (among_leaders == 2)
        return passing(ring, position, forwards, journey);
    if (among_leaders == LEADER_STEPS)
        return completing(ring, position, forwards, journey);
    return spreading(ring, ring->group >> (among_leaders - LEADER_STEPS - 1), position, forwards,
                     journey);
}

/* ---- A node ---- */

/* Returns where a node has the block of a rank in TURNED: there the two halves that come together
 * at the end begin with block 0 and in the middle, so that none of them goes round the end. */
static uint32_t turned(const struct ring *ring, uint32_t position, uint32_t rank) {
    return (rank + ring->nodes - even_group(ring, position)) % ring->nodes;
}

static struct run blocks_at(const struct ring *ring, uint32_t position,
                            const struct journey *journey) {
    return consecutive_blocks(TURNED, turned(ring, position, journey->first), journey->count);
}

/* Fills in what the packets in one direction do at a node. */
static void one_way(const struct shape *shape, const struct ring *ring, uint32_t position,
                    uint32_t number, bool forwards, struct step *step) {
    uint32_t next = mesh_port_next(shape, 0, position);
    uint32_t before = mesh_port_before(shape, 0, position);
    uint32_t link_before = (position + ring->nodes - 1) % ring->nodes;
    uint32_t in = forwards ? before : next, out = forwards ? next : before;
    struct journey comes, leaves;
    bool is_coming = over(ring, number, forwards ? link_before : position, forwards, &comes);
    bool is_leaving = over(ring, number, forwards ? position : link_before, forwards, &leaves);
    bool ends = is_coming && comes.to % ring->nodes == position;
    if (ends)
        step_receive(step, in, blocks_at(ring, position, &comes));
    else if (is_coming)
        step_relay(step, in, out, consecutive_blocks(TURNED, 0, comes.count));
    if (is_leaving && leaves.from % ring->nodes == position)
        step_send(step, out, blocks_at(ring, position, &leaves));
}

/* Copies all blocks to where they belong: two groups at a time, which do not go round the end. */
static void turn_back(const struct ring *ring, uint32_t position, struct step *step) {
    uint32_t two = 2 * ring->group;
    for (uint32_t rank = 0; rank < ring->nodes; rank += two)
        step_move(step, (struct block_set){TURNED, turned(ring, position, rank), two - 1},
                  (struct block_set){AREA_OUTPUT, rank, two - 1}, MOVE_COPY);
}

FORMULA(uint32_t, relayed_steps, 2 * highest_port(mesh_nodes(shape)) - LEADER_STEPS)

static void relayed_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    struct shape mesh = mesh_without_ones(shape);
    struct ring ring = ring_of(&mesh);
    uint32_t position = mesh_rank(&mesh, node);
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, TURNED, turned(&ring, position, position));
    if (number > relayed_steps(&mesh)) {
        turn_back(&ring, position, step);
        return;
    }
    one_way(&mesh, &ring, position, number, true, step);
    one_way(&mesh, &ring, position, number, false, step);
}

/* ---- Counts ---- */

/* In parts 1 and 3 the packets pass p / 2 and p links in each step, in the last one p packets a
 * link each. */
static uint64_t relayed_packets(const struct shape *shape) {
    struct ring ring = ring_of(shape);
    uint64_t p = ring.nodes, g = ring.group;
    return p * ring.doublings / 2 + GROUPS * (g - g / 2 + 2 * g + g) + p * ring.doublings;
}

static uint64_t relayed_words(const struct shape *shape) {
    struct ring ring = ring_of(shape);
    uint64_t p = ring.nodes, g = ring.group;
    return p / 2 * (g - 1) + GROUPS * g * (g - g / 2 + 4 * g + 4 * g) + p * ring.doublings * p / 2;
}

static struct chain_cost relayed_cost(const struct shape *shape) {
    struct ring ring = ring_of(shape);
    uint64_t p = ring.nodes, g = ring.group;
    struct chain_cost cost = chain_of(relayed_steps(shape), p - 1 + p / 2 * ring.doublings, 0);
    cost.hops = g - 1 + g - g / 2 + 2 * g + g;
    for (uint64_t size = g; size > 1; size /= 2)
        cost.hops += 3 * size / 4;
    cost.exactness = COST_EXACT_BUT_HOPS;
    return cost;
}

BLOCKS_FORMULA(relayed_scratch, area == TURNED ? mesh_nodes(shape) : 1)
FORMULA(bool, relayed_open_in, mesh_nodes(shape) > 2 * GROUPS)

const struct algorithm mesh_allgather_relayed = {
    .name = "mesh-allgather-relayed",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, by leaders of groups",
    .areas = RELAYED_AREAS,
    .applicable = relayed_fits,
    .scratch = relayed_scratch,
    .steps = relayed_steps,
    .packets = relayed_packets,
    .link_words = relayed_words,
    .bound = mesh_relayed_bound,
    .open_in = relayed_open_in,
    .cost = relayed_cost,
    .step = relayed_step,
};
