/* How calls find out that a program has died while others go on (net/faults/dying.h): by the first
 * packet on a link, by a word of a barrier, or by an acknowledgement. They look for it only where
 * what has come is not what they expect. */
#ifndef NET_GONE_H
#define NET_GONE_H

#include "net/link.h"
#include "net/node.h"

/* Changes the count of slots that a node says with its barrier, if it lacks something. A neighbour
 * that has taken all of these knows by this bit why the counts differ. */
#define GONE_BARRIER_BIT (UINT32_C(1) << 31)

/* Whether programs of this machine may die while others go on. */
COLD bool gone_survived(void);

/* Returns -EHOSTDOWN if the packet with this header, the first on `dimension`, says that the
 * neighbour's program has died, and -EPROTO if not. The node's clock then shows at least when. */
COLD int gone_error(uint32_t dimension, const struct cube_header *header);

/* Returns `error`, which a receive on `dimension` has come to; or -EHOSTDOWN if it is -EPROTO
 * because the neighbour's program has died. */
COLD int gone_instead(uint32_t dimension, int error);

/* Notes that all of a node has failed (net/faults/failing.h), and says whether that was noted. */
COLD void gone_note(uint32_t failed);
bool gone_has_failed(uint32_t other);

/* Whether a header on the routed channel says that the program of header->source has died, or all
 * of its node has failed. */
COLD bool gone_is_told(const struct cube_header *header);

#endif
