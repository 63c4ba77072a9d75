/* Packets that go as one piece, to and from neighbours: the path that latency is made of, in as few
 * instructions as it can be; fewest where `bytes` is a constant, one word or none. Whatever is not
 * as expected here is left to the general functions (net/link.h), which find it unchanged. The
 * meters of steps are the caller's.
 */
#ifndef NET_FAST_PATH_H
#define NET_FAST_PATH_H

#include <string.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/node.h"

enum { WORD_BYTES = sizeof(uint64_t) };

/* Two words of a header as they lie in memory. */
static inline uint64_t header_pair(uint64_t first, uint64_t second) {
    return first | second << 32;
}
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first word is the low half");

/* An address as one register, which the accesses to it then share: compilers would rather spread
 * the computation over the accesses, which costs the pairing of loads and of stores. */
static inline void *in_register(const void *address) {
    __asm__("" : "+r"(address));
    return (void *)(uintptr_t)address;
}

/* The link of `dimension`. */
static inline struct link *fast_link(size_t dimension) {
    return in_register(&node.link[dimension]);
}

enum fast_sent {
    FAST_FULL, /* not sent: the ring is full by the head last read */
    FAST_SENT, /* sent */
    FAST_WAKE, /* sent, and the neighbour sleeps: ring its doorbell */
};

/* Whether there is room for a packet of a word, by the head last read. */
static inline bool fast_room(const struct link *link) {
    return link->out.tail != link->out.limit;
}

/* Begins a packet of `bytes` bytes, less than 4 GiB, stamped `stamp` (net/time.h), if the ring
 * takes it as one piece; `tail` is link->out.tail, read once. Returns where its payload is to be
 * put, or null. */
always_inline uint8_t *fast_begin(struct link *link, uint32_t tail, uint32_t operation,
                                  uint32_t step, uint64_t stamp, size_t bytes) {
    struct ring_sender *out = &link->out;
    uint32_t slots = (uint32_t)piece_slots(bytes);
    if (slots == 1) {
        if (unlikely(!fast_room(link)))
            return NULL;
    } else {
        /* No more than half a ring, and without wrapping: as in ring_room. */
        uint64_t end = (tail & out->mask) + slots;
        if (slots > out->limit - tail || end > out->mask + 1 || slots > (out->mask + 1) / 2)
            return NULL;
    }
    struct cube_piece *piece = in_register(ring_next(out));
    uint64_t header[] = {header_pair(bytes, bytes), header_pair(step, operation)};
    memcpy(&piece->header.remaining, &header[0], sizeof header[0]);
    memcpy(&piece->header.step, &header[1], sizeof header[1]);
    piece->header.clock = stamp;
    piece->header.source = piece->header.destination = 0;
    piece->header.acknowledged = 0;
    return piece->payload;
}

/* Sends it, when its payload is there. */
always_inline enum fast_sent fast_end(struct link *link, uint32_t tail, size_t bytes) {
    link->out.tail = tail + (uint32_t)piece_slots(bytes);
    ring_publish(&link->out, tail + (uint32_t)piece_slots(bytes));
    return unlikely(node_must_wake(link)) ? FAST_WAKE : FAST_SENT;
}

/* Sends a packet of `bytes` bytes at `data`; arguments and conditions as for fast_begin. */
always_inline enum fast_sent fast_send(struct link *link, uint32_t operation, uint32_t step,
                                       uint64_t stamp, const void *data, size_t bytes) {
    uint32_t tail = link->out.tail;
    uint8_t *payload = fast_begin(link, tail, operation, step, stamp, bytes);
    if (unlikely(payload == NULL))
        return FAST_FULL;
    copy_in(payload, data, bytes);
    return fast_end(link, tail, bytes);
}

/* Whether a piece has arrived; `head` is link->in.head, which no other node changes. */
static inline bool fast_arrived(const struct link *link, uint64_t head) {
    /* As in ring_tail. */
    return atomic_load_explicit(link->in.tail, memory_order_acquire) != (uint32_t)head;
}

enum fast_taken {
    FAST_OTHER,  /* another packet than expected; it is still there */
    FAST_TAKEN,  /* taken */
    FAST_RELEASE /* taken; and the head has to be published: ring_release, then node_must_wake */
};

/* The payload of the packet that has arrived, if it is the one expected and has come as one piece,
 * or null; `head` as above, `mask` is link->in.mask, both read once. Its stamp goes to *stamp
 * unless that is null. */
always_inline const uint8_t *fast_payload(const struct link *link, uint64_t head, uint64_t mask,
                                          uint32_t operation, uint32_t step, uint64_t *stamp,
                                          size_t bytes) {
    uint64_t slots = piece_slots(bytes);
    const struct foreign_slot *slot = in_register(foreign_slot(link->in.slots, head & mask));
    foreign_pair expected = header_pair(bytes, bytes) | (foreign_pair)header_pair(step, operation)
                                                            << 64;
    if (unlikely(foreign_words(slot, 0) != expected))
        return NULL;
    if (slots > 1 && slots > mask + 1 - (head & mask))
        return NULL; /* no sender writes that: ring_piece will say so */
    if (stamp != NULL)
        *stamp = foreign_clock(slot);
    return foreign_payload(slot);
}

/* Gives that packet's slots back. Returns whether the head has to be published. */
always_inline bool fast_consume(struct link *link, uint64_t head, uint64_t mask, size_t bytes) {
    uint64_t slots = piece_slots(bytes);
    if (bytes != WORD_BYTES) {
        link->extra_slots += slots - 1;
        link->extra_bytes += bytes - slots * WORD_BYTES;
    }
    link->in.head = head + slots;
    /* One slot further, the quarter is a new one when its low bits are 0. */
    return slots == 1 ? ((head + 1) & mask >> 2) == 0 : ring_must_release(&link->in, head);
}

/* Takes the packet that has arrived, if it is the one expected; `head` and `stamp` as above. */
always_inline enum fast_taken fast_take(struct link *link, uint64_t head, uint32_t operation,
                                        uint32_t step, uint64_t *stamp, void *data, size_t bytes) {
    uint64_t mask = link->in.mask;
    const uint8_t *payload = fast_payload(link, head, mask, operation, step, stamp, bytes);
    if (unlikely(payload == NULL))
        return FAST_OTHER;
    copy_out(data, payload, bytes);
    return unlikely(fast_consume(link, head, mask, bytes)) ? FAST_RELEASE : FAST_TAKEN;
}

#endif
