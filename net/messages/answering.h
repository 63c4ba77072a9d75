/* Active messages that are taken in while the program computes, outside of all calls. They are for
 * requests that this node answers without its program: MPI's operations on windows
 * (mpi/window/arrival.c).
 *
 * This happens on a detour (net/detour/detour.c), which may come while the program is in the
 * allocator, or in a function that a handler has called. So a message is taken only if the layer
 * permits it, and only if it is whole and first in its ring. Any other message stays, and blocks
 * those behind it on this link, until the node's next call. With a clock, or where links are dead
 * or fail, nothing is taken in this way. */
#ifndef NET_ANSWERING_H
#define NET_ANSWERING_H

#include <stdbool.h>

#include "net/messages/active.h"

/* From now on such messages go to these handlers, if `may` permits: then the handlers must neither
 * allocate nor print, and their messages must have left or lie in lasting memory. Both arguments
 * are copied. A second call has no effect. */
void answering_start(const struct active_handlers *handlers,
                     bool (*may)(uint32_t source, const struct active_header *header,
                                 size_t bytes));

#endif
