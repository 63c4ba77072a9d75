/* What cuberun --explain prints of calls that go by messages. Of those that go by cube.h that
 * prints it (collectives/call/select.c). */
#ifndef MPI_EXPLAIN_H
#define MPI_EXPLAIN_H

#include "mpi/collective/call.h"

/* Prints which algorithm a call has taken, where --explain asks for it: at rank 0 alone, and once
 * for calls that have the same algorithm, processes and bytes. */
void explain_call(const struct collective_call *call, const struct schedule *schedule);

#endif
