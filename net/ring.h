/* One ring of a link: slots with one producer and one consumer, each of which has its own side of
 * the ring.
 *
 * Both sides count slots upward for ever and compare counts only by their unsigned difference. That
 * is right however often a count wraps, as long as two counts are less than 2^31 slots apart. Each
 * count has one writer, so no atomic read-modify-write is needed. Each piece in a ring is
 * contiguous: a sender cuts a packet at the ring's end. */
#ifndef NET_RING_H
#define NET_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "cube_abi.h"
#include "net/foreign.h"

/* The producer's side. It writes pieces one behind the other from `next` on, and need not look at
 * anything else while they end at `stop` at the latest. When it reads the head it moves `stop` to
 * the end of the ring, to the first slot that the consumer has not given back, or half a ring
 * beyond `next`, whichever comes first. */
struct ring_sender {
    uint8_t *stop;
    uint8_t *next;
    uint64_t tail; /* slots published; the window has its lower 32 bits */
    _Atomic uint32_t *published;
    const _Atomic uint32_t *head;
    uint8_t *slots;
    uint32_t capacity; /* number of slots, a power of two */
    uint32_t seen;     /* the head as last read */
};

/* `next` and `tail` always change together, so one instruction writes both. */
__extension__ typedef unsigned __int128 __attribute__((may_alias, aligned(8))) ring_pair;
static_assert(offsetof(struct ring_sender, tail) == offsetof(struct ring_sender, next) + 8,
              "they lie side by side");

/* The consumer's side. `head` has 64 bits, so the meters never wrap; 32 of them are published. */
struct ring_receiver {
    uint64_t head; /* slots consumed */
    const _Atomic uint32_t *tail;
    const struct foreign_slot *slots;
    uint64_t mask;
    _Atomic uint32_t *released;
    uint64_t looked; /* slots of the piece last looked at */
};

/* Set up one side of an empty ring of `bytes` bytes (a power of two, at least 4 slots) at `slots`.
 * The slots and the shared words belong to the window. */
void ring_sender_start(struct ring_sender *ring, uint8_t *slots, uint32_t bytes,
                       _Atomic uint32_t *published, const _Atomic uint32_t *head);
void ring_receiver_start(struct ring_receiver *ring, const uint8_t *slots, uint32_t bytes,
                         const _Atomic uint32_t *tail, _Atomic uint32_t *released);

/* Reports a header that no sender writes, and ends the program. */
_Noreturn void ring_broken(const struct cube_header *header, uint32_t published);

/* A test weakens this order to show that ThreadSanitizer then reports the race. */
#ifndef RING_RELEASE
#define RING_RELEASE memory_order_release
#endif

/* Returns how many slots a header and `bytes` bytes of payload fill. */
/*@ assigns \nothing;
    ensures bytes <= 0xffffffff ==>
        \result == (sizeof(struct cube_header) + bytes + CUBE_SLOT_BYTES - 1) / CUBE_SLOT_BYTES; */
static inline uint64_t piece_slots(uint64_t bytes) {
    return (sizeof(struct cube_header) + bytes + CUBE_SLOT_BYTES - 1) / CUBE_SLOT_BYTES;
}

/* Returns the bytes of payload that fit in `slots` slots beside a header, slots >= 1. */
static inline uint64_t piece_payload(uint64_t slots) {
    return slots * CUBE_SLOT_BYTES - sizeof(struct cube_header);
}

/* Returns where the next piece goes, after ring_room has found room for it. */
static inline struct cube_piece *ring_next(const struct ring_sender *ring) {
    return (struct cube_piece *)ring->next;
}

/* Publishes the `slots` slots written at `piece`, which is ring_next. */
static inline void ring_produce(struct ring_sender *ring, struct cube_piece *piece,
                                uint64_t slots) {
    _Atomic uint32_t *published = ring->published;
    uint64_t tail = ring->tail + slots;
    uint8_t *next = (uint8_t *)piece + slots * CUBE_SLOT_BYTES;
    *(ring_pair *)&ring->next = (ring_pair)(uintptr_t)next | (ring_pair)tail << 64;
    /* Orders our writes of the slots before the tail; pairs with the acquire in ring_tail. */
    atomic_store_explicit(published, (uint32_t)tail, RING_RELEASE);
}

/* Returns the number of contiguous slots that the next piece may fill: at most those that `payload`
 * bytes need, and at most half the ring, so that the producer copies in while the consumer copies
 * out.
 *
 * A packet of more than half a ring goes in halves: its first piece ends at the middle or the end
 * of the ring, and each other one fills a half. Without room for all of such a piece there is none,
 * so a long packet is not cut into small pieces when the consumer gives slots back a few at a time.
 * The room always comes: a consumer that has taken everything has published all but less than a
 * quarter of the ring. */
uint32_t ring_room(struct ring_sender *ring, uint64_t payload);

/* The head as last read. */
static inline uint32_t ring_head_seen(const struct ring_sender *ring) {
    return ring->seen;
}

/* Returns the tail that the producer has published. */
static inline uint32_t ring_tail(const struct ring_receiver *ring) {
    /* Orders the tail before our reads of the slots; pairs with the release in ring_produce. */
    return atomic_load_explicit(ring->tail, memory_order_acquire);
}

/* Whether a piece has arrived: the ring's tail, at `tail`, has moved beyond its head, `head`. */
static inline bool ring_has(const _Atomic uint32_t *tail, uint64_t head) {
    /* Orders the tail before our reads of the slots, as in ring_tail. */
    return atomic_load_explicit(tail, memory_order_acquire) != (uint32_t)head;
}

/* Fills *piece with the oldest piece of a ring that is not empty; `tail` is from ring_tail.
 * `passed` bytes of the piece have already been taken. A neighbour may have written anything.
 * Returns false for a length beyond the published slots or the ring, or one that leaves nothing to
 * take: so no caller reads beyond the window, counts below 0, or takes empty pieces for ever. */
/*@ requires \valid(ring) && \valid(piece) && \separated(ring, piece);
    requires ring->mask <= 0xffffffff;
    assigns *piece, ring->looked;
    ensures \result != 0 && (ring->head & ring->mask) <= ring->mask ==>
        ring->looked <= ring->mask + 1 - (ring->head & ring->mask);
    ensures \result != 0 ==>
        sizeof(struct cube_header) + piece->header.bytes <= ring->looked * CUBE_SLOT_BYTES; */
ALWAYS_INLINE bool ring_look(struct ring_receiver *ring, uint32_t tail, uint32_t passed,
                             struct piece *piece) {
    uint64_t place = ring->head & ring->mask;
    uint64_t to_end = ring->mask + 1 - place;
    uint32_t published = tail - (uint32_t)ring->head;
    foreign_piece(foreign_slot(ring->slots, place), piece);
    uint32_t bytes = piece->header.bytes;
    uint32_t remaining = piece->header.remaining;
    uint64_t slots = piece_slots(bytes);
    bool empty = (passed | remaining) == 0; /* an empty packet is one piece of 0 bytes */
    ring->looked = slots;
    return slots <= published && published <= ring->mask + 1 && slots <= to_end &&
           bytes <= remaining && (passed < bytes || empty);
}

/* As ring_look, but ends the program if that returns false. */
static inline void ring_piece(struct ring_receiver *ring, uint32_t tail, uint32_t passed,
                              struct piece *piece) {
    if (!ring_look(ring, tail, passed, piece))
        ring_broken(&piece->header, tail - (uint32_t)ring->head);
}

/* Whether a head that has moved on from `before` has to be published: once in each quarter of the
 * ring. So when a sender finds the ring full, the consumer still has pieces to take, and will
 * publish its head within a quarter of the ring. */
static inline bool ring_must_release(const struct ring_receiver *ring, uint64_t before) {
    return ((before ^ ring->head) & ~(ring->mask >> 2)) != 0;
}

/* Publishes the head. */
static inline void ring_release(const struct ring_receiver *ring) {
    /* Orders our reads of the slots before the head; pairs with the acquire in read_head. */
    atomic_store_explicit(ring->released, (uint32_t)ring->head, RING_RELEASE);
}

/* Gives back the slots of the piece last looked at. Returns true if the head was published: then
 * the producer may have to be woken. */
static inline bool ring_consume(struct ring_receiver *ring) {
    uint64_t before = ring->head;
    ring->head += ring->looked;
    if (!ring_must_release(ring, before))
        return false;
    ring_release(ring);
    return true;
}

#endif
