/* The direct channel of the links: pieces of packets between neighbours, in order, never blocking.
 *
 * A packet is what one link carries in one step. It travels as one or more pieces (cube_abi.h).
 * Calls that block are loops over these functions and wait_more (net/wait.h).
 */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>

#include "cube_abi.h"
#include "net/foreign.h"

#define LINK_FULL SIZE_MAX

/* The operations in the headers of packets that belong to no collective operation. A receiver that
 * finds another operation than its own reports that the calls do not match. */
enum link_operation {
    OPERATION_LINK,        /* cube_link_send, cube_link_recv, cube_links_exchange */
    OPERATION_ACKNOWLEDGE, /* gives credit back, on the routed channel */
    OPERATION_SEND,        /* cube_send, on the routed channel */
    OPERATION_ACTIVE,      /* an active message (net/messages/active.h), on the routed channel */
    OPERATION_SLOTS, /* slots of a virtual link (net/faults/virtual_link.h), on the routed channel
                      */
    OPERATION_WORDS, /* words of one */
};

/* Together with this bit a collective operation's packet is hollow
 * (collectives/run/pieces/hollow.h). */
enum { OPERATION_HOLLOW = 1 << 7 };

/* Begins a piece of a packet on the outgoing link of `dimension`; *bytes bytes of the packet are
 * still to be sent. Returns the piece, whose payload the caller then writes, and lowers *bytes to
 * what there is room for; or returns null if there is none. An empty packet is one piece of 0
 * bytes. */
struct cube_piece *link_begin(uint32_t dimension, size_t *bytes);

/* Publishes the piece with its `bytes` bytes, as part of a packet of `operation` in `step` (from 1;
 * 0 outside a schedule) of which `remaining` bytes are left, including these. `stamp` is that of
 * the piece's first byte (net/clock/time.h). Rings the neighbour's doorbell if it sleeps. */
void link_end(uint32_t dimension, struct cube_piece *piece, uint32_t operation, uint32_t step,
              uint64_t stamp, size_t bytes, size_t remaining);

/* Begins a piece, copies its payload and publishes it. The `remaining` bytes at `data` are the rest
 * of the packet, and the piece takes as many of them as there is room for, but at most `limit`: a
 * relay that has only part of the packet sets that limit, others pass `remaining`. Returns the
 * bytes published, or LINK_FULL. */
size_t link_put(uint32_t dimension, uint32_t operation, uint32_t step, uint64_t stamp,
                const void *data, size_t limit, size_t remaining);

/* Looks for the oldest piece on the incoming link of `dimension` that has not been released. Fills
 * *piece with it, or returns false if there is none. Its payload may be read until link_release.
 * `passed` is the number of its bytes that the caller has taken already, fewer than all: if the
 * neighbour has meanwhile rewritten the header so that the piece has no more than these, the
 * program ends. */
bool link_look(uint32_t dimension, uint32_t passed, struct piece *piece);

/* Gives the slots of the piece last looked at on `dimension` back to the neighbour, counts the
 * piece in the meters, and rings the neighbour's doorbell if it sleeps. *header is the piece's
 * header, as the look copied it. */
void link_release(uint32_t dimension, const struct cube_header *header);

#endif
