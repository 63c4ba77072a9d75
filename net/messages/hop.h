/* One hop of a packet on the routed channel: whether it may have come on a link, and putting it on
 * a link. net/messages/route.h describes the paths of packets, and why they cannot deadlock. */
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

/* Whether a packet with these addresses may come to this node on `dimension`. In all dimensions up
 * to this one, in physical order, this node has to agree with the destination. In this dimension
 * and all above, this node has to differ from the source in this dimension alone, because the
 * packet has passed only this link there. */
static inline bool hop_is_on_path(uint32_t dimension, uint32_t source, uint32_t destination) {
    const struct link *link = &node.link[dimension];
    uint32_t differing = destination ^ node.number;
    uint32_t gone = source ^ node.number;
    return (differing & ~link->above) == 0 && (gone & ~link->below) == 1u << dimension;
}

/* Puts a piece of a packet on the link of `dimension`, on which packets leave for
 * header->destination, another node (net/messages/credit.h). The piece has a header like *header,
 * whose `remaining` counts the bytes at `data` and all that follow them, and those of the `bytes`
 * bytes at `data` that fit. Returns their number, or HOP_FULL. */
size_t hop_put(uint32_t dimension, const struct cube_header *header, const void *data,
               size_t bytes);

/* The same on any ring, without waking the neighbour. */
size_t hop_put_ring(struct ring_sender *ring, const struct cube_header *header, const uint8_t *data,
                    size_t bytes);

/* ---- Messages in one piece ----
 *
 * A header is four words of 64 bits: two lengths, the operation, the stamp, and the addresses with
 * the acknowledgement. */

/* Returns the first word of a message of `bytes` bytes in one piece. */
ALWAYS_INLINE uint64_t hop_lengths(size_t bytes) {
    return bytes | (uint64_t)bytes << 32;
}

/* The second word of any message, and of any active message (net/messages/active.h). */
#define HOP_MESSAGE ((uint64_t)OPERATION_SEND << 32)
#define HOP_ACTIVE  ((uint64_t)OPERATION_ACTIVE << 32)

/* Returns the lower half of the last word; the upper half is the acknowledgement. */
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
ALWAYS_INLINE struct hop_words hop_read(const struct foreign_slot *slot) {
    foreign_pair first = foreign_words(slot, 0), second = foreign_words(slot, 1);
    return (struct hop_words){(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second,
                              (uint64_t)(second >> 64)};
}

/* Writes a header. */
ALWAYS_INLINE void hop_write(struct cube_piece *piece, const struct hop_words *words) {
    keep_apart();
    memcpy(&piece->header.remaining, &words->lengths, sizeof words->lengths);
    memcpy(&piece->header.step, &words->purpose, sizeof words->purpose);
    memcpy(&piece->header.clock, &words->stamp, sizeof words->stamp);
    memcpy(&piece->header.source, &words->addresses, sizeof words->addresses);
    keep_apart();
}

/* Whether `ring` takes a piece of `slots` slots at once, by the head last read (net/ring.h). */
ALWAYS_INLINE bool hop_has_room(const struct ring_sender *ring, uint64_t slots) {
    const uint8_t *stop = ring->stop, *next = ring->next;
    return slots == 1 ? stop != next : (size_t)(stop - next) >= slots * CUBE_SLOT_BYTES;
}

/* Publishes the `slots` slots written at `piece`. Returns whether the neighbour has to be woken. */
ALWAYS_INLINE bool hop_publish(struct link *link, struct cube_piece *piece, uint32_t slots) {
    ring_produce(&link->routed_out, piece, slots);
    return node_must_wake(link);
}

/* Gives back the `slots` slots of the oldest piece, which begins at `head`. Returns whether the
 * head has to be published. */
ALWAYS_INLINE bool hop_consume(struct link *link, uint64_t head, uint64_t mask, uint64_t slots) {
    link->routed_in.head = head + slots;
    /* A head that moves by one slot enters a new quarter if its bits below that are 0. */
    return slots == 1 ? ((head + 1) & mask >> 2) == 0 : ring_must_release(&link->routed_in, head);
}

/* Counts a piece, of `slots` slots and `bytes` bytes, of a message that has been taken or passed
 * on; `last`: no more of it follows. A whole message of a word is not counted (net/node.h). */
ALWAYS_INLINE void hop_count(struct link *link, uint64_t slots, uint64_t bytes, bool last) {
    link->routed_extra_slots += slots - last;
    link->routed_extra_bytes += bytes - slots * sizeof(uint64_t);
}

/* Returns the slots that a piece of `bytes` bytes fills, or if it reaches beyond the middle or the
 * end of the ring, its slots before that; 0 if there is no room for these. So long messages go half
 * a ring at a time, and one half is copied in while the other is copied out; they are not cut into
 * small pieces when room appears little by little. A sender that waits has more than half a ring in
 * transit, and the receiver publishes each quarter of it. */
static inline uint32_t hop_room(struct ring_sender *out, uint64_t bytes) {
    uint32_t half = out->capacity / 2;
    uint32_t slots = half - ((uint32_t)out->tail & (half - 1));
    if (slots > piece_slots(bytes))
        slots = (uint32_t)piece_slots(bytes);
    return ring_room(out, piece_payload(slots)) == slots ? slots : 0;
}

/* Puts a piece of `slots` slots, for which there is room, on a link. Its header has these words,
 * except for the length of the piece, and its payload those of the `bytes` bytes at `data` that
 * fit. Returns their number. */
static inline size_t hop_put_piece(struct link *link, uint32_t slots, struct hop_words words,
                                   const void *data, size_t bytes) {
    struct cube_piece *piece = in_register(ring_next(&link->routed_out));
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    words.lengths = (uint32_t)words.lengths | (uint64_t)bytes << 32;
    hop_write(piece, &words);
    copy_in(piece->payload, data, bytes);
    if (UNLIKELY(hop_publish(link, piece, slots)))
        node_ring(1u << (uint32_t)(link - node.link));
    return bytes;
}

#endif
