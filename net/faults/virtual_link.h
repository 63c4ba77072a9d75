/* A dead link that stays usable: messages over other links carry the writes of its two nodes in
 * their windows. Net finds a private copy of each window, with the same rings, words and counts as
 * those of a live link. So nothing that uses a link knows of this, and no schedule changes.
 *
 * The messages carry slots, each of which goes to its own place in the neighbour's copy, and then
 * the words. They arrive in the order in which they were sent, like all messages between two nodes
 * (net/ways/way.h). So a tail never arrives before its slots, nor the number of a barrier before
 * earlier packets. The rings bound what is in transit, and the copy has room for it: so arrivals
 * are taken in at once. */
#ifndef NET_VIRTUAL_LINK_H
#define NET_VIRTUAL_LINK_H

#include "net/link.h"
#include "net/node.h"

/* The words of a window that are carried. */
struct virtual_words {
    uint64_t barrier_clock[2];
    uint32_t direct_tail, direct_head, barriers, flag;
    uint32_t barrier_tail[2];
};

struct virtual_link {
    struct link *link;
    struct cube_window *outgoing, *incoming; /* the copies: this node's and the neighbour's */
    uint8_t *sent_slots, *come_slots;        /* the rings in them */
    uint32_t capacity;                       /* slots of each */
    uint32_t sent;                           /* slots that have left */
    uint32_t come;                           /* slots received */
    struct virtual_words told;               /* as they left last */
    struct virtual_words coming;             /* as they arrive, piece by piece */
    /* The message being sent, if header.remaining is not 0: its rest is at `data`. */
    struct cube_header header;
    const uint8_t *data;
};

/* Returns the bytes of memory of a link whose direct rings have `ring_bytes` bytes each. */
size_t virtual_link_bytes(uint32_t ring_bytes);

/* Makes node.link[dimension] a virtual link. *memory, of virtual_link_bytes bytes, all 0, and at a
 * multiple of CUBE_PAGE_BYTES, stays this link's. */
void virtual_link_start(struct virtual_link *self, uint32_t dimension, uint32_t ring_bytes,
                        uint8_t *memory);

/* Returns whether anything must be sent to the neighbour. Then self->header, with `remaining` bytes
 * at self->data, leaves next. */
bool virtual_link_next(struct virtual_link *self);

/* `bytes` bytes of that have left. */
void virtual_link_left(struct virtual_link *self, size_t bytes);

/* Whether a header belongs to such a message. */
static inline bool virtual_link_is(const struct cube_header *header) {
    return (header->operation & CUBE_OPERATION_MASK) == OPERATION_SLOTS ||
           (header->operation & CUBE_OPERATION_MASK) == OPERATION_WORDS;
}

/* Takes in a piece from the neighbour. Ends the program if no node sends such a piece. */
void virtual_link_take(struct virtual_link *self, const struct piece *piece);

#endif
