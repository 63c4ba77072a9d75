/* Waiting in calls, and what a report of a deadlock says of them. */
#ifndef MPI_PROGRESS_H
#define MPI_PROGRESS_H

#include "mpi/message/request.h"
#include "mpi/message/transfer.h"
#include "net/wait.h"

/* Begins a wait of the function `call`, which may begin with a P, for one of some requests. */
struct waiting progress_begin(const char *call, int count, const MPI_Request requests[]);

/* Waits until a request is done. */
void progress_until_done(const char *call, MPI_Request request);

/* Waits until a transfer is done that the function `call` itself has begun, and takes it. */
void progress_until_ended(const char *call, struct transfer *transfer);

#endif
