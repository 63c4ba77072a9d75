/* Reduce-scatter on a ring or mesh that keeps the order of ranks. After the slides "All-to-All
 * Reduction on a Ring" to Grama et al., section 4.2, but with two sums in place of one, as in
 * prefix.c.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block, p nodes:
 *     t_s (p - 1) + t_w m (2 p - 3)
 *
 * All ranks are one ring, on which every packet goes from each rank to the next lower one. The sum
 * for rank b begins at rank b - 1. The blocks of ranks b - 2, ..., 0 are put to its left, which
 * makes the sum of all ranks below b. From rank 0 it goes round to the last rank, p - 1, where a
 * second sum begins, which goes along with it: the blocks of ranks p - 2, ..., b + 1 are put to its
 * left. Rank b puts its own block between the two sums.
 *
 * Example, 4 ranks, contents a, b, c, d; "1: a" is what has been collected for rank 1:
 *     step 1   0 -> 3  1: a       1 -> 0  2: b     2 -> 1  3: c      3 -> 2  0: d
 *     step 2   0 -> 3  2: ab      1 -> 0  3: bc    2 -> 1  0: cd     3 -> 2  1: a, d
 *     step 3   0 -> 3  3: abc     1 -> 0  0: bcd   2 -> 1  1: a, cd  3 -> 2  2: ab, d
 *     then     0: a bcd    1: a b cd    2: ab c d    3: abc d
 *
 * On a mesh the next lower rank of a node at the beginning of a row is not its neighbour. The
 * packet crosses one link back on the last axis on which its position is not 0, and then goes round
 * the end of each later axis, on all of which its position is 0. No link carries two packets: a
 * packet goes round the end of an axis from a node at position 0 of that axis, and this node does
 * not send its own packet on that link.
 *
 * Example, a mesh of 2 x 4. Rank 4 (row 1, column 0) sends to rank 3 (row 0, column 3) through rank
 * 0 (row 0, column 0). Rank 0 sends to rank 7 through rank 4.
 */
#include "collectives/mesh/reduce_scatter.h"

#include "collectives/schedule/mesh.h"

enum {
    SUMS = AREA_OUTPUT + 1, /* two for each rank: of the ranks below it and of those above it */
    ORDERED_AREAS,
};

static uint32_t below(uint32_t rank) {
    return 2 * rank;
}

static uint32_t above(uint32_t rank) {
    return 2 * rank + 1;
}

static uint32_t ordered_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    uint32_t blocks = mesh_reduce_scatter_blocks(shape, node, area);
    return area == SUMS ? 2 * blocks : blocks;
}

static uint32_t ordered_steps(const struct shape *shape) {
    return mesh_nodes(shape) - 1;
}

/* Returns what a rank sends in a step: the first sum for the rank whose turn it is, the second one,
 * or both. */
static struct run packet_of(const struct shape *shape, uint32_t rank, uint32_t number) {
    uint32_t ranks = mesh_nodes(shape);
    uint32_t receiver = (rank + number) % ranks;
    if (rank < receiver)
        return single_block(SUMS, below(receiver));
    if (receiver == 0)
        return single_block(SUMS, above(receiver));
    return consecutive_blocks(SUMS, below(receiver), 2);
}

/* ---- Links ---- */

/* The first axis from `axis` on that has links; mesh_axes if there is none. */
static uint32_t axis_from(const struct shape *shape, uint32_t axis) {
    while (axis < mesh_axes(shape) && mesh_side(shape, axis) == 1)
        axis++;
    return axis;
}

/* The axis on which a rank's packet leaves it: the last axis on which its position is not 0, or the
 * first axis that has links if there is none. */
static uint32_t axis_of_rank(const struct shape *shape, uint32_t rank) {
    uint32_t found = axis_from(shape, 0);
    for (uint32_t axis = found; axis < mesh_axes(shape); axis++)
        if (mesh_position_of_rank(shape, rank, axis) != 0)
            found = axis;
    return found;
}

static void set_links(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    uint32_t ranks = mesh_nodes(shape), rank = mesh_rank(shape, node);
    uint32_t axis = axis_of_rank(shape, rank);
    step_send(step, mesh_port_before(shape, axis, mesh_position(shape, node, axis)),
              packet_of(shape, rank, number));
    for (uint32_t later = axis_from(shape, axis + 1); later < mesh_axes(shape);
         later = axis_from(shape, axis + 1)) {
        /* The packet of the next node on this axis passes here and goes on along the next axis. */
        uint32_t sender = (rank + mesh_stride(shape, axis)) % ranks;
        uint32_t in = mesh_port_next(shape, axis, mesh_position(shape, node, axis));
        step_relay(step, in, mesh_port_before(shape, later, 0), packet_of(shape, sender, number));
        axis = later;
    }
    step_receive(step, mesh_port_next(shape, axis, mesh_position(shape, node, axis)),
                 packet_of(shape, (rank + 1) % ranks, number));
}

/* ---- Sums ---- */

static struct block_set one(uint32_t area, uint32_t block) {
    return (struct block_set){area, block, 0};
}

/* Puts the rank's own block for the receiver of its packet to the left of the sum that has arrived,
 * or begins a sum with it. */
static void add_own(const struct shape *shape, uint32_t rank, uint32_t number, struct step *step) {
    uint32_t last = mesh_nodes(shape) - 1;
    uint32_t receiver = (rank + number) % (last + 1);
    bool begins = rank == last || rank + 1 == receiver;
    step_move(step, one(AREA_INPUT, receiver),
              one(SUMS, rank < receiver ? below(receiver) : above(receiver)),
              begins ? MOVE_COPY : MOVE_LEFT);
}

/* Puts the rank's own block between the two sums that have arrived. */
static void add_up(const struct shape *shape, uint32_t rank, struct step *step) {
    step_copy(step, AREA_INPUT, rank, AREA_OUTPUT, 0);
    if (rank > 0)
        step_move(step, one(SUMS, below(rank)), one(AREA_OUTPUT, 0), MOVE_LEFT);
    if (rank < mesh_nodes(shape) - 1)
        step_move(step, one(SUMS, above(rank)), one(AREA_OUTPUT, 0), MOVE_RIGHT);
}

static void ordered_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    uint32_t rank = mesh_rank(shape, node);
    if (number > ordered_steps(shape)) {
        add_up(shape, rank, step);
        return;
    }
    add_own(shape, rank, number, step);
    set_links(shape, node, number, step);
}

/* ---- Counts ---- */

/* Returns how many links packets pass in a step. The links on an axis are passed by the packets of
 * the ranks whose positions on all later axes are 0; there are p / stride such ranks. */
static uint64_t links_of_step(const struct shape *shape) {
    uint64_t links = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        if (mesh_side(shape, axis) > 1)
            links += mesh_nodes(shape) / mesh_stride(shape, axis);
    return links;
}

static uint64_t ordered_packets(const struct shape *shape) {
    return links_of_step(shape) * ordered_steps(shape);
}

/* Rank r > 0 sends two blocks in r - 1 of the steps, and one in the others. The ranks whose packets
 * pass links of an axis are the multiples of its stride. */
static uint64_t ordered_words(const struct shape *shape) {
    uint64_t words = ordered_packets(shape);
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t stride = mesh_stride(shape, axis);
        uint64_t senders = mesh_nodes(shape) / stride;
        if (mesh_side(shape, axis) > 1)
            words += stride * senders * (senders - 1) / 2 - (senders - 1);
    }
    return words;
}

/* The last rank sends two blocks from step 2 on. In all steps together a packet goes once round all
 * ranks, except for one link. */
static struct chain_cost ordered_cost(const struct shape *shape) {
    uint64_t steps = ordered_steps(shape);
    if (steps == 0)
        return chain_of(0, 0, 0);
    return chain_of(steps, 2 * steps - 1, links_of_step(shape) - 1);
}

/* A node has to send a block for each of the p - 1 other nodes. With one port and packets of at
 * most two blocks, that takes it (p - 1) / 2 steps, rounded up. */
static uint32_t ordered_bound(const struct shape *shape) {
    return mesh_nodes(shape) / 2;
}

const struct algorithm mesh_reduce_scatter_ordered = {
    .name = "mesh-reduce-scatter-ordered",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2 and 4.3, two sums round the ring of ranks",
    .areas = ORDERED_AREAS,
    .applicable = mesh_fits,
    .blocks = ordered_blocks,
    .steps = ordered_steps,
    .packets = ordered_packets,
    .link_words = ordered_words,
    .bound = ordered_bound,
    .open = true,
    .cost = ordered_cost,
    .step = ordered_step,
};
