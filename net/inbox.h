/* The messages that have arrived for this node, in an inbox for each source, and the receive that
 * waits for one.
 *
 * A message whose receive has not begun lies in an inbox, whose size is bounded by credits
 * (net/credit.h). Its memory is that of net/message_pool.h.
 */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/credit.h"
#include "net/foreign.h"

/* Empties all inboxes and gives all peers their credit. */
void inbox_start(void);

/* Frees what inboxes hold. */
void inbox_stop(void);

/* Takes in a piece that has arrived for this node. The caller has checked that E-cube's path from
 * header.source leads over the link on which it came (net/hop.h). Ends the program if no node sends
 * such a piece: one for which there was no credit, an acknowledgement of more than was sent, or a
 * message that does not go on as it began. */
void inbox_deliver(const struct piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* Returns counts of what lies in the inboxes of this node. They are kept up to date as long as the
 * node lives. */
const struct cube_unreceived *inbox_unreceived(void);

/* Begins to receive the next message from `source`, of `bytes` bytes, into `buffer`. When
 * inbox_received returns true, which it may do at once, inbox_result returns the result of the
 * receive: 0, -EMSGSIZE if the message has another length, or -ENOMEM if it was lost for want of
 * memory. Only one receive may be in progress at a time. */
void inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* Whether part of the message that the receive waits for has arrived, and more of it is to come. */
bool inbox_is_filling(void);

/* Takes the next pieces of the message that the receive is being filled with straight out of the
 * routed ring of `link`, on which it comes. Returns false if nothing was taken, because no such
 * message is arriving or something else lies first in the ring. That is left to inbox_deliver. */
bool inbox_take_more(struct link *link);

/* The length of the message that was received, and the stamp of its first byte. */
struct inbox_arrival {
    uint64_t stamp;
    uint64_t bytes;
};
struct inbox_arrival inbox_arrival(void);

#endif
