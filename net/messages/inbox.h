/* The messages that have arrived for this node, in an inbox for each source, and the receive that
 * waits for one.
 *
 * A message whose receive has not begun lies in an inbox, whose size is bounded by credits
 * (net/messages/credit.h). Its memory is that of net/messages/message_pool.h.
 */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/foreign.h"
#include "net/messages/credit.h"

/* Starts the inboxes, which are empty, and the credits. */
void inbox_start(void);

/* Frees what inboxes hold. */
void inbox_stop(void);

/* Takes in a piece that has arrived for this node. The caller has checked that E-cube's path from
 * header.source leads over the link on which it came (net/messages/hop.h). Ends the program if the
 * piece is one that no node sends: there was no credit for it, it acknowledges more than was sent,
 * or it does not continue the message whose first piece came before. */
void inbox_deliver(const struct piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* Returns counts of what lies in the inboxes of this node. They are kept up to date as long as the
 * node lives. */
const struct cube_unreceived *inbox_unreceived(void);

/* Where programs die while others go on (net/faults/failed_program.h): drops what lies in the
 * inboxes of this node, whose own program has died, and all that comes later; and forgets what has
 * been counted of it. */
void inbox_abandon(void);
void inbox_forget(void);

/* Counts there bytes that were sent again. */
void inbox_sent_again(uint64_t bytes);

/* inbox_receive begins to receive the next message from `source`, of `bytes` bytes, into `buffer`,
 * which is the caller's and is written until the receive is complete. inbox_received tells whether
 * it is, which it may be at once. inbox_result then returns 0, -EMSGSIZE if the message has another
 * length, -ENOMEM if it was lost for want of memory, or -EHOSTDOWN if the source's program has
 * died. Only one receive may be in progress at a time. */
void inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* Whether part of the message that the receive waits for has arrived, and more of it is to come. */
bool inbox_is_filling(void);

/* Takes the next pieces of the message that is being received straight out of the routed ring of
 * `link`, the one on which it arrives. Returns false if nothing was taken, because no message is
 * being received or another packet lies first in the ring, which is left to inbox_deliver. */
bool inbox_take_more(struct link *link);

/* The length of the message that was received, and the stamp of its first byte. */
struct inbox_arrival {
    uint64_t stamp;
    uint64_t bytes;
};
struct inbox_arrival inbox_arrival(void);

#endif
