/* The credits that bound the size of inboxes. A message costs its bytes and CUBE_MESSAGE_COST. A
 * source begins with credit for a window (cube_message_window), and each message spends its cost.
 * It gets the cost of a message back when the message needs no more room in the inbox: when a
 * receive takes it, or begins to, or when it is discarded. So an inbox never holds more than a
 * window, a packet that arrives always has a place, and taking it out of the ring never waits; and
 * the rest of a long message follows without a stop once its receive has begun.
 *
 * Credit is given back half a window at a time, or on a packet that goes there anyway. A whole
 * window has to be available whatever came before. So a source with too little credit asks for the
 * rest, once, and the receiver gives it before it sleeps. Until then it need not: a receiver that
 * is busy taking messages comes to half a window by itself. */
#ifndef NET_CREDIT_H
#define NET_CREDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/node.h"

/* This node's state for another node, for itself, or for an unused number, in one cache line. A
 * node communicates with few others, so it has no state for a peer until it meets it (credit_peer).
 * Until then the peer is far: the shortest paths leave it to the functions behind them, which meet
 * it. */
struct peer {
    struct link *toward; /* the link on which our packets to it leave */
    struct link *from;   /* the link on which its packets to us arrive; for a peer that is far
                            (PEER_FAR), both are a link that takes nothing and on which nothing
                            arrives */
    uint64_t in; /* the addresses in the headers of its packets (net/messages/hop.h), and a set of
                    PEER_BUSY, PEER_ASKED, PEER_ACTIVE and PEER_FAR: if one of these is set, no
                    header is equal to this, and receives take the longer path */
    uint64_t credit;  /* our remaining credit at the peer */
    uint64_t owed;    /* credit to give back to it */
    uint64_t held;    /* cost of arrivals, less the credit returned or owed for them; modulo 2^64 */
    uint32_t out;     /* the addresses in the headers of our packets to it */
    uint32_t window;  /* bytes, the same for all peers; 0 for one that this node has not met */
    uint32_t unsent;  /* bytes not yet sent of the current message to it */
    uint8_t listed;   /* the lists that it is in: a set of PEER_DUE and PEER_ASKS */
    uint8_t leaving;  /* the dimension on which packets to it leave this node */
    uint8_t arriving; /* the dimension on which its packets arrive here; both have no meaning for
                         this node itself and for numbers that no node has */
};
static_assert(sizeof(struct peer) == CUBE_SLOT_BYTES, "a power of two");

/* Messages of the peer lie in the inbox or are lost, or one is arriving. */
#define PEER_BUSY (UINT64_C(1) << 32)
/* We have asked the peer for credit, and got none since. */
#define PEER_ASKED (UINT64_C(1) << 33)
/* Part of an active message of the peer has arrived (net/messages/active.h), and more follows. */
#define PEER_ACTIVE (UINT64_C(1) << 35)
/* The peer is this node or no node, or has not been met, or there is a clock: no message takes the
 * shortest path, in either direction. */
#define PEER_FAR (UINT64_C(1) << 34)

enum {
    PEER_DUE = 1u << 0,  /* its acknowledgement is due */
    PEER_ASKS = 1u << 1, /* it has asked for credit */
};

/* All peers, by their numbers. The array begins a page, as peer_at needs. */
extern NODE_LOCAL struct peer peers[CUBE_MAX_NODES];

/* Returns the peer of this number, less than CUBE_MAX_NODES, met or not, for the shortest paths. */
static inline struct peer *peer_at(size_t number) {
    struct peer *first;
    start_of_page(first, peers);
    return first + number;
}

/* Begins to know a peer, and gives it credit for a window. */
void credit_meet(struct peer *peer);

/* Returns the peer of this number, less than CUBE_MAX_NODES, and meets it. */
static inline struct peer *credit_peer(uint32_t number) {
    struct peer *peer = &peers[number];
    if (UNLIKELY(peer->window == 0))
        credit_meet(peer);
    return peer;
}

/* Whether this node may have met the peer of this number, less than CUBE_MAX_NODES: it has met one
 * whose number is close. Asked where looking at all peers would take memory for each
 * (libc/program.ld). */
extern NODE_LOCAL uint32_t credit_met;
enum { CREDIT_CLOSE = CUBE_MAX_NODES / 32 /* numbers for each bit of it */ };
static inline bool credit_may_know(uint32_t number) {
    return credit_met >> number / CREDIT_CLOSE & 1;
}

/* Called after the start of the links. No peer has been met then. Where nodes are processes of the
 * host, credit_forget comes before that, in the process that starts them: so they share the memory
 * of all peers that they do not meet. */
void credit_start(void);
void credit_forget(void);

/* Returns the number of the node that *peer stands for. */
static inline uint32_t credit_node(const struct peer *peer) {
    return (uint32_t)(peer - peers);
}

/* ---- As a source ---- */

/* Reduces *bytes, the bytes of a message for `peer` that costs `cost` beside them, to those that
 * may leave at once. Returns false if none may leave. */
static inline bool credit_allows(const struct peer *peer, uint64_t cost, size_t *bytes) {
    if (peer->credit < cost || (peer->credit == cost && *bytes > 0))
        return false;
    if (*bytes > peer->credit - cost)
        *bytes = peer->credit - cost;
    return true;
}

/* Asks `peer` for the credit that it has not given back yet, unless it has been asked already.
 * Returns false if the ring has no room for that. */
bool credit_ask(struct peer *peer);

/* Returns the most that the peer can give back: this node's spent credit, and the rest of a message
 * that is being sent, whose cost comes back when its receive begins. */
static inline uint64_t credit_lacking(const struct peer *peer) {
    return (uint64_t)peer->window + peer->unsent - peer->credit;
}

/* ---- As a destination ---- */

/* Returns the credit of the peer at this node, including all that it is owed. */
static inline uint64_t credit_granted(const struct peer *peer) {
    return (uint64_t)peer->window - peer->held - peer->owed;
}

/* A message of `bytes` bytes from `peer`, another node, needs no more room in its inbox. */
void credit_give_back(struct peer *peer, size_t bytes);

/* Sends `peer` the credit owed to it, as soon as there is room. */
void credit_settle(struct peer *peer);

/* Returns the credit to give back on a packet to `peer`, whose header has 32 bits for it. */
static inline uint32_t credit_to_repay(const struct peer *peer) {
    return peer->owed < UINT32_MAX ? (uint32_t)peer->owed : UINT32_MAX;
}

/* Notes that `peer` has asked for credit. */
void credit_asked(struct peer *peer);

/* Returns as much credit as possible to peers that have asked, before this node sleeps. */
void credit_answer(void);

/* Sends the acknowledgements that are due, as far as there is room, and notes in node.stuck the
 * dimensions that lack it. */
void credit_acknowledge(void);

/* The credit for a node that has failed, which is unlimited: data for it is dropped. */
#define CREDIT_ENDLESS (UINT64_C(1) << 62)

/* An acknowledgement with the first of these steps asks for one; with the second it says that its
 * source has failed (net/faults/failed_program.h). */
enum { CREDIT_STEP_ASKS = 1, CREDIT_STEP_FAILED = 2 };

#endif
