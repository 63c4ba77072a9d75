/* How a transfer begins, is matched and ends. */
#ifndef MPI_STATE_H
#define MPI_STATE_H

#include <stdint.h>

#include "mpi/message/transfer.h"
#include "net/time.h"

/* Returns what the node's clock shows, or 0 if there is no clock. */
static inline uint64_t arrive_now(void) {
    return node.time.on ? time_now() : 0;
}

/* Fills in the members that every transfer begins with. */
void transfer_begins(struct transfer *transfer, bool receives);

/* Takes the first posted receive that matches a message of the process `source` out of the list,
 * and returns it, or returns null. */
struct transfer *arrive_posted(uint64_t key, uint32_t source);

/* Notes that a message of `sent` bytes has matched a receive: what its status says, and how many
 * bytes the receive takes. */
void transfer_matches(struct transfer *receive, uint32_t source, int tag, MPI_Count sent,
                      uint32_t signature);

/* Returns the signature of the first `bytes` packed bytes of a transfer's buffer, or 0 if
 * signatures are not checked. */
uint32_t transfer_signature(const struct transfer *transfer, MPI_Count bytes);

/* transfer_ends ends a transfer. transfer_ends_if_nothing_is_left ends a send unless it still waits
 * for something. */
void transfer_ends(struct transfer *transfer, int error);
void transfer_ends_if_nothing_is_left(struct transfer *transfer);

/* Returns the one piece of memory that holds the first `bytes` packed bytes of a transfer's buffer,
 * or null if they lie in several. */
void *transfer_piece(const struct transfer *transfer, MPI_Count bytes);

#endif
