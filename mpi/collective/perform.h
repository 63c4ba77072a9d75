/* The three forms in which a call is carried out (MPI 5.0, sections 6.1, 6.12 and 6.13): whatever
 * the operation, they check the arguments, build a schedule of them, and play it. A blocking call
 * on a subcube goes by cube.h instead. */
#ifndef MPI_PERFORM_H
#define MPI_PERFORM_H

#include "mpi/collective/call.h"

/* Carry out a call, begin one, and prepare one that MPI_Start begins. Return an error code, which
 * has been raised. */
int collective_perform(struct collective_call call);
int collective_begin(struct collective_call call, MPI_Request *request);
int collective_prepare(struct collective_call call, MPI_Request *request);

#endif
