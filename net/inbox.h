/* What has arrived on the routed channel for this node, by the node that sent it, and the credits
 * that bound it.
 *
 * A message costs its bytes and CUBE_MESSAGE_COST. A source begins with credit for a window
 * (cube_message_window) and spends it on what it sends; it gets back what a message cost when that
 * needs no more room in the inbox: when a receive takes it, or begins to, or when it is discarded.
 * Thus what lies in an inbox never exceeds a window, a packet that arrives always has a place to go
 * to, and taking it out of the ring never waits for anybody; and the rest of a long message follows
 * in one go once it is received.
 *
 * Credit is given back half a window at a time, or on a packet that goes there anyway. So that a
 * whole window is buffered whatever came before, a source that has too little left asks for the
 * rest, once, and who is asked gives it before it goes to sleep: a receiver that is busy taking
 * messages comes to half a window by itself.
 */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/node.h"

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
    struct peer *next_asking;
    bool due;
    bool asks;  /* it has asked for credit: it is in the list of those */
    bool asked; /* we have asked it, and got none since */
};

/* Empties all inboxes and sets the window by the node count. */
void inbox_start(void);
void inbox_stop(void);

struct peer *inbox_peer(uint32_t node);

/* Cuts *bytes, of a message for `peer`, to what may leave now; `first`: none of it has left yet.
 * Returns false where not even a part of it may. */
bool inbox_credit(const struct peer *peer, bool first, size_t *bytes);

/* Asks `peer` for the credit that it has not given back yet, unless it has been asked. Returns
 * false where the ring has no room for that. */
bool inbox_ask(struct peer *peer);

/* Gives back what it can to those who have asked. Before this node goes to sleep. */
void inbox_answer(void);

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

/* What lies in the inboxes of this node. Lives, and is kept up to date, as long as the node. */
const struct cube_unreceived *inbox_unreceived(void);

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
