/* Waiting: what a node does after a look has failed.
 *
 *     struct waiting waiting = wait_begin("recv", peer, 0);
 *     while (!(piece = link_look(dimension)))
 *         wait_more(&waiting, WAIT_ARRIVAL(dimension));
 */
#ifndef NET_WAIT_H
#define NET_WAIT_H

#include "cube_abi.h"
#include "net/node.h"
#include "net/route.h"

/* The incoming direct ring was empty; the outgoing direct, or routed, ring was full; the neighbour
 * had not come to the barrier. */
#define WAIT_ARRIVAL(dimension)     (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_DIRECT_TAIL))
#define WAIT_ROOM(dimension)        (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_DIRECT_HEAD))
#define WAIT_ROUTED_ROOM(dimension) (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_ROUTED_HEAD))
#define WAIT_BARRIER(dimension)     (UINT64_C(1) << CUBE_WORD(dimension, CUBE_WORD_BARRIERS))

/* Looks with which a call of a collective operation begins a wait: they do not forward, for the
 * call itself, or the step before, has just done so. */
#define WAIT_FIRST_SPINS 8u

/* Whether so few looks have failed that the next one may be such a look. */
static inline bool wait_spins_first(uint32_t spins) {
    return likely(spins < node.idle_spins && spins < WAIT_FIRST_SPINS);
}

/* The first looks of a wait do nothing but look and pass the turn, for most waits end with them. Is
 * asked after a look that failed; *spins counts them, from 0. Passes the turn, for the next look,
 * or returns false: then the rest of the wait is wait_more's. */
always_inline bool wait_first_spin(uint32_t *spins) {
    if (!wait_spins_first(*spins))
        return false;
    ++*spins;
    system_yield();
    return true;
}

struct waiting {
    const char *operation; /* for the deadlock report: at most 16 characters; outlives the wait */
    uint32_t peer;         /* the node waited for, or CUBE_NOBODY */
    uint32_t step;         /* step of the schedule, from 1; 0 if none */
    uint32_t spins;        /* looks that failed since the last sleep */
};

static inline struct waiting wait_begin(const char *operation, uint32_t peer, uint32_t step) {
    node.time.stopped = false; /* by no look of this wait */
    return (struct waiting){.operation = operation, .peer = peer, .step = step, .spins = 0};
}

/* The rare part of wait_more: forwards what has arrived, then passes the turn or sleeps. Returns
 * the number of looks that have failed since the last sleep. */
uint32_t wait_rest(struct waiting waiting, uint64_t words);

/* Forwards until system_ticks() has reached `deadline`. To the deadlock detector the node is awake.
 */
void wait_until(const char *operation, uint64_t deadline);

/* Waits for nothing but routed packets: looks for them until some have arrived, and forwards them
 * or takes them in; after as many failed looks as the node page says, sleeps until then. Returns
 * when anything may have changed: true if something has arrived on dimension `own`, which is left
 * there. */
bool wait_for_packets(struct waiting *waiting, uint32_t own);
#define WAIT_NO_LINK UINT32_MAX

/* Whether forwarding has anything to do, asked after `spins` failed looks. It asks of one link in
 * turn, all within WAIT_TURNS looks: each link's answer lies on a page of its own, and asking for
 * all after each look doubles the time of a barrier of 512 nodes. */
#define WAIT_TURNS 16u
static_assert(WAIT_TURNS >= CUBE_MAX_DIMENSION, "each link has its turn");

static inline bool wait_pending(uint32_t spins) {
    uint32_t turn = spins % WAIT_TURNS;
    return turn < node.dimension && route_pending_on(&node.link[turn]);
}

/* After a failed look: forwards routed packets, then passes the turn, or, after as many failed
 * looks as the node page says, sleeps until one of `words` (WAIT_ARRIVAL, WAIT_ROOM sets) or
 * anything that forwarding needs has changed. A word may be waited for only after a look found its
 * ring empty (WAIT_ARRIVAL) or full (WAIT_ROOM). */
static inline void wait_more(struct waiting *waiting, uint64_t words) {
    if (likely(waiting->spins < node.idle_spins && !wait_pending(waiting->spins))) {
        waiting->spins++;
        system_yield();
    } else {
        waiting->spins = wait_rest(*waiting, words);
    }
}

/* Forwards for ever: what a node does after its program has ended. */
_Noreturn void wait_finished(void);

#endif
