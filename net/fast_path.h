/* The shortest path of a packet to or from a neighbour, for packets that go as one piece. Latency
 * is the length of this path, so it takes as few instructions as possible, and the fewest where
 * `bytes` is a constant. If anything is not as these functions expect, they change nothing and
 * leave it to the general functions of net/link.h. Their callers count the steps (net/meters.h).
 *
 *     struct cube_piece *piece = fast_begin(link, bytes);
 *     if (piece) {
 *         (put `bytes` bytes at piece->payload)
 *         fast_end(link, piece, operation, step, stamp, bytes);
 *     }
 *
 *     uint64_t head = link->in.head, mask = link->in.mask;
 *     if (fast_arrived(link, head)) {
 *         payload = fast_payload(link, head, mask, operation, step, &stamp, bytes);
 *         (if it is null, this is another packet, or one in several pieces: see net/link.h)
 *         (use the payload, once)
 *         if (fast_consume(link, head, mask, bytes))
 *             (publish the head: ring_release, then node_wake)
 *     } */
#ifndef NET_FAST_PATH_H
#define NET_FAST_PATH_H

#include <string.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/node.h"
#include "net/tricks.h"

enum { WORD_BYTES = sizeof(uint64_t) };

/* Returns two words of a header as they lie in memory. */
static inline uint64_t header_pair(uint64_t first, uint64_t second) {
    return first | second << 32;
}
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first word is the low half");

/* Returns the link of `dimension`. */
static inline struct link *fast_link(size_t dimension) {
    return node.links[dimension];
}

enum fast_sent {
    FAST_FULL, /* not sent: the ring is full by the head last read */
    FAST_SENT, /* sent */
    FAST_WAKE, /* sent, and the neighbour sleeps: ring its doorbell */
};

/* Begins a packet of `bytes` bytes, less than 4 GiB. Returns the piece whose payload the caller
 * then writes, or null if the ring, by the head last read, does not take the packet as one
 * piece. */
ALWAYS_INLINE struct cube_piece *fast_begin(const struct link *link, size_t bytes) {
    uint8_t *stop = link->out.stop, *next = link->out.next;
    size_t slots = piece_slots(bytes);
    if (UNLIKELY(slots == 1 ? stop == next : (size_t)(stop - next) < slots * CUBE_SLOT_BYTES))
        return NULL;
    ASSUME(next);
    return (struct cube_piece *)next;
}

/* Writes the header of a packet whose payload has been written, and publishes the packet. The
 * second half of a header holds only the stamp, on the direct channel. The constant 0 as stamp
 * means that there is no clock: that half is neither read nor written. */
ALWAYS_INLINE void fast_publish(struct link *link, struct cube_piece *piece, uint32_t operation,
                                uint32_t step, uint64_t stamp, size_t bytes) {
    uint64_t header[] = {header_pair(bytes, bytes), header_pair(step, operation)};
    keep_apart(); /* from the stores of the payload */
    memcpy(&piece->header.remaining, &header[0], sizeof header[0]);
    memcpy(&piece->header.step, &header[1], sizeof header[1]);
    if (!(__builtin_constant_p(stamp) && stamp == 0)) {
        piece->header.clock = stamp;
        piece->header.source = piece->header.destination = 0;
        piece->header.acknowledged = 0;
    }
    ring_produce(&link->out, piece, piece_slots(bytes));
}

/* Sends a packet whose payload has been written, stamped `stamp` (net/clock/time.h). */
ALWAYS_INLINE enum fast_sent fast_end(struct link *link, struct cube_piece *piece,
                                      uint32_t operation, uint32_t step, uint64_t stamp,
                                      size_t bytes) {
    fast_publish(link, piece, operation, step, stamp, bytes);
    return UNLIKELY(node_must_wake(link)) ? FAST_WAKE : FAST_SENT;
}

/* Sends a packet of the `bytes` bytes, less than 4 GiB, at `data`, if it fits as one piece. */
ALWAYS_INLINE enum fast_sent fast_send(struct link *link, uint32_t operation, uint32_t step,
                                       uint64_t stamp, const void *data, size_t bytes) {
    struct cube_piece *piece = fast_begin(link, bytes);
    if (UNLIKELY(!piece))
        return FAST_FULL;
    copy_in(piece->payload, data, bytes);
    return fast_end(link, piece, operation, step, stamp, bytes);
}

/* Whether a piece has arrived; `head` is link->in.head, which no other node changes. */
static inline bool fast_arrived(const struct link *link, uint64_t head) {
    return ring_has(link->in.tail, head);
}

/* Returns the slot in which the packet that has arrived begins, from link->in.head and
 * link->in.mask, which the caller reads once. */
ALWAYS_INLINE const struct foreign_slot *fast_slot(const struct link *link, uint64_t head,
                                                   uint64_t mask) {
    return in_register(foreign_slot(link->in.slots, head & mask));
}

/* Returns 0 if the packet in `slot` is the expected one, in one piece. The caller can combine the
 * number with others and decide by one branch. */
ALWAYS_INLINE uint64_t fast_difference(const struct foreign_slot *slot, uint64_t head,
                                       uint64_t mask, uint32_t operation, uint32_t step,
                                       size_t bytes) {
    foreign_pair header = foreign_words(slot, 0);
    uint64_t difference = ((uint64_t)header ^ header_pair(bytes, bytes)) |
                          ((uint64_t)(header >> 64) ^ header_pair(step, operation));
    /* No sender writes a piece that reaches beyond the ring's end. Such a piece is left to
     * ring_piece, which reports it. */
    uint64_t slots = piece_slots(bytes);
    return slots == 1 ? difference : difference | (slots > mask + 1 - (head & mask));
}

/* Returns the size that the packet that has arrived claims. The neighbour may change it at any
 * moment, so the caller passes this copy to fast_payload, which compares it. */
ALWAYS_INLINE size_t fast_bytes(const struct link *link, uint64_t head, uint64_t mask) {
    return (uint32_t)foreign_words(fast_slot(link, head, mask), 0);
}

/* Returns the stamp of the packet in `slot`. */
ALWAYS_INLINE uint64_t fast_stamp(const struct foreign_slot *slot) {
    return foreign_clock(slot);
}

/* Returns the payload of the packet that has arrived if it is the expected one, or null. Sets
 * *stamp to its stamp unless `stamp` is null. */
ALWAYS_INLINE const uint8_t *fast_payload(const struct link *link, uint64_t head, uint64_t mask,
                                          uint32_t operation, uint32_t step, uint64_t *stamp,
                                          size_t bytes) {
    const struct foreign_slot *slot = fast_slot(link, head, mask);
    if (UNLIKELY(fast_difference(slot, head, mask, operation, step, bytes) != 0))
        return NULL;
    if (stamp)
        *stamp = foreign_clock(slot);
    return foreign_payload(slot);
}

/* Gives back the slots of the packet that fast_payload or fast_difference has found to be the
 * expected one. Returns whether the head has to be published. */
ALWAYS_INLINE bool fast_consume(struct link *link, uint64_t head, uint64_t mask, size_t bytes) {
    uint64_t slots = piece_slots(bytes);
    if (bytes != WORD_BYTES) {
        link->extra_slots += slots - 1;
        keep_apart(); /* to put the two sums in a vector costs more than to add one by one */
        link->extra_bytes += bytes - slots * WORD_BYTES;
    }
    link->in.head = head + slots;
    /* A head that moves by one slot enters a new quarter if its bits below that are 0. */
    return slots == 1 ? ((head + 1) & mask >> 2) == 0 : ring_must_release(&link->in, head);
}

#endif
