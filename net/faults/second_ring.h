/* The second routed ring of each link of this node, for the messages of virtual links where links
 * fail (net/faults/failed.h). Pieces for other nodes are passed on here; the caller takes in the
 * others. */
#ifndef NET_SECOND_RING_H
#define NET_SECOND_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/ring.h"

/* Begins with empty rings, one behind the other of each link's. Ends the program if there is no
 * memory. */
void second_ring_start(void);

/* Makes the kernel watch these rings in waits. */
void second_ring_watch(void);

/* Puts as much of a piece of `bytes` bytes, which has come by `arrival` (enum way_arrival), as fits
 * on the ring by which packets for header->destination leave. Returns its bytes, or HOP_FULL. Ends
 * the program if no path leads there. */
size_t second_ring_put(uint32_t arrival, const struct cube_header *header, const uint8_t *data,
                       size_t bytes);

/* Passes on the oldest piece on the ring of a dimension, or the rest of it, as far as there is
 * room. Returns true when all of it has gone. */
bool second_ring_pass_on(uint32_t dimension, const struct piece *piece);

/* Moves the pieces that have come on a dimension, until `move` returns false for one, which has to
 * stay, or until `goes_on` returns false. Returns whether anything has moved. */
typedef bool second_ring_move_function(uint32_t dimension, const struct piece *piece);
typedef bool second_ring_goes_on_function(uint32_t dimension);
bool second_ring_move(uint32_t dimension, second_ring_move_function *move,
                      second_ring_goes_on_function *goes_on);

/* Called before and after all rings are moved: so the next wait knows which were full. */
void second_ring_begin(void);
void second_ring_end(void);

/* Adds the rings that were found full since. Called after second_ring_put between that look and the
 * wait. */
void second_ring_note_full(void);

/* Whether anything found no room then. */
bool second_ring_is_full(void);

/* After something was published for the neighbours on a set of dimensions: rings the doorbells of
 * those that sleep, except over the links in `failed`. */
void second_ring_published(uint32_t dimensions);
void second_ring_wake(uint32_t failed);

#endif
