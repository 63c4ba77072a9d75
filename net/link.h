/* The direct channel of the links: pieces of packets between neighbours, in order, never blocking.
 *
 * A packet is sent over one link in one step, as one or more pieces (cube_abi.h). Calls that block
 * are loops over these functions and wait_more (net/wait.h). */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>

#include "cube_abi.h"
#include "net/foreign.h"

#define LINK_FULL SIZE_MAX

/* The operations in the headers of packets of no collective operation. A receiver that finds
 * another operation than its own reports that the calls do not match. */
enum link_operation {
    OPERATION_LINK,        /* cube_link_send, cube_link_recv, cube_links_exchange */
    OPERATION_ACKNOWLEDGE, /* gives credit back, on the routed channel */
    OPERATION_SEND,        /* cube_send, on the routed channel */
    OPERATION_ACTIVE,      /* an active message (net/messages/active.h), on the routed channel */
    OPERATION_SLOTS,       /* slots of a virtual link (net/faults/virtual_link.h), also there */
    OPERATION_WORDS,       /* words of one */
};

/* A packet of a collective operation with this bit is hollow (collectives/run/pieces/hollow.h). */
enum { OPERATION_HOLLOW = 1 << 7 };

/* Begins a piece of a packet on the outgoing link of `dimension`, of which *bytes bytes are still
 * to be sent. Returns the piece, whose payload the caller then writes, and lowers *bytes to the
 * room for it; or returns null if there is none. An empty packet is one piece of 0 bytes. */
struct cube_piece *link_begin(uint32_t dimension, size_t *bytes);

/* Publishes the piece with its `bytes` bytes, as part of a packet of `operation` in `step` (from 1;
 * 0 outside a schedule), of which `remaining` bytes are left, including these. `stamp` is the stamp
 * of its first byte (net/clock/time.h). Rings the doorbell of a neighbour that sleeps. */
void link_end(uint32_t dimension, struct cube_piece *piece, uint32_t operation, uint32_t step,
              uint64_t stamp, size_t bytes, size_t remaining);

/* Begins a piece, copies its payload and publishes it. The `remaining` bytes at `data` are the rest
 * of the packet; the piece takes at most `limit` of them, which a relay that has only part of the
 * packet lowers. Returns the bytes published, or LINK_FULL. */
size_t link_put(uint32_t dimension, uint32_t operation, uint32_t step, uint64_t stamp,
                const void *data, size_t limit, size_t remaining);

/* Fills *piece with the oldest piece on the incoming link of `dimension` that has not been
 * released, or returns false. Its payload may be read until link_release. `passed` is the number of
 * its bytes that the caller has already taken, fewer than all: if the neighbour has rewritten the
 * header so that no more are left, the program ends. */
bool link_look(uint32_t dimension, uint32_t passed, struct piece *piece);

/* Gives the slots of the piece last looked at on `dimension` back to the neighbour, counts the
 * piece in the meters, and rings the doorbell of a neighbour that sleeps. *header is the copy of
 * the piece's header. */
void link_release(uint32_t dimension, const struct cube_header *header);

#endif
