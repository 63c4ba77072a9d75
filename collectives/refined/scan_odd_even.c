/* Prefix sums of k packets in k steps, for k >= 2 n - 1. After the slides "Prefix-Sum on a
 * Hypercube" to Grama et al., section 4.3 (scan.c), on the odd nodes for some packets and on the
 * even ones for the others.
 *
 * Cost (cost.h), with m the bytes of the whole:
 *     scan-odd-even, exscan-odd-even      (t_s + t_w m / k) T
 *     k odd, or k = 2 n - 2, or k >= 2 n  T = max(k, n + floor(k / 2))
 *     k even, 2 <= k <= 2 n - 4           T = n + k / 2 - 1
 *
 * Nodes 2i and 2i + 1 are a *pair*. A packet takes n + 1 steps. The first half of the packets goes
 * by the odd nodes: the even node of each pair sends what it has up to the odd one; the odd nodes
 * exchange the totals of pairs on the dimensions 1, ..., n - 1; and each sends the sum of all pairs
 * before its own down. The other packets go by the even nodes: the odd node sends down what it has,
 * the even nodes exchange the totals of pairs, and each sends the sum of all nodes up to itself up.
 * If k is odd, the last packet goes by all nodes, as in scan.c, and takes n steps.
 *
 * So a packet crosses dimension 0 once upwards and once downwards, one kind upwards first and the
 * other one last. On the other dimensions odd nodes have other links than even ones. So both kinds
 * begin in steps 1, 2, ..., floor(k / 2), the packet of all nodes in the step after these, and
 * what a node has of a packet for the other one of its pair waits for steps ..., T - 1, T.
 *
 * If k is even and 2 n - 4 at most, the halves of dimension n - 1 differ. The lower half begins
 * with the second packet of each kind, so these are a step earlier on dimension n - 1. What it then
 * has of a packet, the upper half puts before its own. The first packets go by all nodes of the
 * lower half, after the others, first the one and then the other: the first one crosses dimension
 * n - 1 in step T. The other one would come too late. It crosses dimension n - 1 before it begins,
 * and the nodes of the upper half exchange that among themselves as the lower half does, from step
 * k / 2 + 1 on, when all other packets have begun there. At last they put it before what they have
 * of the upper half.
 *
 * No fewer than k steps would do, however large k is: node 2i + 1 needs what node 2i has, in a
 * packet that crosses dimension 0 upwards and holds nothing of nodes after 2i + 1. So no two of
 * these N / 2 nodes can use the same packet, and there are N / 2 links. Nor would less than ceil(k
 * / n) + n - 1 do, because node N - 1 needs every packet of node 0, which is n links away; nor, for
 * n > 1, n steps for k = n (scan_pipelined.c).
 *
 * Example, n = 2, k = T = 5, contents a, b, c, d. Packets 1 and 2 go by the odd nodes 1 and 3,
 * packet 5 by all:
 *     step       1             2             3             4             5
 *     0 -> 1     a of 1        a of 2        a of 5        a of 3        a of 4
 *     2 -> 3     c of 1        c of 2        c of 5        abc of 3      abc of 4
 *     1 -> 0     b of 3        b of 4        b of 5
 *     3 -> 2     d of 3        d of 4        d of 5        ab of 1       ab of 2
 *     1 -> 3                   ab of 1       ab of 2       ab of 5
 *     0 -> 2                   ab of 3       ab of 4       ab of 5
 *
 * Example, n = 3, k = 2, T = 3, nodes 4 and 6 of the upper half, with contents e and g; f and h are
 * those of nodes 5 and 7:
 *     step       1             2             3
 *     0 -> 4     a of 2                      abcd of 1
 *     4 -> 5     e of 1        a of 2        e of 2
 *     4 -> 6                   ef of 2       ab of 2
 *     6 -> 7     g of 1        c of 2        efg of 2
 *     6 -> 4                   gh of 2       cd of 2
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum {
    RESULT = SCAN_RESULT,
    TOTAL = SCAN_TOTAL, /* of the pairs that have been gone through so far */
    ARRIVED = SCAN_ARRIVED,
    PASSED, /* what goes to the other node of the pair in the end */
    LOWER,  /* in the upper half, where the halves differ: what the lower half has */
    ODD_EVEN_AREAS,
};

/* ---- When a packet goes where ---- */

/* How many packets go by the odd nodes, and how many by the even ones: first 0 .. many - 1, then
 * many .. 2 many - 1. If there is one more, it goes by all nodes. */
FORMULA(uint32_t, many_of_a_kind, shape->packets / 2)

/* Whether the first packet of each kind goes by all nodes of the lower half. */
FORMULA(bool, splits, shape->packets % 2 == 0 && shape->packets + 4 <= 2 * shape->dimension)

static uint32_t odd_even_steps(const struct shape *shape) {
    uint32_t shared = shape->dimension + many_of_a_kind(shape) - (splits(shape) ? 1 : 0);
    return shape->packets > shared ? shape->packets : shared;
}

/* A node in a step. */
struct part {
    const struct shape *shape;
    uint32_t node;
    uint32_t number;
    bool inclusive;
    bool odd;   /* whether the node is odd */
    bool split; /* whether the halves differ */
    bool lower; /* whether they do, and the node is in the lower one */
    uint32_t many;
    uint32_t none;
    struct step *step;
};

/* The packet whose turn it is by odd nodes, or by even ones, as far as these differ: the first
 * turns are of packets that go by these nodes alone, the last ones of those that go by all. If
 * there is none, how many packets there are. */
static uint32_t packet_in_turn(const struct part *part, bool lower, bool odd, uint32_t turn) {
    uint32_t many = part->many, passed_over = lower ? 1 : 0;
    if (turn < many - passed_over)
        return (odd ? 0 : many) + passed_over + turn;
    if (lower && turn == many - 1)
        return 0;
    return turn != many ? part->none : lower ? many : 2 * many;
}

/* The packet that crosses dimension d in step `number`, by odd nodes or by even ones; on dimension
 * 0 it does so to these nodes, and on the highest one from the lower half. */
static uint32_t packet_across(const struct part *part, bool odd, uint32_t number, uint32_t d) {
    bool highest = d + 1 == part->shape->dimension;
    if (highest && part->split && number == 1)
        return part->many;
    return packet_in_turn(part, part->lower || (highest && part->split), odd, number - 1 - d);
}

/* The packet that crosses dimension 0 from the odd nodes, or from the even ones, in the end. */
static uint32_t packet_back(const struct part *part, bool odd) {
    uint32_t turn = part->number - 1 + part->many - odd_even_steps(part->shape);
    if (turn >= part->many || (part->lower && turn == 0))
        return part->none;
    return odd ? turn : part->many + turn;
}

/* ---- What a node does ---- */

static void put(const struct part *part, uint32_t packet, uint32_t from, uint32_t to,
                enum move_kind kind) {
    step_move(part->step, (struct block_set){from, packet, 0}, (struct block_set){to, packet, 0},
              kind);
}

/* Whether a packet goes by other nodes in the lower half than in the upper one. The upper half then
 * gets what the lower one has when its own results are complete. */
static bool is_split(const struct part *part, uint32_t packet) {
    return part->split && packet % part->many == 0;
}

/* Whether there are pairs before that of the node, of which it collects a packet. */
static bool follows(const struct part *part, uint32_t packet) {
    uint32_t nodes = shape_nodes(part->shape);
    return (part->node & (is_split(part, packet) ? nodes / 2 - 1 : nodes - 1)) > 1;
}

/* Whether an odd node keeps the pairs before its own apart, for the even node. */
static bool passes_down(const struct part *part, uint32_t packet) {
    return part->odd && packet < 2 * part->many && !(part->lower && is_split(part, packet));
}

/* Where a node collects the pairs before its own. */
static uint32_t collected_in(const struct part *part, uint32_t packet) {
    return passes_down(part, packet) ? PASSED : RESULT;
}

/* Whether something is there before the exchange on dimension d >= 1. */
static bool has_begun(const struct part *part, uint32_t packet, uint32_t d) {
    bool has_own = part->odd ? !passes_down(part, packet) : part->inclusive;
    return has_own || (part->node & ((1u << d) - 2)) != 0;
}

/* Where a node of the upper half receives what the lower half has. Only where the halves differ
 * does it come together with what arrives from the upper half. */
static uint32_t lower_in(const struct part *part) {
    return part->split ? LOWER : ARRIVED;
}

/* Puts what the lower half has before what the upper half has. */
static void put_lower(const struct part *part, uint32_t packet) {
    uint32_t highest = part->shape->dimension - 1;
    if (packet == part->none || !(part->node >> highest & 1))
        return;
    if (!is_split(part, packet))
        put(part, packet, lower_in(part), collected_in(part, packet),
            has_begun(part, packet, highest) ? MOVE_LEFT : MOVE_COPY);
    else if (part->number > odd_even_steps(part->shape))
        put(part, packet, LOWER, RESULT,
            part->odd || has_begun(part, packet, highest) ? MOVE_LEFT : MOVE_COPY);
}

/* Puts what arrived in the step before where it belongs. */
static void put_arrived(const struct part *part) {
    uint32_t n = part->shape->dimension;
    uint32_t begun = packet_across(part, true, part->number - 1, 0);
    if (part->odd && begun != part->none && part->inclusive)
        put(part, begun, TOTAL, RESULT, MOVE_COPY);
    else if (part->odd && begun != part->none)
        put(part, begun, RESULT, TOTAL, MOVE_LEFT);
    for (uint32_t d = 1; d + 1 < n; d++) {
        uint32_t packet = packet_across(part, part->odd, part->number - 1, d);
        if (packet == part->none || !(part->node >> d & 1))
            continue;
        put(part, packet, ARRIVED, TOTAL, MOVE_LEFT);
        put(part, packet, ARRIVED, collected_in(part, packet),
            has_begun(part, packet, d) ? MOVE_LEFT : MOVE_COPY);
    }
    put_lower(part, packet_across(part, part->odd, part->number - 1, n - 1));
    if (part->split && part->number > odd_even_steps(part->shape))
        put_lower(part, part->many);
}

/* Exchanges the totals of pairs on dimension d >= 1. On the highest one nobody needs those of the
 * upper half. */
static void exchange(const struct part *part, uint32_t d) {
    uint32_t packet = packet_across(part, part->odd, part->number, d);
    bool upper = part->node >> d & 1, highest = d + 1 == part->shape->dimension;
    struct run total = single_block(TOTAL, packet);
    if (packet == part->none)
        return;
    if (!upper || !highest)
        step_send(part->step, d, total);
    if (!upper && !highest)
        step_combine(part->step, d, total, false);
    else if (upper)
        step_receive(part->step, d, single_block(highest ? lower_in(part) : ARRIVED, packet));
}

/* In the upper half, exchanges what has come from the lower half in the first step. */
static void exchange_lower(const struct part *part) {
    uint32_t d = part->number - 1 - part->many, highest = part->shape->dimension - 1;
    struct run lower = single_block(LOWER, part->many);
    if (!part->split || d >= highest || !(part->node >> highest & 1))
        return;
    step_send(part->step, d, lower);
    step_combine(part->step, d, lower, part->node >> d & 1);
}

/* Sends what a node has of a packet to the other node of its pair, or receives it. */
static void cross(const struct part *part, uint32_t packet, bool sends, uint32_t from, uint32_t to,
                  bool stores, bool left) {
    if (packet == part->none)
        return;
    if (sends)
        step_send(part->step, 0, single_block(from, packet));
    else if (stores)
        step_receive(part->step, 0, single_block(to, packet));
    else
        step_combine(part->step, 0, single_block(to, packet), left);
}

/* Crosses dimension 0 with a packet of each kind, upwards and downwards. That of all nodes does so
 * both ways in one step. */
static void cross_pair(const struct part *part) {
    bool inclusive = part->inclusive, odd = part->odd;
    uint32_t ends_up = packet_back(part, false);
    uint32_t ends_down = packet_back(part, true);
    if (!follows(part, ends_down))
        ends_down = part->none;
    if (odd && ends_down != part->none)
        put(part, ends_down, PASSED, RESULT, MOVE_LEFT);
    if (!odd && ends_up != part->none && !inclusive && follows(part, ends_up))
        put(part, ends_up, RESULT, PASSED, MOVE_LEFT);
    cross(part, packet_across(part, true, part->number, 0), !odd, TOTAL, inclusive ? TOTAL : RESULT,
          !inclusive, true);
    cross(part, ends_up, !odd, inclusive ? RESULT : PASSED, RESULT, !inclusive, true);
    cross(part, packet_across(part, false, part->number, 0), odd, TOTAL, TOTAL, false, false);
    cross(part, ends_down, odd, PASSED, RESULT, !inclusive, true);
}

static void odd_even_step(const struct shape *shape, uint32_t node, uint32_t number, bool inclusive,
                          struct step *step) {
    bool split = splits(shape), lower = split && node < shape_nodes(shape) / 2;
    struct part part = {shape,          node,  number, inclusive,
                        node & 1,       split, lower,  many_of_a_kind(shape),
                        shape->packets, step};
    put_arrived(&part);
    if (number > odd_even_steps(shape))
        return;
    cross_pair(&part);
    for (uint32_t d = 1; d < shape->dimension; d++)
        exchange(&part, d);
    exchange_lower(&part);
}

/* ---- "scan-odd-even", "exscan-odd-even" ---- */

FORMULA(bool, has_pairs, shape->dimension >= 2)
BLOCKS_FORMULA(odd_even_scratch, area == LOWER && !splits(shape) ? 0 : shape->packets)

/* A packet of either kind crosses each dimension on N / 2 links, but the highest one on N / 4, and
 * dimension 0 both ways. By the odd nodes nothing goes down in the first pair. That of all nodes
 * crosses each dimension on N links, but the highest one on N / 2. Where the halves differ, two
 * packets need (n - 1) N / 4 links more each in the lower half, and one of them needs (n - 1) N / 2
 * in the upper half for what it has of the lower one. */
static uint64_t odd_even_packets(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape), n = shape->dimension, many = many_of_a_kind(shape);
    uint64_t of_all = shape->packets - 2 * many;
    return 2 * many * (n * nodes / 2 + nodes / 4) - many + of_all * (n * nodes - nodes / 2) +
           (splits(shape) ? (n - 1) * nodes : 0);
}

/* If there are fewer packets than steps, there are steps in which a node has nothing to wait for.
 */
static struct chain_cost odd_even_cost(const struct shape *shape) {
    struct chain_cost cost = chain_of_steps(odd_even_steps(shape));
    if (shape->packets < odd_even_steps(shape))
        cost.exactness = COST_AT_MOST;
    return cost;
}

VARIANT_STEP(scan_step, odd_even_step, true)
VARIANT_STEP(exscan_step, odd_even_step, false)

/* The members that both have. */
#define ODD_EVEN                                                                                   \
    .ports = PORTS_ALL, .ordered = true, .varies = VARIES_PACKETS,                                 \
    .source = "after Grama et al., 4.3, on odd and on even nodes", .areas = ODD_EVEN_AREAS,        \
    .applicable = has_pairs, .scratch = odd_even_scratch, .steps = odd_even_steps,                 \
    .packets = odd_even_packets, .bound = scan_bound, .open_in = scan_open_in,                     \
    .cost = odd_even_cost

const struct algorithm scan_odd_even = {
    ODD_EVEN,
    .name = "scan-odd-even",
    .operation = &scan_operation,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .step = scan_step,
};

const struct algorithm exscan_odd_even = {
    ODD_EVEN,
    .name = "exscan-odd-even",
    .operation = &exscan_operation,
    .accumulators = 1u << TOTAL | 1u << PASSED,
    .step = exscan_step,
};
