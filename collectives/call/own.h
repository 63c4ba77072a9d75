/* A program's own algorithms (include/cube_algorithm.h) in calls. */
#ifndef COLLECTIVES_CALL_OWN_H
#define COLLECTIVES_CALL_OWN_H

#include "collectives/run/executor.h"

/* Whether the checker's proof of a program's own algorithm holds for this call. It does not
 *   - in a case that the algorithm does not declare (`varies`);
 *   - if its functions read more than they declare;
 *   - if the output is the input itself, and the algorithm reads the input after it has written the
 *     output. Other calls of such an algorithm keep no plan, which would serve that one too. */
bool own_is_proved_for(struct call *call);

#endif
