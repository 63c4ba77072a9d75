#include "net/link.h"

#include "net/copy.h"
#include "net/meters.h"
#include "net/node.h"

size_t link_put(uint32_t dimension, uint32_t operation, uint32_t step, uint64_t stamp,
                const void *data, size_t limit, size_t remaining) {
    struct ring_sender *out = &node.link[dimension].out;
    size_t bytes = limit < remaining ? limit : remaining;
    uint32_t slots = ring_room(out, bytes);
    if (slots == 0)
        return LINK_FULL;
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    struct cube_piece *piece = ring_next(out);
    *piece = (struct cube_piece){
        .remaining = (uint32_t)remaining,
        .bytes = (uint32_t)bytes,
        .step = step,
        .operation = operation,
        .clock = stamp,
    };
    copy_in(piece->payload, data, bytes);
    ring_produce(out, slots);
    node.time.stopped = false;
    node_wake(dimension);
    return bytes;
}

const struct cube_piece *link_look(uint32_t dimension) {
    struct ring_receiver *in = &node.link[dimension].in;
    uint32_t tail = ring_tail(in);
    return tail == (uint32_t)in->head ? NULL : ring_piece(in, tail);
}

void link_release(uint32_t dimension) {
    struct link *link = &node.link[dimension];
    uint64_t place = link->in.head & link->in.mask;
    const struct cube_piece *piece =
        (const struct cube_piece *)(link->in.slots + place * CUBE_SLOT_BYTES);
    link->extra_slots += link->in.looked - (piece->bytes == piece->remaining);
    link->extra_bytes += piece->bytes - link->in.looked * sizeof(uint64_t);
    if (piece->step != 0)
        meter_step_piece(dimension, piece);
    if (ring_consume(&link->in))
        node_wake(dimension);
}
