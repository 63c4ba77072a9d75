#include "net/messages/hop.h"

size_t hop_put(uint32_t dimension, const struct cube_header *header, const void *data,
               size_t bytes) {
    struct link *link = &node.link[dimension];
    const struct hop_words words = {
        .lengths = header->remaining,
        .purpose = header->step | (uint64_t)header->operation << 32,
        .stamp = header->clock,
        .addresses = hop_addresses(header->source, header->destination) |
                     (uint64_t)header->acknowledged << 32,
    };
    uint32_t slots = hop_room(&link->routed_out, bytes);
    if (slots == 0)
        return HOP_FULL;
    bytes = hop_put_piece(link, slots, words, data, bytes);
    node.time.stopped = false;
    return bytes;
}

size_t hop_put_ring(struct ring_sender *ring, const struct cube_header *header, const uint8_t *data,
                    size_t bytes) {
    uint32_t slots = hop_room(ring, bytes);
    if (slots == 0)
        return HOP_FULL;
    struct cube_piece *piece = ring_next(ring);
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    piece->header = *header;
    piece->header.bytes = (uint32_t)bytes;
    copy_in(piece->payload, data, bytes);
    ring_produce(ring, piece, slots);
    return bytes;
}
