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

/* Begins a new lifetime of a variable, in a register that is chosen anew. So an argument stays in
 * the register that it came in, where compilers would rather move it at the start of the function.
 */
#define split_lifetime(variable) __asm__("" : "+r"(variable))

/* The link of `dimension`. */
static inline struct link *fast_link(size_t dimension) {
    return node.links[dimension];
}

enum fast_sent {
    FAST_FULL, /* not sent: the ring is full by the head last read */
    FAST_SENT, /* sent */
    FAST_WAKE, /* sent, and the neighbour sleeps: ring its doorbell */
};

/* Where a packet of `bytes` bytes, less than 4 GiB, goes, if the ring takes it as one piece; or
 * null. Its payload is put there next. */
always_inline struct cube_piece *fast_begin(const struct link *link, size_t bytes) {
    uint8_t *stop = link->out.stop, *next = link->out.next;
    size_t slots = piece_slots(bytes);
    if (unlikely(slots == 1 ? stop == next : (size_t)(stop - next) < slots * CUBE_SLOT_BYTES))
        return NULL;
    assume(next != NULL);
    return (struct cube_piece *)next;
}

/* Writes the header of a packet whose payload is there, and publishes it. Where there is no clock,
 * and `stamp` so is the constant 0, the second half of the header stays as it is: it says nothing
 * on the direct channel but the stamp. */
always_inline void fast_publish(struct link *link, struct cube_piece *piece, uint32_t operation,
                                uint32_t step, uint64_t stamp, size_t bytes) {
    uint64_t header[] = {header_pair(bytes, bytes), header_pair(step, operation)};
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(&piece->header.remaining, &header[0], sizeof header[0]);
    memcpy(&piece->header.step, &header[1], sizeof header[1]);
    if (!(__builtin_constant_p(stamp) && stamp == 0)) {
        piece->header.clock = stamp;
        piece->header.source = piece->header.destination = 0;
        piece->header.acknowledged = 0;
    }
    ring_produce(&link->out, piece, piece_slots(bytes));
}

/* Sends it, when its payload is there, stamped `stamp` (net/time.h). */
always_inline enum fast_sent fast_end(struct link *link, struct cube_piece *piece,
                                      uint32_t operation, uint32_t step, uint64_t stamp,
                                      size_t bytes) {
    fast_publish(link, piece, operation, step, stamp, bytes);
    return unlikely(node_must_wake(link)) ? FAST_WAKE : FAST_SENT;
}

/* Sends a packet of `bytes` bytes at `data`; arguments and conditions as for fast_begin. */
always_inline enum fast_sent fast_send(struct link *link, uint32_t operation, uint32_t step,
                                       uint64_t stamp, const void *data, size_t bytes) {
    struct cube_piece *piece = fast_begin(link, bytes);
    if (unlikely(piece == NULL))
        return FAST_FULL;
    copy_in(piece->payload, data, bytes);
    return fast_end(link, piece, operation, step, stamp, bytes);
}

/* Whether a piece has arrived; `head` is link->in.head, which no other node changes. */
static inline bool fast_arrived(const struct link *link, uint64_t head) {
    return ring_has(link->in.tail, head);
}

enum fast_taken {
    FAST_OTHER,  /* another packet than expected; it is still there */
    FAST_TAKEN,  /* taken */
    FAST_RELEASE /* taken; and the head has to be published: ring_release, then node_must_wake */
};

/* The slot of the packet that has arrived; `head` as above, `mask` is link->in.mask, both read once.
 */
always_inline const struct foreign_slot *fast_slot(const struct link *link, uint64_t head,
                                                   uint64_t mask) {
    return in_register(foreign_slot(link->in.slots, head & mask));
}

/* How that packet differs from the one expected, or 0 if it is that one and has come as one piece.
 */
always_inline uint64_t fast_difference(const struct foreign_slot *slot, uint64_t head,
                                       uint64_t mask, uint32_t operation, uint32_t step,
                                       size_t bytes) {
    foreign_pair header = foreign_words(slot, 0);
    uint64_t difference = ((uint64_t)header ^ header_pair(bytes, bytes)) |
                          ((uint64_t)(header >> 64) ^ header_pair(step, operation));
    /* No sender writes a piece that reaches beyond the ring's end: ring_piece will say so. */
    uint64_t slots = piece_slots(bytes);
    return slots == 1 ? difference : difference | (slots > mask + 1 - (head & mask));
}

/* The stamp of that packet, and where its payload lies. */
always_inline uint64_t fast_stamp(const struct foreign_slot *slot) {
    return foreign_clock(slot);
}

/* The payload of the packet that has arrived, if it is the one expected, or null. Its stamp goes to
 * *stamp unless that is null. */
always_inline const uint8_t *fast_payload(const struct link *link, uint64_t head, uint64_t mask,
                                          uint32_t operation, uint32_t step, uint64_t *stamp,
                                          size_t bytes) {
    const struct foreign_slot *slot = fast_slot(link, head, mask);
    if (unlikely(fast_difference(slot, head, mask, operation, step, bytes) != 0))
        return NULL;
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
