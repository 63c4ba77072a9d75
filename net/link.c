#include "net/link.h"

#include "net/copy.h"
#include "net/meters.h"
#include "net/node.h"

struct cube_piece *link_begin(uint32_t dimension, size_t *bytes) {
    struct ring_sender *out = &node.link[dimension].out;
    uint32_t slots = ring_room(out, *bytes);
    if (slots == 0)
        return NULL;
    if (*bytes > piece_payload(slots))
        *bytes = piece_payload(slots);
    return ring_next(out);
}

void link_end(uint32_t dimension, struct cube_piece *piece, uint32_t operation, uint32_t step,
              uint64_t stamp, size_t bytes, size_t remaining) {
    piece->header = (struct cube_header){
        .remaining = (uint32_t)remaining,
        .bytes = (uint32_t)bytes,
        .step = step,
        .operation = operation,
        .clock = stamp,
    };
    ring_produce(&node.link[dimension].out, piece, piece_slots(bytes));
    node.time.stopped = false;
    node_wake(dimension);
}

size_t link_put(uint32_t dimension, uint32_t operation, uint32_t step, uint64_t stamp,
                const void *data, size_t limit, size_t remaining) {
    size_t bytes = limit < remaining ? limit : remaining;
    struct cube_piece *piece = link_begin(dimension, &bytes);
    if (!piece)
        return LINK_FULL;
    copy_in(piece->payload, data, bytes);
    link_end(dimension, piece, operation, step, stamp, bytes, remaining);
    return bytes;
}

bool link_look(uint32_t dimension, uint32_t passed, struct piece *piece) {
    struct ring_receiver *in = &node.link[dimension].in;
    uint32_t tail = ring_tail(in);
    if (tail == (uint32_t)in->head)
        return false;
    ring_piece(in, tail, passed, piece);
    return true;
}

void link_release(uint32_t dimension, const struct cube_header *header) {
    struct link *link = &node.link[dimension];
    link->extra_slots += link->in.looked - (header->bytes == header->remaining);
    link->extra_bytes += header->bytes - link->in.looked * sizeof(uint64_t);
    if (header->step != 0)
        meter_step_piece(dimension, header);
    if (ring_consume(&link->in))
        node_wake(dimension);
}
