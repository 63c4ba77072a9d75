/* Teams folded to a power of two: of p members, where q = 2^k <= p < 2 q, the first 2 (p - q) pair
 * up, 0 with 1, 2 with 3, ... In each pair the member with the odd rank stands for both (Thakur,
 * Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, 2005, section
 * 4.5). Those that take part are numbered 0 to q - 1 in the order of ranks, so neighbouring numbers
 * have collected operands of neighbouring ranks, and operands keep their order.
 *
 * Example, p = 6: q = 4; 1 stands for 0 and 1, 3 for 2 and 3, and the numbers 0, 1, 2, 3 are the
 * ranks 1, 3, 4, 5.
 */
#ifndef MPI_HALVING_H
#define MPI_HALVING_H

#include <stdbool.h>

#include "mpi/collective/schedule.h"

struct fold {
    int members; /* q */
    int pairs;   /* p - q */
    int number;  /* this member's, or -1 if another one stands for it */
};

/* Returns how a team is folded. */
struct fold fold_of(const struct team *team);

/* Returns the rank of the member with this number, or p for the number q. */
static inline int fold_rank(const struct fold *fold, int number) {
    return number < fold->pairs ? 2 * number + 1 : number + fold->pairs;
}

/* Returns the first rank for which this number stands. */
static inline int fold_first(const struct fold *fold, int number) {
    return number < fold->pairs ? 2 * number : number + fold->pairs;
}

/* Returns the number that stands for this rank. */
static inline int fold_number(const struct fold *fold, int rank) {
    return rank < 2 * fold->pairs ? rank / 2 : rank - fold->pairs;
}

/* Begins a reduction: a member that another one stands for sends its `own` to that one. All other
 * members copy their `own` to `sum`, and combine what they get with it. `arrived` is room for as
 * much as `own`. */
void fold_in(struct schedule *schedule, const struct team *team, const struct fold *fold,
             const struct part *own, const struct part *sum, const struct part *arrived);

/* Ends a reduction whose result comes to all members: a member that stands for another one sends
 * its `sum` to that one, which receives it as `result`. */
void fold_out(struct schedule *schedule, const struct team *team, const struct fold *fold,
              const struct part *sum, const struct part *result);

/* Combines another member's data, `arrived`, with this member's, `sum`. The result is made in `sum`
 * if it is `in_front`, that is, if the operator commutes or the other member comes before this one.
 * Otherwise it is made in `arrived`, and copied to `sum`. */
void fold_combine(struct schedule *schedule, bool in_front, const struct part *arrived,
                  const struct part *sum);

/* ---- Reduction by halving ----
 *
 * The long form of reduce and all-reduce, on a team that is folded to q = 2^k members.
 *
 * In round i, from 0 on, members whose numbers differ in bit i alone halve the part that they have
 * both collected: the one with the bit 0 keeps the first half, sends the second, and combines the
 * received half with its own. So after k rounds each member has 1 / q of the result. As partners in
 * round i have collected from 2^i neighbouring numbers each, operands keep their order. The same
 * rounds backwards, without combining, bring the result together (Rabenseifner: Optimization of
 * Collective Reduction Operations, 2004; van de Geijn: On Global Combine Operations, 1994).
 *
 * Example, q = 4, quarters a to d:
 *     number           0      1      2      3
 *     after round 0    ab     cd     ab     cd     0 and 1 have collected from 0 and 1, ...
 *     after round 1    a      c      b      d
 */

/* Called for the members that have a number. Reduces the `sum` of each of them to its part of the
 * result, which lies at this part's place in `sum`. `arrived` is room for as much as `sum`. */
void halving_reduce(struct schedule *schedule, const struct team *team, const struct fold *fold,
                    bool commutes, const struct part *sum, const struct part *arrived);

/* Bring the parts of the result together in `sum`, at all members that have a number or at the one
 * with the number `root`. */
void halving_collect(struct schedule *schedule, const struct team *team, const struct fold *fold,
                     const struct part *sum);
void halving_collect_at(struct schedule *schedule, const struct team *team, const struct fold *fold,
                        int root, const struct part *sum);

#endif
