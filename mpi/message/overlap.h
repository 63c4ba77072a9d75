/* With MPI_STRICT=1 (strict.h): whether the buffers of active requests overlap, or are written by
 * the program (MPI 5.0, sections 3.7.2 and 3.7.4). A sum of the bytes in a buffer is compared when
 * its request ends, and for a receive also before the message arrives. */
#ifndef MPI_OVERLAP_H
#define MPI_OVERLAP_H

#include "mpi/message/message_request.h"

/* overlap_begins is called when a request begins. If its buffer overlaps that of an active request,
 * it raises an error in the call that made the request, and returns its class; otherwise it returns
 * MPI_SUCCESS. overlap_arrives is called after the bytes of a message have changed the buffer of a
 * receive, and strict_matches before. overlap_ends is called when the request ends, and returns
 * whether the program has written to its buffer. */
int overlap_begins(struct message_request *message);
void overlap_arrives(const struct transfer *transfer);
bool overlap_ends(struct message_request *message);

/* To be called before the first request, after strict_start. */
void overlap_start(void);

#endif
