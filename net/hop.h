/* One hop of a packet on the routed channel: whether it may have come on a link, and putting it on
 * a link. Which way packets take, and why they cannot wait for each
 * other in a circle, is said in net/route.h.
 */
#ifndef NET_HOP_H
#define NET_HOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "net/copy.h"
#include "net/fast_path.h"
#include "net/foreign.h"
#include "net/link.h"
#include "net/node.h"

#define HOP_FULL SIZE_MAX

/* Whether a packet with these addresses may come to this node on `dimension`. Up to this physical
 * dimension it has come to where it is going. From it on upwards, the last link is the only
 * difference between where it came from and here. */
static inline bool hop_is_on_path(uint32_t dimension, uint32_t source, uint32_t destination) {
    const struct link *link = &node.link[dimension];
    uint32_t differing = destination ^ node.number;
    uint32_t gone = source ^ node.number;
    return (differing & ~link->above) == 0 && (gone & ~link->below) == 1u << dimension;
}

/* Puts a piece of a packet on the link of `dimension`, the one on which packets leave for
 * header->destination, which is not this node (net/credit.h knows it). The piece has a header like
 * *header, whose `remaining` counts the bytes at `data` and all that follow them, and as many of
 * the `bytes` bytes at `data` as there is room for. Returns their number, or HOP_FULL. */
size_t hop_put(uint32_t dimension, const struct cube_header *header, const void *data,
               size_t bytes);

/* ---- Messages in one piece ----
 *
 * A header is four words of 64 bits: two lengths, what it is for, the stamp, and the addresses with
 * what is acknowledged. */

/* The first word of a message of `bytes` bytes in one piece. */
always_inline uint64_t hop_lengths(size_t bytes) {
    return bytes | (uint64_t)bytes << 32;
}

/* The second word of any message. */
#define HOP_MESSAGE ((uint64_t)OPERATION_SEND << 32)

/* The lower half of the last word; the upper is what is acknowledged. */
static inline uint32_t hop_addresses(uint32_t source, uint32_t destination) {
    return source | destination << 16;
}
static_assert(offsetof(struct cube_header, bytes) == 4 && offsetof(struct cube_header, step) == 8 &&
                  offsetof(struct cube_header, operation) == 12 &&
                  offsetof(struct cube_header, clock) == 16 &&
                  offsetof(struct cube_header, source) == 24 &&
                  offsetof(struct cube_header, destination) == 26 &&
                  offsetof(struct cube_header, acknowledged) == 28,
              "the header is these four words");

/* The words of a header. */
struct hop_words {
    uint64_t lengths, purpose, stamp, addresses;
};

/* Copies the header of the piece that begins in `slot`. */
always_inline struct hop_words hop_read(const struct foreign_slot *slot) {
    foreign_pair first = foreign_words(slot, 0), second = foreign_words(slot, 1);
    return (struct hop_words){(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second,
                              (uint64_t)(second >> 64)};
}

/* Writes a header. */
always_inline void hop_write(struct cube_piece *piece, const struct hop_words *words) {
    /* The two fences order nothing between nodes. They keep the compiler from mixing these stores
     * with those before and after them, so that it can pair them. */
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(&piece->header.remaining, &words->lengths, sizeof words->lengths);
    memcpy(&piece->header.step, &words->purpose, sizeof words->purpose);
    memcpy(&piece->header.clock, &words->stamp, sizeof words->stamp);
    memcpy(&piece->header.source, &words->addresses, sizeof words->addresses);
    atomic_signal_fence(memory_order_seq_cst);
}

/* Whether `ring` takes a piece of so many slots at once, by the head last read (net/ring.h). */
always_inline bool hop_has_room(const struct ring_sender *ring, uint64_t slots) {
    const uint8_t *stop = ring->stop, *next = ring->next;
    return slots == 1 ? stop != next : (size_t)(stop - next) >= slots * CUBE_SLOT_BYTES;
}

/* Publishes the `slots` slots written at `piece`. Returns whether the neighbour has to be woken. */
always_inline bool hop_publish(struct link *link, struct cube_piece *piece, uint32_t slots) {
    ring_produce(&link->routed_out, piece, slots);
    return node_must_wake(link);
}

/* Gives the `slots` slots of the oldest piece back, which began at `head`. Returns whether the head
 * has to be published. */
always_inline bool hop_consume(struct link *link, uint64_t head, uint64_t mask, uint64_t slots) {
    link->routed_in.head = head + slots;
    /* One slot further, the quarter is a new one when its low bits are 0. */
    return slots == 1 ? ((head + 1) & mask >> 2) == 0 : ring_must_release(&link->routed_in, head);
}

/* Counts a piece of a message that has been taken or passed on, of so many slots and bytes; `last`:
 * no more of the message follows. A whole message of a word needs no counting (net/node.h). */
always_inline void hop_count(struct link *link, uint64_t slots, uint64_t bytes, bool last) {
    link->routed_extra_slots += slots - last;
    link->routed_extra_bytes += bytes - slots * sizeof(uint64_t);
}

/* Slots that a piece of so many bytes fills, or its part before the middle or the end of the ring;
 * or 0 where there is no room for that. So long messages go half a ring at a time, one half copied
 * in while the other is copied out, and are not cut small where room is found in bits. A sender
 * that waits has more than half a ring on its way, of which the receiver publishes each quarter. */
static inline uint32_t hop_room(struct ring_sender *out, uint64_t bytes) {
    uint32_t half = out->capacity / 2;
    uint32_t slots = half - ((uint32_t)out->tail & (half - 1));
    if (slots > piece_slots(bytes))
        slots = (uint32_t)piece_slots(bytes);
    return ring_room(out, piece_payload(slots)) == slots ? slots : 0;
}

/* Puts a piece of `slots` slots, for which there is room, on a link: a header of these words, but
 * for the length of the piece, and as many of the `bytes` bytes at `data` as go into the piece.
 * Returns their number. */
static inline size_t hop_put_piece(struct link *link, uint32_t slots, struct hop_words words,
                                   const void *data, size_t bytes) {
    struct cube_piece *piece = in_register(ring_next(&link->routed_out));
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    words.lengths = (uint32_t)words.lengths | (uint64_t)bytes << 32;
    hop_write(piece, &words);
    copy_in(piece->payload, data, bytes);
    if (unlikely(hop_publish(link, piece, slots)))
        system_ring(1u << (uint32_t)(link - node.link));
    return bytes;
}

#endif
