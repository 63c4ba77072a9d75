/* Deadlocks in a network that runs: messages that wait for each other in a circle, and can never
 * move again. Mere load is none: there some message always can. */
#ifndef WORMHOLE_DEADLOCK_H
#define WORMHOLE_DEADLOCK_H

#include "wormhole/network.h"

enum { DEADLOCK_CYCLE = 64 }; /* channels of a circle that are told, at most */

/* The buffer at the end of a channel, and the flit that fills it and cannot move. */
struct stuck {
    uint32_t node;  /* the router that the buffer is at */
    uint32_t input; /* the channel that it ends */
    struct flit flit;
};

struct deadlock {
    uint32_t stuck;                      /* buffers whose flit can never move */
    uint32_t length;                     /* of the circle */
    struct stuck circle[DEADLOCK_CYCLE]; /* each waits for the next, and the last for the first */
};

/* Looks for flits that can never move, between two cycles. A flit that has a reserved channel in
 * front can move if the buffer at its end is empty or can be emptied; a header that waits, if that
 * holds for any of the channels that it may take. Returns whether there are others; then *deadlock
 * tells of them. */
bool deadlock_find(const struct network *network, struct deadlock *deadlock);

#endif
