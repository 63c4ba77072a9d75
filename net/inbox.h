/* What has arrived on the routed channel for this node, by the node that sent it, and the credits
 * that bound it.
 *
 * A message costs its bytes and MESSAGE_COST. A source may have messages worth `window` on their
 * way to a destination or waiting there; what the destination has consumed it acknowledges, half a
 * window at a time or on a packet that goes there anyway. Thus a packet that arrives always has a
 * place to go to, and taking it out of the ring never waits for anybody.
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
    uint8_t *into;        /* where the next byte of the arriving message goes; null: nowhere */
    uint32_t to_come;     /* bytes of that message still to come */
    uint32_t lost;        /* messages after `last` for which there was no memory */
    uint32_t owed;        /* consumed and not yet acknowledged */
    uint32_t outstanding; /* sent to it and not yet acknowledged */
    struct peer *next;    /* in the list of peers whose acknowledgement is due */
    bool due;
};

/* Empties all inboxes and sets the window by the node count. */
void inbox_start(void);
void inbox_stop(void);

struct peer *inbox_peer(uint32_t node);

/* Bytes of a message for `peer` that may leave now; `first`: none of it has left yet. Returns false
 * where not even a part of it may. */
bool inbox_credit(const struct peer *peer, bool first, size_t *bytes);

/* Takes in a piece that has arrived for this node. */
void inbox_deliver(const struct cube_piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* Begins to receive the next message from `source`: it, or what has arrived of it, goes to
 * `buffer`. Returns true if that settled it; then, or when inbox_received returns true,
 * inbox_result is what the receive returns. One receive at a time. */
bool inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* Sends the acknowledgements that are due, as far as there is room. */
void inbox_acknowledge(void);

#endif
