/* What the detours round dead links cost a call (cuberun --explain). */
#ifndef COLLECTIVES_CALL_DETOURS_H
#define COLLECTIVES_CALL_DETOURS_H

#include "collectives/run/executor.h"

/* Prints it at node 0 if cuberun has been asked to explain and links are dead, unless it has just
 * printed it for such a call: of a given schedule (given.h) how many steps and packets it has more
 * than what it is instead of; of any other how many of its steps meet a dead link, and how many
 * links more the packets take that virtual links carry. Of both, below which number of steps no
 * algorithm goes that uses no dead link (bounds.h; in a subcube none is known). Where links cost
 * time, also the time by the clocks: no more than that where instructions cost nothing. The clock
 * stands still meanwhile. */
void detours_explain(const struct call *call);

#endif
