/* The direct channel of the links: pieces of packets between neighbours, in order, never blocking.
 *
 * A packet is what one link carries in one step. It travels as one or more pieces (cube_abi.h).
 * Blocking calls are loops over these functions and wait_more() (net/wait.h).
 */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>

#include "cube_abi.h"
#include "net/foreign.h"

#define LINK_FULL SIZE_MAX

/* What a packet belongs to, where it is no collective operation's: a receiver that finds another
 * operation than its own reports that the calls do not match. */
enum link_operation {
    OPERATION_LINK,        /* cube_link_send, cube_link_recv, cube_links_exchange */
    OPERATION_SEND,        /* cube_send, on the routed channel */
    OPERATION_ACKNOWLEDGE, /* what a receiver has consumed, on the routed channel */
};

/* Publishes one piece: as much as there is room for now of the `remaining` bytes at `data`, the
 * rest of a packet of `operation` in `step` (from 1; 0 outside a schedule), on the outgoing link of
 * `dimension`. An empty packet is one piece of 0 bytes. Rings the neighbour's doorbell if it
 * sleeps. `stamp`: of the first byte (net/time.h). `limit`: at most so many bytes (a relay that has
 * only part of the packet yet); else `remaining`. Returns the bytes published, or LINK_FULL. The
 * data is copied. */
size_t link_put(uint32_t dimension, uint32_t operation, uint32_t step, uint64_t stamp,
                const void *data, size_t limit, size_t remaining);

/* Looks for the oldest piece not yet released on the incoming link of `dimension`. Returns false if
 * there is none; else *piece is it. Its payload may be read until link_release(dimension).
 * `passed`: bytes of it that the caller has taken already, less than all; a neighbour that leaves
 * less of it than that is found out here. */
bool link_look(uint32_t dimension, uint32_t passed, struct piece *piece);

/* Returns the oldest piece not yet released on the incoming link of `dimension`, where a look has
 * found that there is one, of whose packet nothing has been taken yet. */
struct piece link_arrived(uint32_t dimension);

/* Gives the slots of the piece last looked at on `dimension`, whose header was *header, back to the
 * neighbour, counts it in the meters, and rings the neighbour's doorbell if it sleeps. */
void link_release(uint32_t dimension, const struct cube_header *header);

#endif
