/* The messages that have arrived for this node, in an inbox for each source, and the receive that
 * waits for one.
 *
 * A message whose receive has not begun lies in an inbox, whose size is bounded by credits
 * (net/messages/credit.h), in memory of net/messages/message_pool.h. */
#ifndef NET_INBOX_H
#define NET_INBOX_H

#include "net/foreign.h"
#include "net/messages/credit.h"

/* Starts the inboxes, which are empty, and the credits. */
void inbox_start(void);

/* Frees the content of inboxes. */
void inbox_stop(void);

/* Takes in a piece for this node. The caller has checked that E-cube's path from header.source
 * leads over the link on which it came (net/messages/hop.h). Ends the program if no node sends such
 * a piece: there was no credit for it, it acknowledges more than was sent, or it does not continue
 * the message whose first piece came before. */
void inbox_deliver(const struct piece *piece);

/* Puts a whole message from this node to itself. Returns 0 or -ENOMEM. */
int inbox_put_own(const void *buffer, size_t bytes);

/* Returns the counts of the inboxes of this node, which stay up to date. */
const struct cube_unreceived *inbox_unreceived(void);

/* For a failed program (net/faults/failed_program.h): drops the content of its inboxes and all
 * later messages, and forgets their counts. */
void inbox_abandon(void);
void inbox_forget(void);

/* Counts there bytes that were sent again. */
void inbox_sent_again(uint64_t bytes);

/* inbox_receive begins to receive the next message from `source`, of `bytes` bytes, into `buffer`,
 * which is written until the receive is complete. inbox_received tells whether it is, perhaps at
 * once. inbox_result then returns 0, -EMSGSIZE if the message has another length, -ENOMEM if it was
 * lost for want of memory, or -EHOSTDOWN if the program of the source has failed. Only one receive
 * may be in progress at a time. */
void inbox_receive(uint32_t source, void *buffer, size_t bytes);
bool inbox_received(void);
int inbox_result(void);

/* Whether part of the message that the receive waits for has arrived, and more of it is to come. */
bool inbox_is_filling(void);

/* Takes the next pieces of the message that is being received straight out of the routed ring of
 * `link`, on which it arrives. Returns false if nothing was taken: no message is being received, or
 * another packet lies first in the ring, which is left to inbox_deliver. */
bool inbox_take_more(struct link *link);

/* The length of the message that was received, and the stamp of its first byte. */
struct inbox_arrival {
    uint64_t stamp;
    uint64_t bytes;
};
struct inbox_arrival inbox_arrival(void);

#endif
