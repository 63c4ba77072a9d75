/* Schedules given to a program as data (cuberun --schedules, formats/schedules.h), which its calls
 * take instead of the original ones. */
#ifndef COLLECTIVES_CALL_GIVEN_H
#define COLLECTIVES_CALL_GIVEN_H

#include "collectives/run/executor.h"

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

#endif
