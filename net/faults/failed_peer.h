/* Which nodes have failed, as far as this one knows, and how a call finds out that the program of a
 * neighbour has (net/fault_hooks.h). */
#ifndef NET_FAILED_PEER_H
#define NET_FAILED_PEER_H

#include "compiler.h"
#include "net/link.h"

/* Notes that a node has failed, and returns whether that was noted. */
COLD void failed_peer_note(uint32_t failed);
bool failed_peer_is_failed(uint32_t other);

/* fault_hooks->error. */
COLD int failed_peer_error(uint32_t dimension, const struct cube_header *header);

#endif
