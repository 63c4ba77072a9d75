#include "net/hop.h"

uint32_t hop_room(struct ring_sender *out, uint64_t bytes) {
    uint64_t half = (out->mask + 1) / 2;
    uint64_t slots = half - (out->tail & (half - 1));
    if (slots > piece_slots(bytes))
        slots = piece_slots(bytes);
    if (unlikely(out->limit - out->tail < slots)) {
        /* Orders the consumer's reads of slots before we write there again; pairs with the release
         * in ring_release. */
        uint32_t head = atomic_load_explicit(out->head, memory_order_acquire);
        out->limit = head + (uint32_t)out->mask + 1;
        if (out->limit - out->tail < slots)
            return 0;
    }
    return (uint32_t)slots;
}

size_t hop_put(const struct cube_header *header, const void *data, size_t bytes) {
    uint32_t dimension = hop_leaving(header->destination ^ node.number);
    struct ring_sender *out = &node.link[dimension].routed_out;
    uint32_t slots = hop_room(out, bytes);
    if (slots == 0)
        return HOP_FULL;
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    struct cube_piece *piece = ring_next(out);
    piece->header = *header;
    piece->header.bytes = (uint32_t)bytes;
    copy_in(piece->payload, data, bytes);
    ring_produce(out, slots);
    node.time.stopped = false;
    node_wake(dimension);
    return bytes;
}
