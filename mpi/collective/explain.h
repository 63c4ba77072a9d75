/* What cuberun --explain prints of calls. Of a call that is carried out by cube.h, cube.h prints
 * the choice of the algorithm itself (collectives/call/select.c). */
#ifndef MPI_EXPLAIN_H
#define MPI_EXPLAIN_H

#include "mpi/collective/call.h"

/* Prints which algorithm a call has taken, where --explain asks for it: at rank 0 alone, and once
 * for calls that have the same algorithm, processes and bytes. */
void explain_call(const struct collective_call *call, const struct schedule *schedule);

/* Prints that a call is carried out by cube.h, once for all such calls of as many processes.
 * `chosen` is the algorithm that the user has chosen, or null. */
void explain_on_cube(const struct collective_call *call, const char *chosen);

#endif
