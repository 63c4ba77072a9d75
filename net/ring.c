#include "net/ring.h"

#include <inttypes.h>

#include "net/system/system.h"

void ring_sender_start(struct ring_sender *ring, uint8_t *slots, uint32_t bytes,
                       _Atomic uint32_t *published, const _Atomic uint32_t *head) {
    *ring = (struct ring_sender){
        .stop = slots + bytes / 2,
        .next = slots,
        .published = published,
        .head = head,
        .slots = slots,
        .capacity = bytes / CUBE_SLOT_BYTES,
    };
}

void ring_receiver_start(struct ring_receiver *ring, const uint8_t *slots, uint32_t bytes,
                         const _Atomic uint32_t *tail, _Atomic uint32_t *released) {
    uint32_t capacity = bytes / CUBE_SLOT_BYTES;
    *ring = (struct ring_receiver){
        .tail = tail,
        .slots = (const struct foreign_slot *)slots,
        .mask = capacity - 1,
        .released = released,
    };
}

/* Returns how many slots lie between `next` and `stop`. */
static uint32_t room_to_stop(const struct ring_sender *ring) {
    return (uint32_t)((size_t)(ring->stop - ring->next) / CUBE_SLOT_BYTES);
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Reads the head, and moves the stop as far as it allows. */
static void read_head(struct ring_sender *ring) {
    uint8_t *end = ring->slots + (size_t)ring->capacity * CUBE_SLOT_BYTES;
    if (ring->next == end)
        ring->next = ring->slots;
    /* Orders the consumer's reads of slots before we write there again; pairs with the release in
     * ring_release. */
    ring->seen = atomic_load_explicit(ring->head, memory_order_acquire);
    uint32_t to_end = (uint32_t)((size_t)(end - ring->next) / CUBE_SLOT_BYTES);
    uint32_t given_back = ring->seen + ring->capacity - (uint32_t)ring->tail;
    uint32_t room = smaller(smaller(to_end, given_back), ring->capacity / 2);
    ring->stop = ring->next + (size_t)room * CUBE_SLOT_BYTES;
}

uint32_t ring_room(struct ring_sender *ring, uint64_t payload) {
    uint64_t needed = piece_slots(payload);
    uint32_t half = ring->capacity / 2;
    bool is_long = needed > half;
    uint32_t most = is_long ? half - ((uint32_t)ring->tail & (half - 1)) : (uint32_t)needed;
    if (room_to_stop(ring) < most)
        read_head(ring);
    uint32_t room = smaller(room_to_stop(ring), most);
    return is_long && room < most ? 0 : room;
}

void ring_broken(const struct cube_header *header, uint32_t published) {
    system_abort("cube: node %d: invalid packet from a neighbour: a piece of %" PRIu32
                 " bytes, in a packet of %" PRIu32 ", in %" PRIu32
                 " published slots, operation %" PRIu32
                 ", from node %u to node %u (a neighbour's program" FOREIGN_REMEDY "\n",
                 (int)system_node_page()->node, header->bytes, header->remaining, published,
                 header->operation, (unsigned)header->source, (unsigned)header->destination);
}
