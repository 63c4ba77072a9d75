/* Whether this process may operate on the window of another one. */
#ifndef MPI_WINDOW_OPEN_H
#define MPI_WINDOW_OPEN_H

#include "mpi.h"

/* Makes ready for operations on a target in the function `call`: opens the target, and waits for
 * its lock if that is to be taken now. Raises MPI_ERR_RMA_SYNC if this process may not operate on
 * it. */
int target_open(const char *call, MPI_Win window, int rank);

#endif
