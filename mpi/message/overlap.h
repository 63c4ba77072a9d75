/* With MPI_STRICT=1 (strict.h): whether the buffers of active requests overlap (MPI 5.0, sections
 * 3.7.2 and 3.7.4). */
#ifndef MPI_OVERLAP_H
#define MPI_OVERLAP_H

#include "mpi/message/message_request.h"

/* overlap_begins is called when a request begins. If its buffer overlaps that of an active request,
 * it raises an error in the call that made the request, and returns its class; otherwise it returns
 * MPI_SUCCESS. overlap_ends is called when the request ends. */
int overlap_begins(struct message_request *message);
void overlap_ends(struct message_request *message);

/* To be called before the first request. */
void overlap_start(void);

#endif
