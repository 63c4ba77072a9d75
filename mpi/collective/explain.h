/* What cuberun --explain prints of calls. What those take that go by cube.h, cube.h prints itself
 * (collectives/call/select.c). */
#ifndef MPI_EXPLAIN_H
#define MPI_EXPLAIN_H

#include "mpi/collective/call.h"

/* Prints which algorithm a call has taken, where --explain asks for it: at rank 0 alone, and once
 * for calls that have the same algorithm, processes and bytes. */
void explain_call(const struct collective_call *call, const struct schedule *schedule);

/* Prints, there and once for calls of as many processes, that a call goes by cube.h, and by which
 * algorithm if the user has chosen one, or null. */
void explain_on_cube(const struct collective_call *call, const char *chosen);

#endif
