/* The output of cuberun --explain about calls. If a call is carried out by cube.h, cube.h itself
 * prints the call and the choice of the algorithm (collectives/call/select.c), unless the user has
 * chosen it. */
#ifndef MPI_EXPLAIN_H
#define MPI_EXPLAIN_H

#include "mpi/collective/call.h"

/* Prints which algorithm a call has taken, where --explain asks for it. Prints at rank 0 alone, and
 * only if the algorithm, the number of processes or the bytes differ from the last line for the
 * operation. */
void explain_call(const struct collective_call *call, const struct schedule *schedule);

/* Prints that a call is carried out by cube.h, once for all such calls of an operation that follow
 * each other with the same number of processes. `chosen` is the algorithm that the user has chosen;
 * if it is null, nothing is printed. */
void explain_on_cube(const struct collective_call *call, const char *chosen);

#endif
