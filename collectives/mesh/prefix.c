/* All-reduce and prefix sums on a ring or mesh: six schedules, of the ways of ways.h. After the
 * slides "All-Reduce" and "Prefix-Sum" to Grama et al., section 4.3, where the pattern is that of
 * all-gather one way, but what arrives is combined; and after Ozveren, Communication Aspects of
 * Parallel Processing, 2.2.3, where what each node has goes round a ring in both directions.
 *
 * Cost (cost.h), with m the bytes, D the diameter, which is p / 2 on a ring of p nodes and s on a
 * mesh of s x s:
 *     mesh-allreduce, mesh-scan, on a ring     (t_s + t_w m) (p - 1)
 *     on a mesh                                (t_s + t_w m) 2 (s - 1)
 *     -pairs, with one port; -all-port         (t_s + t_w m) D
 * No fewer steps than D would do, even with all ports: a node needs something of the farthest node.
 *
 * Along one axis after the other, from the last to the first, the totals that the positions have so
 * far go round: those of single positions, or by turns those of pairs. On a mesh of rows and
 * columns each node of a scan has the prefix within its row first, and the total of the row. Then
 * the totals of the rows before its own come along the columns, and are put to the left of the
 * prefix.
 *
 * The order is kept. Blocks come to a node from one side with the nearest position first. Those
 * from positions before the node, down to position 0, are put to the left of the node's own, one
 * after the other. Those from positions after it, up to the last one, are put to its right. A block
 * that comes past an end of the axis has a sum of its own. If it comes from before, it belongs to
 * the highest positions: each is put to the left of that sum, and at last the sum to the right of
 * everything. If it comes from after, it belongs to the lowest positions: each is put to the right
 * of that sum, and at last the sum to the left of everything.
 *
 * Example, one way, a ring of 4, position 1, contents a, b, c, d:
 *     step           1     2     3     afterwards
 *     arrives        a     d     c
 *     result         ab    ab    ab    abcd, all-reduce; ab, prefix
 *     past the end         d     cd
 * By turns, a ring of 8, contents a .. h, position 2 = c (> from before, < from after):
 *     step           1     2       3        4       afterwards
 *     arrives        d <   ab >    ef <     gh >
 *     total          cd    abcd    abcdef           abcdefgh, all-reduce
 *     prefix         c     abc     abc              abc, prefix
 *     past the end                          gh
 * Both ways at once, a ring of 8, position 5:
 *     step           1     2       3        4       afterwards
 *     from before    e     d       c        b
 *     from after     g     h       a
 *     total          efg   defgh   cdefgh   bcdefgh abcdefgh
 *     prefix         ef    def     cdef     bcdef   abcdef
 *     past the end                 a
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/ways.h"
#include "collectives/schedule/mesh.h"

enum {
    RESULT = AREA_OUTPUT,          /* in an all-reduce also the total */
    PAST_END,                      /* the sum of what came past an end of the axis */
    ARRIVED,                       /* what came in an odd and in an even step of an axis, */
    ARRIVED_BACK = ARRIVED + 2,    /* and both ways at once the same for what came back */
    TOTAL = ARRIVED_BACK,          /* only in a scan: the total of the axes that are done, */
    TOTAL_BOTH = ARRIVED_BACK + 2, /* and the same both ways at once */
};

/* ---- Sums ---- */

/* A node's part in a step, and the area of its total. */
struct part {
    uint32_t node;
    uint32_t total;
    struct step *step;
};

static uint32_t arrived_in(const struct leg *leg, uint32_t step) {
    bool back = leg->way == BOTH_AT_ONCE && !leg->forwards;
    return (back ? ARRIVED_BACK : ARRIVED) + (step + 1) % 2;
}

static void move(const struct part *part, uint32_t from, uint32_t to, enum move_kind kind) {
    step_move(part->step, (struct block_set){.area = from}, (struct block_set){.area = to}, kind);
}

/* In a scan nobody needs the total of the last axis that has links, but by turns in step 2, in
 * which it is sent. */
static bool needs_total(const struct part *part, const struct leg *leg) {
    return part->total == RESULT || leg->axis > 0 ||
           (leg->way == BY_TURNS && leg->step == 1 && leg->length > 1);
}

/* Puts the block of area `from` to the left of the total if it is of `lower` positions, else to its
 * right; and in a scan what is of lower positions also to the left of the result. The total comes
 * first: it begins as a copy of the input, and the result may be written over the caller's input.
 */
static void put(const struct part *part, const struct leg *leg, uint32_t from, bool lower) {
    if (needs_total(part, leg))
        move(part, from, part->total, lower ? MOVE_LEFT : MOVE_RIGHT);
    if (part->total != RESULT && lower)
        move(part, from, RESULT, MOVE_LEFT);
}

/* How many positions, or by turns pairs, there are between the node and the end of its axis. */
static uint32_t to_end(const struct leg *leg, bool forwards) {
    uint32_t each = leg->way == BY_TURNS ? 2 : 1, place = leg->position / each;
    return forwards ? place : leg->side / each - 1 - place;
}

/* Puts what came as number `count` in its direction where it belongs. */
static void put_arrived(const struct part *part, const struct leg *leg, uint32_t count) {
    bool forwards = leg_comes_forwards(leg);
    uint32_t from = arrived_in(leg, leg->step), before_end = to_end(leg, forwards);
    if (count <= before_end)
        put(part, leg, from, forwards);
    else if (!forwards || needs_total(part, leg))
        move(part, from, PAST_END,
             count == before_end + 1 ? MOVE_COPY
             : forwards              ? MOVE_LEFT
                                     : MOVE_RIGHT);
}

/* Puts the sum of what came past an end where it belongs, if `count` have come in a direction. */
static void close_axis(const struct part *part, const struct leg *leg, bool forwards,
                       uint32_t count) {
    if (count > to_end(leg, forwards))
        put(part, leg, PAST_END, !forwards);
}

/* Combines what came in a step. */
static void combine_arrived(const struct part *part, const struct leg leg[], uint32_t legs) {
    bool by_turns = leg->way == BY_TURNS;
    for (uint32_t k = 0; k < legs; k++)
        if (by_turns && leg->step == 1)
            put(part, leg, arrived_in(leg, 1), leg_comes_forwards(leg));
        else
            put_arrived(part, &leg[k], by_turns ? leg->step / 2 : leg->step);
    const struct leg *longest = &leg[legs - 1];
    if (longest->step < longest->length)
        return;
    if (by_turns) {
        bool turn = mesh_is_with_next(leg->position, 1); /* whether step 2 led forwards */
        close_axis(part, leg, turn, leg->length / 2);
        close_axis(part, leg, !turn, (leg->length - 1) / 2);
        return;
    }
    for (int back = 0; back <= (leg->way == BOTH_AT_ONCE); back++)
        close_axis(part, longest, !back, back ? leg->side - 1 - longest->length : longest->length);
}

static void prefix_step(const struct shape *given, uint32_t node, uint32_t number, enum way way,
                        uint32_t total, struct step *step) {
    struct shape mesh = mesh_without_ones(given);
    struct part part = {node, total, step};
    struct leg leg[WAYS_LEGS];
    if (number > 1)
        combine_arrived(&part, leg, ways_legs(&mesh, node, number - 1, way, false, leg));
    if (number > ways_steps(&mesh, way))
        return;
    uint32_t legs = ways_legs(&mesh, node, number, way, false, leg);
    for (uint32_t k = 0; k < legs; k++) {
        bool from_total = leg->step == 1 || (way == BY_TURNS && leg->step == 2);
        uint32_t from = from_total ? total : arrived_in(&leg[k], leg->step - 1);
        step_send(step, leg[k].out, single_block(from, 0));
        step_receive(step, leg[k].in, single_block(arrived_in(&leg[k], leg->step), 0));
    }
}

/* ---- All-reduce ---- */

VARIANT_STEP(allreduce_step, prefix_step, ONE_WAY, RESULT)
VARIANT_STEP(allreduce_pairs_step, prefix_step, BY_TURNS, RESULT)
VARIANT_STEP(allreduce_all_port_step, prefix_step, BOTH_AT_ONCE, RESULT)

/* What all six have. */
#define PREFIX .ordered = true, .varies = VARIES_SIDES

#define ALLREDUCE PREFIX, .operation = &mesh_allreduce_operation, .accumulators = 1u << RESULT

const struct algorithm mesh_allreduce = {
    ALLREDUCE,
    .name = "mesh-allreduce",
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Grama et al., 4.3, all-reduce on a ring and a mesh",
    .areas = TOTAL,
    .steps = mesh_ring_steps,
    .bound = mesh_diameter, /* blocks go from neighbour to neighbour */
    .step = allreduce_step,
};

const struct algorithm mesh_allreduce_pairs = {
    ALLREDUCE,
    .name = "mesh-allreduce-pairs",
    .ports = PORTS_ONE,
    .source = "after Grama et al., 4.3, pairs both ways round each ring",
    .areas = TOTAL,
    .steps = mesh_diameter,
    .step = allreduce_pairs_step,
};

const struct algorithm mesh_allreduce_all_port = {
    ALLREDUCE,
    .name = "mesh-allreduce-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.2.3, both ways round each ring",
    .areas = TOTAL_BOTH,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets, /* each node gets one from each other node of its ring */
    .step = allreduce_all_port_step,
};

/* ---- Prefix sums ---- */

VARIANT_STEP(scan_step, prefix_step, ONE_WAY, TOTAL)
VARIANT_STEP(scan_pairs_step, prefix_step, BY_TURNS, TOTAL)
VARIANT_STEP(scan_all_port_step, prefix_step, BOTH_AT_ONCE, TOTAL_BOTH)

#define SCAN(total)                                                                                \
    PREFIX, .operation = &mesh_scan_operation, .areas = (total) + 1,                               \
            .accumulators = 1u << RESULT | 1u << (total)

const struct algorithm mesh_scan = {
    SCAN(TOTAL),
    .name = "mesh-scan",
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Grama et al., 4.3, prefix sums on a ring and a mesh",
    .steps = mesh_ring_steps,
    .bound = mesh_diameter,
    .step = scan_step,
};

const struct algorithm mesh_scan_pairs = {
    SCAN(TOTAL),
    .name = "mesh-scan-pairs",
    .ports = PORTS_ONE,
    .source = "after Grama et al., 4.3, pairs both ways round each ring",
    .steps = mesh_diameter,
    .step = scan_pairs_step,
};

const struct algorithm mesh_scan_all_port = {
    SCAN(TOTAL_BOTH),
    .name = "mesh-scan-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "after Ozveren, 2.2.3, both ways round each ring",
    .steps = mesh_diameter,
    .packets = mesh_ring_packets,
    .step = scan_all_port_step,
};
