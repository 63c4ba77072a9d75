/* Active messages that are taken in while the program computes, outside of all calls. They are for
 * a layer whose messages ask something of this node and need nothing of its program: MPI's
 * operations on windows (mpi/window/arrival.c).
 *
 * This happens on a detour (net/detour/detour.c), which may come while the program is in the
 * allocator, or in a function that a handler has called. So a message is taken only if the layer
 * permits it, and only if it is whole and first in its ring. One that may not stays, and holds up
 * what is behind it on this link, until the node's next call. With a clock, or where links are dead
 * or fail, nothing is taken in this way. */
#ifndef NET_ANSWERING_H
#define NET_ANSWERING_H

#include <stdbool.h>

#include "net/messages/active.h"

/* From now on such messages go to these handlers, if `may` says so: then the handlers must neither
 * allocate nor print, and what they send has to have left, or memory that lasts. Both are copied.
 * Nothing happens if this was called before. */
void answering_start(const struct active_handlers *handlers,
                     bool (*may)(uint32_t source, const struct active_header *header,
                                 size_t bytes));

#endif
