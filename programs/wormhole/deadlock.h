/* Deadlocks in a network that runs: messages that wait for each other in a circle, so that none of
 * them can ever move again. Load alone, however high, is no deadlock: some message can always move.
 */
#ifndef WORMHOLE_DEADLOCK_H
#define WORMHOLE_DEADLOCK_H

#include "programs/wormhole/network.h"

enum { DEADLOCK_CYCLE = 64 }; /* how many channels of a circle are kept at most */

/* The buffer at the end of a channel, and the flit that fills it and cannot move. */
struct stuck {
    uint32_t node;  /* the router that the buffer is at */
    uint32_t input; /* the channel that it ends */
    struct flit flit;
};

struct deadlock {
    uint32_t stuck;                      /* number of flits that can never move */
    uint32_t length;                     /* of the circle, which may be longer than the array */
    struct stuck circle[DEADLOCK_CYCLE]; /* each waits for the next, and the last for the first */
};

/* Looks for flits that can never move; to be called between two cycles. A flit whose message holds
 * the channel in front of it can move if the buffer at that channel's end is empty or can be
 * emptied. A header that still waits for a channel can move if this is so for any of the channels
 * that it may take. Returns whether there are flits that cannot, and then fills *deadlock. */
bool deadlock_find(const struct network *network, struct deadlock *deadlock);

#endif
