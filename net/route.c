#include "net/route.h"

#include "net/copy.h"
#include "net/inbox.h"
#include "net/link.h"
#include "net/time.h"
#include "net/wait.h"

size_t route_put(const struct cube_piece *header, const void *data, size_t bytes) {
    uint32_t dimension = route_dimension(header->destination);
    struct ring_sender *out = &node.link[dimension].routed_out;
    uint32_t slots = ring_room(out, bytes);
    if (slots == 0)
        return ROUTE_FULL;
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    struct cube_piece *piece = ring_next(out);
    *piece = *header;
    piece->bytes = (uint32_t)bytes;
    copy_in(piece->payload, data, bytes);
    ring_produce(out, slots);
    node.time.stopped = false;
    node_wake(dimension);
    return bytes;
}

/* Sends the oldest piece of `dimension` on, or what is left of it, as far as there is room: the
 * next ring may have its end elsewhere, so a piece may have to be cut again. Returns true when all
 * of it has gone. */
static bool pass_on(uint32_t dimension, const struct cube_piece *piece) {
    struct link *link = &node.link[dimension];
    uint32_t bytes = piece->bytes;
    struct cube_piece header = *piece;
    do {
        /* An acknowledgement travels on the first part. */
        if (link->routed_passed > 0)
            header.acknowledged = 0;
        header.remaining = piece->remaining - link->routed_passed;
        header.clock = time_pass(time_after(piece->clock, link->routed_passed), 0, false);
        size_t put =
            route_put(&header, piece->payload + link->routed_passed, bytes - link->routed_passed);
        if (put == ROUTE_FULL) {
            node.stuck |= 1u << route_dimension(piece->destination);
            return false;
        }
        link->routed_passed += (uint32_t)put;
    } while (link->routed_passed < bytes);
    link->routed_passed = 0;
    return true;
}

/* Deals with the oldest piece of `dimension`. Returns false if it has to stay. */
static bool route_piece(uint32_t dimension, const struct cube_piece *piece) {
    uint32_t differing = piece->destination ^ node.number;
    /* Only E-cube's own paths: they are what deadlock freedom rests on. */
    if (piece->source >> node.dimension || differing >> node.dimension ||
        differing & ((2u << dimension) - 1))
        ring_broken(piece, (uint32_t)piece_slots(piece->bytes));
    if (differing && !pass_on(dimension, piece))
        return false;
    if (!differing)
        inbox_deliver(piece);
    if (piece->operation != OPERATION_ACKNOWLEDGE) {
        node.link[dimension].routed_bytes += piece->bytes;
        node.link[dimension].routed_packets += piece->bytes == piece->remaining;
    }
    return true;
}

/* Deals with what has been published on `dimension` by now. */
static bool forward_from(uint32_t dimension) {
    struct link *link = &node.link[dimension];
    struct ring_receiver *in = &link->routed_in;
    uint32_t tail = ring_tail(in);
    bool moved = false;
    link->routed_seen = tail;
    while ((uint32_t)in->head != tail) {
        uint32_t passed = link->routed_passed;
        const struct cube_piece *piece = ring_piece(in, tail);
        if (!route_piece(dimension, piece))
            return moved || link->routed_passed != passed;
        moved = true;
        if (ring_consume(in))
            node_wake(dimension);
    }
    return moved;
}

bool route_forward(void) {
    struct pause pause = time_pause();
    bool moved = false;
    node.stuck = 0;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= forward_from(d);
    inbox_acknowledge();
    time_resume(pause);
    return moved;
}

void route_serve(void) {
    node.looks = node.idle_looks =
        0; /* it is in nobody's way, and the machine ends when all sleep */
    struct waiting waiting = wait_begin("finished", CUBE_NOBODY, 0);
    for (;;)
        wait_more(&waiting, 0);
}
