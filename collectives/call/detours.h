/* The costs of detours round dead links for a call (cuberun --explain). */
#ifndef COLLECTIVES_CALL_DETOURS_H
#define COLLECTIVES_CALL_DETOURS_H

#include "collectives/run/executor.h"

/* Prints it at node 0 if cuberun has been asked to explain and links are dead, unless it has just
 * printed it for such a call: for a given schedule (given.h) its additional steps and packets; for
 * any other the steps that meet a dead link, and the additional links of packets on virtual links.
 * For both, a lower bound of the steps without dead links (bounds.h; none is known in a subcube).
 * Where links cost time, also the time by the clocks, an upper bound where instructions are free.
 * The clock stands still meanwhile. */
void detours_explain(const struct call *call);

#endif
