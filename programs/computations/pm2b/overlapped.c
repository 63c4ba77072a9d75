/* All offsets at once: while ASPC moves elements for the offsets of L and more, the links that it
 * leaves idle carry those that the smaller offsets need.
 *
 * In its second step ASPC leaves one link idle at each node, that to the next place on the ring,
 * and in its fourth step that to the place before (Hu, Theorem 5). So each round of the pipeline
 * can take along one exchange of the tree of smaller offsets (tree.h), which is one element each
 * way. The slots go through the pipeline in bit-reversed order, in which they leave the tree or
 * enter it.
 *
 * Ascending, the first log L exchanges, those on the way from the root to the first slots, have
 * steps of their own. After them there are L - 1 - log L exchanges, and round r >= 1 takes along
 * the r-th of these. That is early enough. Call the slot that enters the pipeline in round p the
 * slot of place p. A class must have been exchanged before the round of the first of its slots. At
 * place q begin as many classes as q has trailing zeros, and at place 0 log L. So log L + p -
 * (number of ones in p) classes begin at place p or before, which for p >= 1 are log L + p - 1 at
 * most; and so many exchanges have been made before round p. Steps, n' >= 2 offsets of L and more:
 *     4(L + n' - 1) - 2 + log L
 * Descending does the same backwards, packet for packet. Every element is there when it is needed,
 * because element x of one iteration is a partner of y in the next one exactly if y would be a
 * partner of x. So it takes as many steps.
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
#include "programs/computations/pm2b/pipeline.h"
#include "programs/computations/pm2b/tree.h"

static size_t bit_reversed(const struct work *work, size_t place) {
    size_t slot = 0;
    for (unsigned bit = 0; bit < work->local; bit++)
        slot |= (place >> bit & 1) << (work->local - 1 - bit);
    return slot;
}

/* `count` rounds, from `first` on. */
struct rounds {
    size_t first, count;
};

/* The rounds that take an exchange along. */
static struct rounds rounds_with_exchange(const struct work *work) {
    if (work->far < 2) /* no round has a second step */
        return (struct rounds){0, 0};
    size_t first = work->program->order == PM2B_ASCEND ? 1 : work->far - 1 + work->local;
    return (struct rounds){first, work->slots - 1 - work->local};
}

/* Makes exchanges with steps of their own until `left` are left. */
static void exchange_alone(struct work *work, struct tree *tree, size_t left) {
    while (tree->exchanges > left) {
        struct ring_pair pair = tree_exchange(tree);
        ring_both_ways(&work->ring, 0, &pair, work->program->bytes, work->account);
        tree_advance(tree);
    }
}

static void all_rounds(struct pipeline *pipeline, struct tree *tree) {
    struct rounds with_exchange = rounds_with_exchange(pipeline->work);
    size_t rounds = pipeline_rounds(pipeline->work);
    for (size_t round = 0; round < rounds; round++) {
        if (round < with_exchange.first || round - with_exchange.first >= with_exchange.count) {
            pipeline_round(pipeline, round, NULL);
            continue;
        }
        struct ring_pair pair = tree_exchange(tree);
        struct pipeline_extra extra = {pair.up, pair.down, pair.below, pair.above};
        pipeline_round(pipeline, round, &extra);
        tree_advance(tree);
    }
}

static size_t room(const struct work *work) {
    return tree_room(work) + pipeline_room(work);
}

static void carry_out(struct work *work, void *block) {
    struct pipeline pipeline = pipeline_begin(work, block, bit_reversed);
    struct tree tree;
    tree_begin(&tree, work, block);
    if (work->program->order == PM2B_ASCEND)
        exchange_alone(work, &tree, rounds_with_exchange(work).count);
    all_rounds(&pipeline, &tree);
    exchange_alone(work, &tree, 0);
}

const struct execution pm2b_overlapped = {room, carry_out};
