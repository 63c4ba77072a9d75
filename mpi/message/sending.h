/* Sends, and what the receiver answers to them. */
#ifndef MPI_SENDING_H
#define MPI_SENDING_H

#include <stdint.h>

#include "mpi/message/transfer.h"

/* Returns the number by which the next message that is sent can be taken back. */
uint32_t transfer_next_identity(void);

/* Called when a send hears that it was matched, or that the receive `number` of the other process
 * takes `wanted` bytes. */
void transfer_is_matched(struct transfer *transfer, uint64_t stamp);
void transfer_is_accepted(struct transfer *transfer, uint32_t number, MPI_Count wanted,
                          uint64_t stamp);

#endif
