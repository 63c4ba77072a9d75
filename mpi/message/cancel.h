/* Taking messages back (MPI 5.0, section 3.8.4). */
#ifndef MPI_CANCEL_H
#define MPI_CANCEL_H

#include "mpi/message/envelope.h"
#include "mpi/message/transfer.h"

/* Cancels a transfer that has not been matched: a receive by no message, or a send by no receive.
 * Whether a send was matched is asked of the receiver. If that send is already done, it no longer
 * counts as done until the answer comes: *done becomes false, and `ended` is called again. */
void cancel_transfer(struct transfer *transfer, bool *done);

/* Handlers: for the question of a sender that takes a message back, and for the answer to it. */
void cancel_asked(uint32_t source, const struct envelope *envelope, uint64_t stamp);
void cancel_answered(struct transfer *send, bool cancelled);

#endif
