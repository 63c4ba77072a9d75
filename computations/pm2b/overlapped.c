/* All offsets at once: while ASPC moves elements for the offsets of L and more, the links that it
 * leaves idle carry those that the smaller offsets need.
 *
 * ASPC leaves one link idle at each node in its second step, that to the next place on the ring,
 * and one in its fourth, that to the place before (Hu, Theorem 5). So each round takes one exchange
 * of the tree of smaller offsets (tree.h) along, which is one element each way. Slots are in
 * bit-reversed order, which is the order in which they leave that tree or enter it.
 *
 * Ascending, log L exchanges go first, from the root to the first slots. From then on exchange
 * log L + m of L - 1, m >= 0, goes in round 1 + m. That is early enough: place p of the pipeline is
 * entered in round p, and the exchanges of classes whose first slot has place p or a lower one are
 * log L + p - (number of ones in p) <= log L + p - 1, so they have gone by round p - 1. (At place q
 * there begin as many classes as q has trailing zeros; this sum is known from the carries of a
 * counter.) Steps, n' >= 2 offsets of L and more:
 *     4(L + n' - 1) - 2 + log L
 * Descending is the same backwards, packet for packet: that every element is there when it is
 * needed then follows, for the graph of what depends on what reads the same from both ends. So it
 * takes as many steps.
 *
 * Example, n' = 2, L = 4, ascending. Slots are named by number, classes by level and class:
 *     step 1        exchange 0.0
 *     step 2        exchange 1.0                             slots 0, 2 are ready
 *     round 0       slot 0 by L
 *     round 1       slot 0 by 2L, slot 2 by L, exchange 1.1  slots 1, 3 are ready
 *     round 2       slot 2 by 2L, slot 1 by L
 *     round 3       slot 1 by 2L, slot 3 by L
 *     round 4       slot 3 by 2L
 */
#include "computations/pm2b/pipeline.h"
#include "computations/pm2b/tree.h"

static size_t bit_reversed(const struct work *work, size_t place) {
    size_t slot = 0;
    for (unsigned bit = 0; bit < work->local; bit++)
        slot |= (place >> bit & 1) << (work->local - 1 - bit);
    return slot;
}

/* The rounds that take an exchange along: `count` of them, from `first` on. */
struct along {
    size_t first, count;
};

static struct along rounds_with_exchange(const struct work *work) {
    if (work->far < 2) /* no round has a second step */
        return (struct along){0, 0};
    size_t first = work->program->order == PM2B_ASCEND ? 1 : work->far - 1 + work->local;
    return (struct along){first, work->slots - 1 - work->local};
}

/* Exchanges by steps of their own until `left` are left. */
static int exchange_alone(struct work *work, struct tree *tree, size_t left) {
    while (tree->exchanges > left) {
        struct ring_pair pair = tree_exchange(tree);
        int error = ring_both_ways(&work->ring, 0, &pair, work->program->bytes, work->account);
        if (error != 0)
            return error;
        tree_advance(tree);
    }
    return 0;
}

static int all_rounds(struct pipeline *pipeline, struct tree *tree) {
    struct along along = rounds_with_exchange(pipeline->work);
    size_t rounds = pipeline_rounds(pipeline->work);
    int error = 0;
    for (size_t round = 0; round < rounds && error == 0; round++) {
        if (round < along.first || round - along.first >= along.count) {
            error = pipeline_round(pipeline, round, NULL);
            continue;
        }
        struct ring_pair pair = tree_exchange(tree);
        struct pipeline_extra extra = {pair.up, pair.down, pair.below, pair.above};
        error = pipeline_round(pipeline, round, &extra);
        if (error == 0)
            tree_advance(tree);
    }
    return error;
}

static size_t room(const struct work *work) {
    return tree_room(work) + pipeline_room(work);
}

static int carry_out(struct work *work, void *block) {
    struct pipeline pipeline = pipeline_begin(work, block, bit_reversed);
    struct tree tree;
    int error = 0;
    tree_begin(&tree, work, block);
    if (work->program->order == PM2B_ASCEND)
        error = exchange_alone(work, &tree, rounds_with_exchange(work).count);
    if (error == 0)
        error = all_rounds(&pipeline, &tree);
    if (error == 0)
        error = exchange_alone(work, &tree, 0);
    return error;
}

const struct execution pm2b_overlapped = {room, carry_out};
