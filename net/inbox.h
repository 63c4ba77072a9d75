/* What has arrived on the routed channel for this node, by the node that sent it, and the credits
 * that bound it.
 *
 * A message costs its bytes and MESSAGE_COST. A source begins with credit for `window` and spends
 * it on what it sends; it gets back what a message cost when that needs no more room in the inbox:
 * when a receive takes it, or begins to, or when it is discarded. Thus what lies in an inbox never
 * exceeds a window, a packet that arrives always has a place to go to, and taking it out of the
 * ring never waits for anybody; and the rest of a long message follows in one go once it is
 * received. Credit is given back half a window at a time, or on a packet that goes there anyway.
 */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/node.h"

/* What a message costs beside its bytes: bounds the number of empty messages too. */
enum { MESSAGE_COST = CUBE_SLOT_BYTES };

struct message; /* one that has arrived, in part at least, before it was asked for */

/* What this node knows of another one (or of itself). */
struct peer {
    struct message *first; /* messages from it, oldest first */
    struct message *last;
    uint8_t *into;     /* where the next byte of the arriving message goes; null: nowhere */
    uint32_t to_come;  /* bytes of that message still to come */
    uint32_t lost;     /* messages after `last` for which there was no memory */
    uint64_t owed;     /* credit to give back to it */
    uint64_t credit;   /* what we may still send to it */
    uint32_t unsent;   /* bytes of the message that is leaving for it that have not left */
    uint64_t granted;  /* what it may still send to us, once it has heard of all we gave back */
    struct peer *next; /* in the list of peers whose acknowledgement is due */
    bool due;
};

/* Empties all inboxes and sets the window by the node count. */
void inbox_start(void);
void inbox_stop(void);

struct peer *inbox_peer(uint32_t node);

/* Cuts *bytes, of a message for `peer`, to what may leave now; `first`: none of it has left yet.
 * Returns false where not even a part of it may. */
bool inbox_credit(const struct peer *peer, bool first, size_t *bytes);

/* Credit to give back on a packet to `peer`, whose header has 32 bits for it. */
static inline uint32_t inbox_owed(const struct peer *peer) {
    return peer->owed < UINT32_MAX ? (uint32_t)peer->owed : UINT32_MAX;
}

/* So much of it has left. */
static inline void inbox_repaid(struct peer *peer, uint32_t bytes) {
    peer->owed -= bytes;
    peer->granted += bytes;
}

/* Takes in a piece that has arrived for this node. What no node sends to another ends the program:
 * more than its credit, an acknowledgement of more than was sent, a message that goes on as
 * another. Only a node on E-cube's path from header.source can have written it (net/route.h). */
void inbox_deliver(const struct piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* Begins to receive the next message from `source`: it, or what has arrived of it, goes to
 * `buffer`. Returns true if that settled it; then, or when inbox_received returns true,
 * inbox_result is what the receive returns. One receive at a time. */
bool inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* What was received. */
struct clock_arrival inbox_arrival(void);

/* Sends the acknowledgements that are due, as far as there is room. */
void inbox_acknowledge(void);

#endif
