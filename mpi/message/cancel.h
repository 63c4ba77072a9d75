/* Taking messages back (MPI 5.0, section 3.8.4). */
#ifndef MPI_CANCEL_H
#define MPI_CANCEL_H

#include "mpi/message/envelope.h"
#include "mpi/message/transfer.h"

/* Cancels a transfer that no receive, or no message, has matched; to find that out for a send, the
 * receiver is asked. A send that is done is not so until the answer comes: *done becomes false, and
 * `ended` is called again. */
void cancel_transfer(struct transfer *transfer, bool *done);

/* Handlers: the sender of a message takes it back; and the answer to that. */
void cancel_asked(uint32_t source, const struct envelope *envelope, uint64_t stamp);
void cancel_answered(struct transfer *send, bool cancelled);

#endif
