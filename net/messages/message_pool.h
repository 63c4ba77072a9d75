/* The memory of messages in inboxes (net/messages/inbox.h).
 *
 * A message whose payload fits beside a header in one slot is short, and lies in a pool, which
 * grows by a block when it is full and keeps its blocks. So a node that never has more short
 * messages at once than before allocates nothing. The credits bound the messages in all inboxes,
 * and so the blocks. A longer message has memory of its own. */
#ifndef NET_MESSAGE_POOL_H
#define NET_MESSAGE_POOL_H

#include <stddef.h>
#include <stdint.h>

/* A message that lies in an inbox. The messages of one source form a ring: `next` of each is the
 * next newer one, and `next` of the newest is the oldest. */
struct message {
    struct message *next;
    uint64_t stamp;
    uint32_t bytes;    /* its length */
    uint32_t arrived;  /* bytes received */
    uint32_t capacity; /* bytes that the payload has room for */
    uint8_t payload[];
};

/* Makes the pool empty, with one block, which takes no memory of the heap. */
void message_pool_start(void);

/* Gives the memory of all other blocks back. No message may lie in the pool. */
void message_pool_stop(void);

/* Returns a message whose payload has room for `capacity` bytes, or null if memory is short. The
 * caller sets its member `capacity` to that number before it frees the message. */
struct message *message_allocate(size_t capacity);
void message_free(struct message *message);

#endif
