#include "net/ring.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"

void ring_sender_start(struct ring_sender *ring, uint8_t *slots, uint32_t bytes,
                       _Atomic uint32_t *published, const _Atomic uint32_t *head) {
    uint32_t capacity = bytes / CUBE_SLOT_BYTES;
    *ring = (struct ring_sender){
        .limit = capacity,
        .slots = slots,
        .mask = capacity - 1,
        .head = head,
        .published = published,
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

uint32_t ring_room(struct ring_sender *ring, uint64_t payload) {
    uint64_t capacity = ring->mask + 1;
    uint64_t most = capacity - (ring->tail & ring->mask);
    if (most > capacity / 2)
        most = capacity / 2;
    if (most > piece_slots(payload))
        most = piece_slots(payload);
    uint32_t room = ring->limit - ring->tail;
    if (room < most) {
        /* Orders the consumer's reads of slots before we write there again; pairs with the release
         * in ring_release. */
        uint32_t head = atomic_load_explicit(ring->head, memory_order_acquire);
        ring->limit = head + (uint32_t)capacity;
        room = ring->limit - ring->tail;
    }
    return room < most ? room : (uint32_t)most;
}

void ring_broken(const struct cube_header *header, uint32_t published) {
    fprintf(stderr,
            "cube: node %d: a neighbour has written over its own link: a piece of %" PRIu32
            " bytes, in a packet of %" PRIu32 ", where %" PRIu32
            " slots are published (operation %" PRIu32 ", from node %u to node %u)\n",
            cube_node(), header->bytes, header->remaining, published, header->operation,
            (unsigned)header->source, (unsigned)header->destination);
    abort();
}
