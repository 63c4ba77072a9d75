/* Reduction by halving, on a team that is folded to q = 2^k members (fold.h): the long form of
 * reduce and all-reduce.
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
#ifndef MPI_HALVING_H
#define MPI_HALVING_H

#include <stdbool.h>

#include "mpi/collective/fold.h"

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
