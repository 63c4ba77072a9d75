/* Doing what a script says. */
#ifndef COLLECTIVES_RUN_PLAY_H
#define COLLECTIVES_RUN_PLAY_H

#include "collectives/run/script.h"
#include "cube.h"

/* Plays a script that has actions, in its buffers: input and first output here, what others there
 * are already in script->buffer. One may be null if the script does not touch it.
 * Sends wait for room, and what takes waits for its packet, one after the other.
 *
 * That this cannot deadlock: take a node that has come least far, in steps. What it sends finds
 * room, for a full ring holds packets of earlier steps alone, so its reader would have come less
 * far. What it waits for has been sent, or is relayed by nodes in the same step, which wait for
 * nothing else on its way.
 *
 * Returns 0, -EINVAL (a buffer is missing), -EPROTO or -EMSGSIZE (a packet that the script does not
 * expect; the links' state is then undefined). */
int play(const void *input, void *output, struct script *script);

#endif
