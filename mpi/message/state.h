/* What becomes of a transfer: it begins, it is matched, it ends. */
#ifndef MPI_STATE_H
#define MPI_STATE_H

#include <stdint.h>

#include "mpi/message/transfer.h"
#include "net/time.h"

/* What the node's clock shows, or 0 if there is none. */
static inline uint64_t arrive_now(void) {
    return node.time.on ? time_now() : 0;
}

/* What all transfers begin with. */
void transfer_begins(struct transfer *transfer, bool receives);

/* Takes the first posted receive out of the list that a message of this process matches, or null.
 */
struct transfer *arrive_posted(uint64_t key, uint32_t source);

/* A message of `sent` bytes has matched a receive: what its status says, and how many bytes it
 * takes. */
void transfer_matches(struct transfer *receive, uint32_t source, int tag, MPI_Count sent,
                      uint32_t signature);

/* The signature of the first `bytes` packed bytes of its buffer, or 0 if that is not checked. */
uint32_t transfer_signature(const struct transfer *transfer, MPI_Count bytes);

/* A transfer is done; or a send is, unless it waits for something. */
void transfer_ends(struct transfer *transfer, int error);
void transfer_ends_if_nothing_is_left(struct transfer *transfer);

/* The one piece of memory that the first `bytes` packed bytes of a transfer's buffer are, or null
 * if they are several. */
void *transfer_piece(const struct transfer *transfer, MPI_Count bytes);

#endif
