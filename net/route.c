#include "net/route.h"

#include "net/copy.h"
#include "net/inbox.h"
#include "net/link.h"
#include "net/time.h"
#include "net/wait.h"

size_t route_put(const struct cube_header *header, const void *data, size_t bytes) {
    uint32_t dimension = route_dimension(header->destination);
    struct ring_sender *out = &node.link[dimension].routed_out;
    uint32_t slots = ring_room(out, bytes);
    if (slots == 0)
        return ROUTE_FULL;
    if (bytes > piece_payload(slots))
        bytes = piece_payload(slots);
    struct cube_piece *piece = ring_next(out);
    piece->header = *header;
    piece->header.bytes = (uint32_t)bytes;
    copy_in(piece->payload, data, bytes);
    ring_produce(out, piece, slots);
    node.time.stopped = false;
    node_wake(dimension);
    return bytes;
}

/* Sends the oldest piece of `dimension` on, or what is left of it, as far as there is room: the
 * next ring may have its end elsewhere, so a piece may have to be cut again. Returns true when all
 * of it has gone. */
static bool pass_on(uint32_t dimension, const struct piece *piece) {
    struct link *link = &node.link[dimension];
    uint32_t bytes = piece->header.bytes;
    struct cube_header header = piece->header;
    do {
        /* An acknowledgement travels on the first part. */
        if (link->routed_passed > 0)
            header.acknowledged = 0;
        header.remaining = piece->header.remaining - link->routed_passed;
        header.clock = time_pass(time_after(piece->header.clock, link->routed_passed), 0, false);
        size_t put =
            route_put(&header, piece->payload + link->routed_passed, bytes - link->routed_passed);
        if (put == ROUTE_FULL) {
            node.stuck |= 1u << route_dimension(header.destination);
            return false;
        }
        link->routed_passed += (uint32_t)put;
    } while (link->routed_passed < bytes);
    link->routed_passed = 0;
    return true;
}

/* Whether a packet with these addresses comes to this node on `dimension` by E-cube: up to this
 * dimension it has come to where it is going; above, it is where it came from, and here one link
 * further. Deadlock freedom rests on these paths. And nobody speaks for a source but it, and the
 * nodes on the path from it: each of the others on the way finds a forgery on the wrong link. */
static bool is_on_its_way(uint32_t dimension, const struct cube_header *header) {
    uint32_t differing = header->destination ^ node.number;
    uint32_t gone = header->source ^ node.number;
    return differing >> node.dimension == 0 && (differing & ((2u << dimension) - 1)) == 0 &&
           gone >> dimension == 1;
}

/* What the routed channel carries. */
static bool is_message(const struct cube_header *header) {
    return header->operation == OPERATION_SEND ||
           (header->operation == OPERATION_ACKNOWLEDGE && header->remaining == 0);
}

/* Deals with the oldest piece of `dimension`. Returns false if it has to stay. */
static bool route_piece(uint32_t dimension, const struct piece *piece) {
    struct link *link = &node.link[dimension];
    const struct cube_header *header = &piece->header;
    uint32_t differing = header->destination ^ node.number;
    if (!is_message(header) || !is_on_its_way(dimension, header) ||
        (!differing && link->routed_passed > 0))
        ring_broken(header, (uint32_t)piece_slots(header->bytes));
    if (differing && !pass_on(dimension, piece))
        return false;
    if (!differing)
        inbox_deliver(piece);
    if (header->operation != OPERATION_ACKNOWLEDGE) {
        link->routed_bytes += header->bytes;
        link->routed_packets += header->bytes == header->remaining;
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
        struct piece piece;
        ring_piece(in, tail, passed, &piece);
        if (!route_piece(dimension, &piece))
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
    node.spins = node.idle_spins =
        0; /* it is in nobody's way, and the machine ends when all sleep */
    struct waiting waiting = wait_begin("finished", CUBE_NOBODY, 0);
    for (;;)
        wait_more(&waiting, 0);
}
