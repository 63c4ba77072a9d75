#include "programs/computations/coupled/coupled.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"

void coupled_start(struct coupled *coupled, size_t problems, size_t unknowns, size_t first,
                   size_t count, double strong, double weak, const double *right) {
    *coupled = (struct coupled){.problems = problems,
                                .unknowns = unknowns,
                                .first = first,
                                .count = count,
                                .strong = strong,
                                .weak = weak,
                                .right = right};
    coupled->now = allocate(count * unknowns, sizeof(double));
    coupled->next = allocate(count * unknowns, sizeof(double));
    coupled->others = allocate((count + 2) * unknowns, sizeof(double));
    coupled->leaving = allocate(unknowns, sizeof(double));
}

void coupled_stop(struct coupled *coupled) {
    free(coupled->now);
    free(coupled->next);
    free(coupled->others);
    free(coupled->leaving);
    *coupled = (struct coupled){0};
}

/* Iterates one problem. `before` and `after` are the values of its neighbours. */
static void iterate_one(const struct coupled *coupled, const double *restrict now,
                        const double *restrict before, const double *restrict after,
                        const double *restrict right, double *restrict next) {
    size_t m = coupled->unknowns;
    for (size_t k = 0; k < m; k++) {
        double own = now[k == 0 ? m - 1 : k - 1] + now[k + 1 == m ? 0 : k + 1];
        next[k] = coupled->strong * own + coupled->weak * (before[k] + after[k]) + right[k];
    }
}

void coupled_iterate(struct coupled *coupled) {
    size_t m = coupled->unknowns;
    for (size_t problem = 0; problem < coupled->count; problem++)
        iterate_one(coupled, coupled->now + problem * m, coupled->others + problem * m,
                    coupled->others + (problem + 2) * m, coupled->right + problem * m,
                    coupled->next + problem * m);
    double *done = coupled->next;
    coupled->next = coupled->now;
    coupled->now = done;
}

/* For problem 0, x(i - 1) belongs to problem q - 1, one unknown before. For problem q - 1, x(i + 1)
 * belongs to problem 0, one unknown after. So what goes round the ends is rotated by one place. */
static void turn(double *numbers, size_t count, int by) {
    double carried = by > 0 ? numbers[count - 1] : numbers[0];
    if (by > 0)
        memmove(numbers + 1, numbers, (count - 1) * sizeof *numbers);
    else
        memmove(numbers, numbers + 1, (count - 1) * sizeof *numbers);
    numbers[by > 0 ? 0 : count - 1] = carried;
}

static void turn_at_ends(struct coupled *coupled) {
    size_t m = coupled->unknowns;
    if (coupled->first == 0)
        turn(coupled->others, m, 1);
    if (coupled->first + coupled->count == coupled->problems)
        turn(coupled->others + (coupled->count + 1) * m, m, -1);
}

static void copy_own(struct coupled *coupled) {
    memcpy(coupled->others + coupled->unknowns, coupled->now,
           coupled->count * coupled->unknowns * sizeof(double));
}

void coupled_exchange_here(struct coupled *coupled) {
    size_t m = coupled->unknowns, bytes = m * sizeof(double);
    copy_own(coupled);
    memcpy(coupled->others, coupled->now + (coupled->count - 1) * m, bytes);
    memcpy(coupled->others + (coupled->count + 1) * m, coupled->now, bytes);
    turn_at_ends(coupled);
}

/* Brings a problem of each node to the node that is `by` places further along the ring. */
static void shift(struct coupled *coupled, size_t problem, int by, double *arriving,
                  struct account *account) {
    size_t m = coupled->unknowns;
    memcpy(coupled->leaving, coupled->now + problem * m, m * sizeof(double));
    account_communicate(account);
    must(cube_gray_shift(coupled->leaving, arriving, m * sizeof(double), by), "the shift");
    account_compute(account);
}

void coupled_exchange(struct coupled *coupled, struct account *account) {
    size_t m = coupled->unknowns;
    if (cube_nodes() == 1) {
        coupled_exchange_here(coupled);
        return;
    }
    copy_own(coupled);
    shift(coupled, coupled->count - 1, 1, coupled->others, account);
    shift(coupled, 0, -1, coupled->others + (coupled->count + 1) * m, account);
    turn_at_ends(coupled);
}
