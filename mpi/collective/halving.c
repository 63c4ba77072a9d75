#include "mpi/collective/halving.h"

struct fold fold_of(const struct team *team) {
    struct fold fold = {.members = 1};
    while (2 * fold.members <= team->size)
        fold.members *= 2;
    fold.pairs = team->size - fold.members;
    bool is_stood_for = team->rank < 2 * fold.pairs && team->rank % 2 == 0;
    fold.number = is_stood_for ? -1 : fold_number(&fold, team->rank);
    return fold;
}

void fold_in(struct schedule *schedule, const struct team *team, const struct fold *fold,
             const struct part *own, const struct part *sum, const struct part *arrived) {
    if (fold->number < 0) {
        schedule_send(schedule, team, team->rank + 1, own);
        schedule_round(schedule);
        return;
    }
    schedule_copy(schedule, own, sum);
    if (fold->number < fold->pairs) {
        schedule_receive(schedule, team, team->rank - 1, arrived);
        schedule_round(schedule);
        schedule_combine(schedule, arrived, sum);
    }
}

void fold_out(struct schedule *schedule, const struct team *team, const struct fold *fold,
              const struct part *sum, const struct part *result) {
    if (fold->number < 0)
        schedule_receive(schedule, team, team->rank + 1, result);
    else if (fold->number < fold->pairs)
        schedule_send(schedule, team, team->rank - 1, sum);
    schedule_round(schedule);
}

void fold_combine(struct schedule *schedule, bool in_front, const struct part *arrived,
                  const struct part *sum) {
    if (in_front) {
        schedule_combine(schedule, arrived, sum);
    } else {
        schedule_combine(schedule, sum, arrived);
        schedule_copy(schedule, arrived, sum);
    }
}

/* ---- Halving ---- */

/* Returns the part of all elements that the member with this number keeps after N rounds. */
static struct part kept(const struct fold *fold, int number, int rounds, const struct part *sum) {
    int q = fold->members;
    MPI_Count first = 0, length = q >> rounds;
    for (int i = 0; i < rounds; i++)
        first += (number >> i & 1) * (q >> (i + 1));
    MPI_Count begin = sum->count * first / q, end = sum->count * (first + length) / q;
    return part_at(sum, begin, end - begin);
}

void halving_reduce(struct schedule *schedule, const struct team *team, const struct fold *fold,
                    bool commutes, const struct part *sum, const struct part *arrived) {
    for (int i = 0; 1 << i < fold->members; i++) {
        int partner = fold->number ^ 1 << i, rank = fold_rank(fold, partner);
        struct part own = kept(fold, fold->number, i + 1, sum);
        struct part other = kept(fold, fold->number, i + 1, arrived);
        schedule_exchange(schedule, team, rank, PART(kept(fold, partner, i + 1, sum)), rank,
                          &other);
        fold_combine(schedule, commutes || partner < fold->number, &other, &own);
    }
}

static int rounds_of(const struct fold *fold) {
    int rounds = 0;
    while (1 << rounds < fold->members)
        rounds++;
    return rounds;
}

void halving_collect(struct schedule *schedule, const struct team *team, const struct fold *fold,
                     const struct part *sum) {
    for (int i = rounds_of(fold) - 1; i >= 0; i--) {
        int partner = fold->number ^ 1 << i, rank = fold_rank(fold, partner);
        schedule_exchange(schedule, team, rank, PART(kept(fold, fold->number, i + 1, sum)), rank,
                          PART(kept(fold, partner, i + 1, sum)));
    }
}

/* The rounds go backwards. In round i, a member still has a part only if its number agrees with the
 * root's in all bits above bit i. */
void halving_collect_at(struct schedule *schedule, const struct team *team, const struct fold *fold,
                        int root, const struct part *sum) {
    int differing = fold->number ^ root, rounds = rounds_of(fold);
    for (int bit = fold->members / 2; bit > 0 && differing < 2 * bit; bit /= 2, rounds--) {
        int partner = fold->number ^ bit, rank = fold_rank(fold, partner);
        if (differing < bit)
            schedule_receive(schedule, team, rank, PART(kept(fold, partner, rounds, sum)));
        else
            schedule_send(schedule, team, rank, PART(kept(fold, fold->number, rounds, sum)));
        schedule_round(schedule);
    }
}
