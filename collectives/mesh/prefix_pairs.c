/* All-reduce and prefix sums on a ring or mesh with one port, in as many steps as the farthest node
 * is away: neighbours join in pairs, and the sums of pairs go round the rings both ways. After the
 * slides "All-Reduce" and "Prefix-Sum" to Grama et al., section 4.3, where each node's own goes
 * round one way.
 *
 * Cost for the diameter D, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     each     (t_s + t_w m) D, D = p / 2 on a ring, s on a mesh of s x s
 *
 * No fewer steps would do, even with all ports: a node needs something of the farthest node.
 *
 * Along one axis of side 2h after the other, from the last to the first, all positions exchange
 * over every other link by turns (mesh_is_with_next). In step 1 two positions, 2j and 2j + 1,
 * exchange their totals so far, and then both have that of pair j. In step 2 each sends this over
 * its other link, and from then on what came over the other link in the step before. So what leaves
 * a pair moves on in every step, and the pairs on each side of a node come to it by turns, the
 * nearest one first. After h steps all h
 * - 1 other pairs have come.
 *
 * The order is kept (ordered_sums.h).
 *
 * Example, a ring of 8, contents a .. h, position 2 = c (> from before, < from after):
 *     step            1       2       3       4       afterwards
 *     arrives         d <     ab >    ef <    gh >
 *     total           cd      abcd    abcdef          abcdefgh, all-reduce
 *     prefix          c       abc     abc             abc, prefix
 *     past the end                            gh
 */
#include "collectives/mesh/ordered_sums.h"
#include "collectives/mesh/prefix.h"
#include "collectives/schedule/mesh.h"

enum {
    RESULT = AREA_OUTPUT, /* in an all-reduce also the total */
    ARRIVED_IN_ODD,       /* what came in step 1, 3, ... of an axis */
    ARRIVED_IN_EVEN,      /* what came in step 2, 4, ... of an axis */
    PAST_END,             /* the sum of what came past an end of the axis */
    TOTAL,                /* only in a scan: the total of the axes that are done */
    ALLREDUCE_AREAS = PAST_END + 1,
    SCAN_AREAS = TOTAL + 1,
};

static uint32_t arrived_in(uint32_t step) {
    return step % 2 == 1 ? ARRIVED_IN_ODD : ARRIVED_IN_EVEN;
}

/* The pairs between that of a position and an end of its axis of 2 `half` positions. */
static uint32_t pairs_to_end(uint32_t half, uint32_t position, bool forwards) {
    return forwards ? position / 2 : half - 1 - position / 2;
}

/* Combines what came in step `phase.step` of an axis: in step 1 the other one of the pair, then a
 * pair from the other side and one from its own side by turns. In a scan nobody needs the total of
 * the last axis that has links, but in step 2, in which it is sent. */
static void combine_arrived(const struct shape *shape, uint32_t node, struct mesh_phase phase,
                            uint32_t total, struct step *step) {
    uint32_t half = mesh_half(mesh_side(shape, phase.axis));
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t arrived = arrived_in(phase.step);
    bool forwards = !mesh_is_with_next(position, phase.step);
    struct ordered_sums sums = {
        .total = total,
        .past_end = PAST_END,
        .needs_total = total == RESULT || mesh_has_links_before(shape, phase.axis) ||
                       (phase.step == 1 && half > 1),
    };
    if (phase.step == 1)
        sums_put(&sums, arrived, forwards, step);
    else
        sums_arrived(&sums, arrived, forwards, phase.step / 2,
                     pairs_to_end(half, position, forwards), step);
    if (phase.step < half)
        return;
    bool turn = mesh_is_with_next(position, 1); /* whether step 2 led forwards */
    sums_close(&sums, turn, half / 2, pairs_to_end(half, position, turn), step);
    sums_close(&sums, !turn, (half - 1) / 2, pairs_to_end(half, position, !turn), step);
}

static void pairs_step(const struct shape *shape, uint32_t node, uint32_t number, uint32_t total,
                       struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1)
        combine_arrived(shape, node, mesh_phase(shape, number - 1, mesh_half, false), total, step);
    if (number > mesh_diameter(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_half, false);
    uint32_t port = mesh_turn_port(shape, node, phase);
    uint32_t from = phase.step <= 2 ? total : arrived_in(phase.step - 1);
    step_send(step, port, single_block(from, 0));
    step_receive(step, port, single_block(arrived_in(phase.step), 0));
}

/* ---- "mesh-allreduce-pairs" ---- */

static void allreduce_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    pairs_step(shape, node, number, RESULT, step);
}

const struct algorithm mesh_allreduce_pairs = {
    .name = "mesh-allreduce-pairs",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.3, pairs both ways round each ring",
    .areas = ALLREDUCE_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_diameter,
    .packets = mesh_turn_packets,
    .step = allreduce_step,
};

/* ---- "mesh-scan-pairs": rows first, then the totals of the rows before come along the columns
 * ----
 */
static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    pairs_step(shape, node, number, TOTAL, step);
}

const struct algorithm mesh_scan_pairs = {
    .name = "mesh-scan-pairs",
    .operation = &mesh_scan_operation,
    .ports = PORTS_ONE,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.3, pairs both ways round each ring",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_diameter,
    .packets = mesh_turn_packets,
    .step = scan_step,
};
