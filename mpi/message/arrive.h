/* What becomes of messages that arrive: the handlers of active messages. */
#ifndef MPI_ARRIVE_H
#define MPI_ARRIVE_H

#include <stdint.h>

#include "mpi/message/transfer.h"
#include "net/time.h"

/* What the node's clock shows, or 0 if there is none. */
static inline uint64_t arrive_now(void) {
    return node.time.on ? time_now() : 0;
}

/* From now on messages are taken in. */
void arrive_start(void);

/* Takes the first posted receive out of the list that a message of this process matches, or null.
 */
struct transfer *arrive_posted(uint64_t key, uint32_t source);

/* A receive begins with a message that a matching probe has taken out of the list. */
void transfer_receive_this(struct transfer *transfer, struct kept *kept);

/* A receive that begins takes a message that is kept. */
void transfer_receive_kept(struct transfer *receive, struct kept *kept);

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

/* The number by which the next message that is sent can be taken back. */
uint32_t transfer_next_identity(void);

/* A send hears that it was matched, or that the receive `number` of the other process takes
 * `wanted` bytes. */
void transfer_is_matched(struct transfer *transfer, uint64_t stamp);
void transfer_is_accepted(struct transfer *transfer, uint32_t number, MPI_Count wanted,
                          uint64_t stamp);

#endif
