/* How a leader hears that the processes of a communicator have ended it, so that its context can be
 * chosen again (mpi/object/context.h). */
#ifndef MPI_ENDING_H
#define MPI_ENDING_H

#include "mpi/object/communicator.h"

/* This process ends a communicator: comm_ends, between the first message and MPI_Finalize. */
void ending_tell(const struct MPI_ABI_Comm *comm);

#endif
