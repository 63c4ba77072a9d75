/* Waiting after a failed look.
 *
 *     struct waiting waiting = wait_begin("recv", peer, 0);
 *     while (!link_look(dimension, 0, &piece))
 *         wait_more(&waiting, WAIT_ARRIVAL(dimension)); */
#ifndef NET_WAIT_H
#define NET_WAIT_H

#include <string.h>

#include "cube_abi.h"
#include "net/messages/route.h"
#include "net/node.h"

/* The words that a wait may watch, one bit each: for an arrival on a direct ring, for room in a
 * direct or a routed ring, and for a neighbour at the barrier. Every wait watches for arrivals on
 * routed rings, so these need no bits. */
#define WAIT_PLACE(dimension, word) (16 * (word) + (dimension))
#define WAIT_ARRIVAL(dimension)     (UINT64_C(1) << WAIT_PLACE(dimension, CUBE_WORD_DIRECT_TAIL))
#define WAIT_ROOM(dimension)        (UINT64_C(1) << WAIT_PLACE(dimension, CUBE_WORD_DIRECT_HEAD))
#define WAIT_ROUTED_ROOM(dimension) (UINT64_C(1) << WAIT_PLACE(dimension, CUBE_WORD_ROUTED_HEAD))
#define WAIT_BARRIER(dimension)     (UINT64_C(1) << WAIT_PLACE(dimension, CUBE_WORD_BARRIERS))
static_assert(WAIT_PLACE(0, CUBE_WORD_ROUTED_TAIL) == 64, "the other words have a bit each");

/* Makes *wait watch a set of these words. */
static inline void wait_watch(struct cube_wait *wait, uint64_t words) {
    memcpy(wait->words, &words, sizeof words); /* all of a machine is little-endian */
}

/* The looks with which a wait in a collective operation begins. They are few and do not forward
 * (collectives/run/plan_run.h says when a call forwards). */
#define WAIT_FIRST_SPINS 8u

/* Whether the next look, after `spins` failed ones, is one of these first looks. */
static inline bool wait_spins_first(uint32_t spins) {
    return LIKELY(spins < node.idle_spins && spins < WAIT_FIRST_SPINS);
}

/* Called after each failed look of a wait; *spins counts the calls, from 0. Passes the turn and
 * returns true during the first looks, because most waits end with one of these. Then returns
 * false: wait_more has to do the rest. */
ALWAYS_INLINE bool wait_first_spin(uint32_t *spins) {
    if (!wait_spins_first(*spins))
        return false;
    ++*spins;
    system_yield();
    return true;
}

struct waiting {
    const char *operation; /* for the deadlock report, and outlives the wait: at most 16 characters,
                            * or with details of any length */
    uint32_t peer;         /* the node waited for, or CUBE_NOBODY */
    uint32_t step;         /* step of the schedule, from 1; 0 if none */
    uint32_t spins;        /* looks that failed since the last sleep */
    const struct cube_detail *details; /* for the report, as in struct cube_wait; or null */
};

/* The operation of waits for credit: only a receive at the peer lets such a wait go on. */
extern const char wait_for_credit[];

static inline struct waiting wait_begin(const char *operation, uint32_t peer, uint32_t step) {
    node.time.stopped = false; /* no look of this wait has stopped the clock */
    return (struct waiting){.operation = operation, .peer = peer, .step = step, .spins = 0};
}

/* The same in a call without arguments: its name is reported with empty brackets. */
static inline struct waiting wait_begin_bare(const char *operation) {
    static const struct cube_detail none[CUBE_DETAILS];
    struct waiting waiting = wait_begin(operation, CUBE_NOBODY, 0);
    waiting.details = none;
    return waiting;
}

/* A function of a layer above net, or null. It is called like wait_describe, for a wait that has
 * details: adds one if something has arrived that nothing on this node waits for. */
extern NODE_LOCAL void (*wait_unmatched)(struct cube_detail *detail);

/* Called by wait_more after many looks, or when something has arrived to forward. Forwards; if
 * there is nothing, passes the turn or sleeps. Returns the new value of waiting.spins. */
uint32_t wait_rest(struct waiting waiting, uint64_t words);

/* Forwards until system_ticks() has reached `deadline`. For the deadlock detector, the node is
 * awake. */
void wait_until(const char *operation, uint64_t deadline);

/* Waits for routed packets alone: looks until some have arrived, or sleeps after as many failed
 * looks as the node page says. Returns true if something has arrived on dimension `own`, and leaves
 * it there for the caller. Otherwise forwards and takes in what has arrived, and returns false: the
 * caller looks whether its wait is over. WAIT_NO_LINK: the caller takes nothing out of a ring
 * itself. */
bool wait_for_packets(struct waiting *waiting, uint32_t own);
#define WAIT_NO_LINK UINT32_MAX

/* Whether anything has arrived to forward on the link whose turn it is after `spins` failed looks.
 * Every second turn, and the first after something has arrived and the node has passed its turn, is
 * for the link on which that was: there the next of a row of requests comes. The tails lie on
 * different pages, so reading all of them after each look would double the time of a barrier of 512
 * nodes. */
static inline bool wait_pending(uint32_t spins) {
    uint32_t turn = spins % 2 == 0 ? node.last_link : spins / 2 & node.last_turn;
    return turn < node.dimension && route_pending_on(&node.link[turn]);
}

/* Called after a failed look. Passes the turn, and forwards routed packets if there are any. After
 * as many failed looks as the node page says, sleeps until one of `words` (a set of WAIT_ARRIVAL,
 * WAIT_ROOM and so on) has changed, or anything that forwarding waits for. A word may be in the set
 * only if the failed look has read it: for WAIT_ARRIVAL it found the ring empty, for WAIT_ROOM
 * full. */
static inline void wait_more(struct waiting *waiting, uint64_t words) {
    if (LIKELY(waiting->spins < node.idle_spins && !wait_pending(waiting->spins))) {
        waiting->spins++;
        system_yield();
    } else {
        waiting->spins = wait_rest(*waiting, words);
    }
}

/* Forwards without end, after the program has ended. `counts` (optional) is called after each look
 * in which packets may have arrived. */
_Noreturn void wait_finished(void (*counts)(void));

#endif
