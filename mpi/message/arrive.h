/* What becomes of messages that arrive: the handlers of active messages. */
#ifndef MPI_ARRIVE_H
#define MPI_ARRIVE_H

#include "mpi/message/transfer.h"

/* From now on messages are taken in. */
void arrive_start(void);

/* Begins a receive of a message that a matching probe has taken out of the list. */
void transfer_receive_this(struct transfer *transfer, struct kept *kept);

/* Gives a message that is kept to a receive that begins. */
void transfer_receive_kept(struct transfer *receive, struct kept *kept);

#endif
