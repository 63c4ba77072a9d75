#include "net/hop.h"

size_t hop_put(const struct cube_header *header, const void *data, size_t bytes) {
    uint32_t dimension = hop_leaving(header->destination ^ node.number);
    struct ring_sender *out = &node.link[dimension].routed_out;
    uint32_t slots = ring_room(out, bytes);
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
