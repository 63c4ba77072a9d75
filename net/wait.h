/* Waiting: what a node does after a look has failed.
 *
 *     struct waiting waiting = wait_begin("recv", peer, 0);
 *     while (!(piece = link_look(dimension)))
 *         wait_more(&waiting, WAIT_ARRIVAL(dimension));
 */
#ifndef NET_WAIT_H
#define NET_WAIT_H

#include "cube_abi.h"

#define WAIT_ARRIVAL(dimension) (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_DIRECT_TAIL))
#define WAIT_ROOM(dimension)    (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_DIRECT_HEAD))

struct waiting {
    const char *operation; /* for the deadlock report: at most 16 characters; outlives the wait */
    uint32_t peer;         /* the node waited for, or CUBE_NOBODY */
    uint32_t step;         /* step of the schedule, from 1; 0 if none */
    uint32_t looks;        /* looks that failed since the last sleep */
};

static inline struct waiting wait_begin(const char *operation, uint32_t peer, uint32_t step) {
    return (struct waiting){.operation = operation, .peer = peer, .step = step, .looks = 0};
}

/* After a failed look: forwards routed packets, then passes the turn, or, after as many failed
 * looks as the node page says, sleeps until one of `words` (WAIT_ARRIVAL, WAIT_ROOM sets) or
 * anything that forwarding needs has changed. */
void wait_more(struct waiting *waiting, uint64_t words);

#endif
