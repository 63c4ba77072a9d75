/* Messages that have arrived for this node, by the node that sent them, and the receive that waits
 * for one.
 *
 * A message whose receive has not begun lies in an inbox, of which credits bound the size
 * (net/credit.h). Short ones lie in a pool that is kept: it asks the heap for memory only when more
 * of them lie there at once than ever before.
 */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/credit.h"
#include "net/foreign.h"

/* Empties all inboxes and gives all peers their credit. */
void inbox_start(void);

/* Frees what inboxes hold. */
void inbox_stop(void);

/* Takes in a piece that has arrived for this node. What no node sends to another ends the program:
 * more than its credit, an acknowledgement of more than was sent, a message that goes on as
 * another. Only a node on E-cube's path from header.source can have written it (net/hop.h). */
void inbox_deliver(const struct piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* What lies in the inboxes of this node. Lives, and is kept up to date, as long as the node. */
const struct cube_unreceived *inbox_unreceived(void);

/* Begins to receive the next message from `source`: it, or what has arrived of it, goes to
 * `buffer`. When inbox_received returns true, which it may do at once, inbox_result is what the
 * receive returns. One receive at a time. */
void inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* Whether the receive is being filled with a message of which more is to come. */
bool inbox_is_filling(void);

/* Takes the next pieces of the message that the receive is being filled with straight from `link`,
 * on which it comes. Returns false if nothing was taken: no such message is on its way, or
 * something else has arrived there; that is for inbox_deliver to see. */
bool inbox_take_more(struct link *link);

/* The length of the message received, and the stamp of its first byte. */
struct inbox_arrival {
    uint64_t stamp;
    uint64_t bytes;
};
struct inbox_arrival inbox_arrival(void);

#endif
