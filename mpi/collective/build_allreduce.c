/* All-reduce, on a team that is folded to q members (halving.h).
 *
 *             rounds                  bytes a member sends
 *     short   log2 q, and 2 if p > q     m log2 q
 *     long    2 log2 q, and 2 if p > q   2 m (q - 1) / q
 *
 * In all, the short way takes q log2 q + 2 (p - q) messages: 12 for p = 6, where at least 10 are
 * needed: before any member has the result, all others have to send something, and after that all
 * others have to be sent something. */
#include "mpi/collective/build.h"
#include "mpi/collective/halving.h"

/* Recursive doubling: in round i members whose numbers differ in bit i alone exchange what they
 * have collected. Where the own operand is the left one, the parts `sum` and `arrived` change
 * places. Returns the part that is the sum in the end. */
static struct part double_up(struct schedule *schedule, const struct team *team,
                             const struct fold *fold, bool commutes, struct part sum,
                             struct part arrived) {
    for (int bit = 1; bit < fold->members; bit *= 2) {
        int partner = fold->number ^ bit, rank = fold_rank(fold, partner);
        schedule_exchange(schedule, team, rank, &sum, rank, &arrived);
        if (commutes || partner < fold->number) {
            schedule_combine(schedule, &arrived, &sum);
        } else {
            struct part left = sum;
            schedule_combine(schedule, &left, &arrived);
            sum = arrived;
            arrived = left;
        }
    }
    return sum;
}

void build_allreduce(struct schedule *schedule, const struct team *team, enum way way,
                     bool commutes, struct part own, struct part result) {
    struct fold fold = fold_of(team);
    struct part sum = result, arrived = result;
    bool is_short =
        fold.members == 2 || own.count < fold.members || way_is_short(way, part_size(own));
    schedule_take(schedule, is_short ? "recursive doubling" : "halving, and backwards");
    if (fold.number >= 0 && team->size > 1)
        arrived = schedule_scratch(schedule, own.count, own.layout);
    fold_in(schedule, team, &fold, &own, &sum, &arrived);
    if (fold.number >= 0 && is_short) {
        sum = double_up(schedule, team, &fold, commutes, sum, arrived);
    } else if (fold.number >= 0) {
        halving_reduce(schedule, team, &fold, commutes, &sum, &arrived);
        halving_collect(schedule, team, &fold, &sum);
    }
    fold_out(schedule, team, &fold, &sum, &result);
    if (fold.number >= 0)
        schedule_copy(schedule, &sum, &result);
}
