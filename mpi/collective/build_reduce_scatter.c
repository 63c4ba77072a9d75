/* Reduce-scatter, with m the bytes of all blocks.
 *
 *             rounds                     bytes a member sends
 *     short   log2 q, and 2 if p > q     m (q - 1) / q
 *     long    p - 1                      m (p - 1) / p
 *
 * An operator that does not commute takes the long way.
 */
#include "mpi/collective/build.h"
#include "mpi/collective/halving.h"

/* Returns the blocks of members `first` to `last` - 1. */
static struct part blocks_of(struct part all, const int counts[], int first, int last) {
    MPI_Count before = 0, count = 0;
    for (int r = 0; r < first; r++)
        before += counts[r];
    for (int r = first; r < last; r++)
        count += counts[r];
    return part_at(&all, before, count);
}

/* Returns the blocks of all members that the numbers `first` to `last` - 1 stand for. */
static struct part folded_blocks(const struct fold *fold, struct part all, const int counts[],
                                 int first, int last) {
    return blocks_of(all, counts, fold_first(fold, first), fold_first(fold, last));
}

/* Recursive halving, the greatest distance first: member n and its partner have both collected the
 * same blocks, and each gives away those that are for numbers on the other one's side (Thakur,
 * Rabenseifner, Gropp, 2005, section 4.3). */
static void reduce_halves(struct schedule *schedule, const struct team *team, struct part own,
                          const int counts[], struct part result) {
    schedule_take(schedule, "recursive halving");
    struct fold fold = fold_of(team);
    struct part sum = own, arrived = own;
    int r = team->rank, n = fold.number, first = 0, last = fold.members;
    if (n >= 0) {
        sum = schedule_scratch(schedule, own.count, own.layout);
        arrived = schedule_scratch(schedule, own.count, own.layout);
    }
    fold_in(schedule, team, &fold, &own, &sum, &arrived);
    for (int bit = fold.members / 2; n >= 0 && bit > 0; bit /= 2) {
        int middle = first + bit, rank = fold_rank(&fold, n ^ bit);
        int other_first = n < middle ? middle : first, other_last = n < middle ? last : middle;
        first = n < middle ? first : middle;
        last = n < middle ? middle : last;
        struct part in = folded_blocks(&fold, arrived, counts, first, last);
        schedule_exchange(schedule, team, rank,
                          PART(folded_blocks(&fold, sum, counts, other_first, other_last)), rank,
                          &in);
        schedule_combine(schedule, &in, PART(folded_blocks(&fold, sum, counts, first, last)));
    }
    if (n >= 0 && n < fold.pairs)
        schedule_send(schedule, team, r - 1, PART(blocks_of(sum, counts, r - 1, r)));
    if (n >= 0)
        schedule_copy(schedule, PART(blocks_of(sum, counts, r, r + 1)), &result);
    else
        schedule_receive(schedule, team, r + 1, &result);
    schedule_round(schedule);
}

/* Each member sends every other member the block that is for that one: in round k member r sends to
 * r + k mod p, and receives from r - k mod p (Iannello: Efficient Algorithms for the Reduce-Scatter
 * Operation in LogGP, 1997). Blocks are combined as they come or, if the operator does not commute,
 * when all are there, in the order of ranks. */
static void exchange_pairs(struct schedule *schedule, const struct team *team, bool commutes,
                           struct part own, const int counts[], struct part result) {
    schedule_take(schedule, "pairwise exchange");
    int p = team->size, r = team->rank;
    MPI_Count count = counts[r];
    struct part block = blocks_of(own, counts, r, r + 1);
    struct part all = schedule_scratch(schedule, commutes ? count : p * count, own.layout);
    struct part sum =
        commutes ? schedule_scratch(schedule, count, own.layout) : part_at(&all, r * count, count);
    schedule_copy(schedule, &block, &sum);
    for (int k = 1; k < p; k++) {
        int to = (r + k) % p, from = (r - k + p) % p;
        struct part arrived = commutes ? all : part_at(&all, from * count, count);
        schedule_exchange(schedule, team, to, PART(blocks_of(own, counts, to, to + 1)), from,
                          &arrived);
        if (commutes)
            schedule_combine(schedule, &arrived, &sum);
    }
    for (int k = 1; !commutes && k < p; k++) {
        sum = part_at(&all, k * count, count);
        schedule_combine(schedule, PART(part_at(&all, (k - 1) * count, count)), &sum);
    }
    schedule_copy(schedule, &sum, &result);
}

void build_reduce_scatter(struct schedule *schedule, const struct team *team, enum way way,
                          bool commutes, struct part own, const int counts[], struct part result) {
    if (commutes && team->size > 2 && way_is_short(way, part_size(own)))
        reduce_halves(schedule, team, own, counts, result);
    else
        exchange_pairs(schedule, team, commutes, own, counts, result);
}
