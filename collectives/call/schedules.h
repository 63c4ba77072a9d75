/* What a call does if its schedule may be another than one of the library among living links. */
#ifndef COLLECTIVES_CALL_SCHEDULES_H
#define COLLECTIVES_CALL_SCHEDULES_H

#include "collectives/run/executor.h"

/* ---- Schedules given as data (cuberun --schedules, formats/schedules.h): given.c ---- */

/* Has the call take a given schedule, as a program's own algorithm, if there is one of its
 * algorithm in its case: of the same cube, which is all of the machine, root, target, packets,
 * shift and mesh, as far as the algorithm reads them. Not of scans, whose output may be the input
 * while another area begins as a copy of it: these must keep their order. Otherwise nothing
 * changes. The schedule is valid until the next call of this function. */
void given_take(struct call *call);

/* Changes the identification of the call's packets if it has taken a given schedule: all of these
 * are one algorithm. To be called last before the call is executed. */
void given_mark(struct call *call);

/* Returns the algorithm that a call had before it took a given schedule. */
const struct algorithm *given_instead_of(const struct call *call);

/* ---- A program's own algorithms (include/cube_algorithm.h): own.c ---- */

/* Whether the checker's proof of a program's own algorithm holds for this call. It does not
 *   - in a case that the algorithm does not declare (`varies`);
 *   - if its functions read more than they declare;
 *   - if the output is the input itself, and the algorithm reads the input after it has written the
 *     output. Other calls of such an algorithm keep no plan, which would serve that one too. */
bool own_is_proved_for(struct call *call);

/* ---- The costs of dead links (cuberun --explain): dead_costs.c ---- */

/* Prints them at node 0 if cuberun has been asked to explain and links are dead, unless it has just
 * printed them for such a call: for a given schedule its additional steps and packets; for
 * any other the steps that meet a dead link, and the additional links of packets on virtual links.
 * For both, a lower bound of the steps without dead links (bounds.h; none is known in a subcube).
 * Where links cost time, also the time by the clocks, an upper bound where instructions are free.
 * The clock stands still meanwhile. */
void dead_costs_explain(const struct call *call);

#endif
