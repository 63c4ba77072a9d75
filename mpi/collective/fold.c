#include "mpi/collective/fold.h"

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
