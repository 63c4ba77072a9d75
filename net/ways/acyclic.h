/* The proof for one set of faults that packets cannot wait for each other in a circle. */
#ifndef WAYS_ACYCLIC_H
#define WAYS_ACYCLIC_H

#include <stddef.h>

#include "net/ways/way.h"

/* The most channels: a channel is a ring of a link, in one direction. */
#define WAY_CHANNELS(n) ((size_t)WAY_RINGS * (n) << (n))

/* Whether the channel dependency graph has no cycle (Dally and Seitz, IEEE TC 36(5), 1987): from
 * each channel to all those that a packet in it may wait for. `waiting` and `queue` have room for
 * WAY_CHANNELS(n). */
bool ways_are_acyclic(const struct ways *ways, uint8_t waiting[], uint32_t queue[]);

#endif
