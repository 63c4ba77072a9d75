#include "net/route.h"

#include "net/fast_path.h"
#include "net/hop.h"
#include "net/inbox.h"
#include "net/link.h"
#include "net/time.h"

/* ---- Looking ---- */

/* A look at one link whose words are at hand. */
static inline bool is_quiet(const _Atomic uint32_t *tail, uint32_t head) {
    /* Relaxed: whoever then reads a slot reads the tail again, with acquire. */
    return atomic_load_explicit(tail, memory_order_relaxed) == head;
}

/* Looks at three links that follow each other; those that the node has not stay quiet. While this
 * node does nothing but look, no head moves. */
static uint32_t spin_on_three(uint32_t looks) {
    const struct ring_receiver *a = &node.link[0].routed_in, *b = &node.link[1].routed_in,
                               *c = &node.link[2].routed_in;
    const _Atomic uint32_t *tail_a = a->tail, *tail_b = b->tail, *tail_c = c->tail;
    uint32_t head_a = (uint32_t)a->head, head_b = (uint32_t)b->head, head_c = (uint32_t)c->head;
    bool quiet;
    do {
        system_yield();
        quiet = (int)is_quiet(tail_a, head_a) & (int)is_quiet(tail_b, head_b) &
                (int)is_quiet(tail_c, head_c);
    } while (quiet && --looks > 0);
    if (quiet)
        return ROUTE_NONE;
    return !is_quiet(tail_a, head_a) ? 0 : !is_quiet(tail_b, head_b) ? 1 : 2;
}

static uint32_t spin_on_one(uint32_t looks) {
    const struct ring_receiver *in = &node.link[0].routed_in;
    const _Atomic uint32_t *tail = in->tail;
    uint32_t head = (uint32_t)in->head;
    do {
        system_yield();
        if (!is_quiet(tail, head))
            return 0;
    } while (--looks > 0);
    return ROUTE_NONE;
}

uint32_t route_spin(uint32_t looks) {
    uint32_t dimensions = node.dimension;
    if (unlikely(looks == 0))
        return ROUTE_NONE;
    if (dimensions <= 1)
        return spin_on_one(looks);
    if (dimensions <= 3)
        return spin_on_three(looks);
    do {
        system_yield();
        for (uint32_t d = 0; d < dimensions; d++)
            if (route_pending_on(&node.link[d]))
                return d;
    } while (--looks > 0);
    return ROUTE_NONE;
}

/* ---- Short messages ---- */

/* What a relay leaves to do in the end: to wake the neighbour that the packet goes to, and to
 * publish how far the link that it came on has been read. */
static cold bool relay_finish(uint32_t dimension, uint32_t leaving) {
    ring_release(&node.link[dimension].routed_in); /* at worst once more than has to be */
    node_wake(dimension);
    node_wake(leaving);
    return true;
}

/* The oldest piece goes from ring to ring if it is a whole message in one slot that has to go on,
 * and there is room for it. A packet that is here, or goes nowhere, or has a clock, leaves on a link
 * without room; one that comes back leaves on a link that is not above the one that it came on. A
 * neighbour that changes a header after part of its piece has gone on changes only its own packets.
 */
bool route_relay(uint32_t dimension) {
    struct link *link = fast_link(dimension);
    struct ring_receiver *in = &link->routed_in;
    uint32_t tail = ring_tail(in);
    do {
        uint64_t head = in->head, mask = in->mask;
        const struct foreign_slot *slot = in_register(foreign_slot(in->slots, head & mask));
        foreign_pair pair = foreign_words(slot, 0);
        uint64_t lengths = (uint64_t)pair, purpose = (uint64_t)(pair >> 64);
        pair = foreign_words(slot, 1);
        uint64_t stamp = (uint64_t)pair, addresses = (uint64_t)(pair >> 64);
        uint32_t bytes = (uint32_t)lengths;
        uint32_t source = (uint16_t)addresses, destination = (uint16_t)(addresses >> 16);
        if (unlikely(bytes > COPY_SMALL || lengths != hop_lengths(bytes) ||
                     purpose != HOP_MESSAGE || destination >= CUBE_MAX_NODES ||
                     (source ^ node.number) >> dimension != 1))
            return false;
        struct link *leave = peers[destination].toward;
        struct ring_sender *out = in_register(&leave->routed_out);
        uint32_t out_tail = out->tail;
        if (unlikely(leave <= link || !hop_has_room(out, out_tail, 1)))
            return false;
        struct cube_piece *piece = in_register(ring_next(out));
        memcpy(piece->payload, foreign_payload(slot), COPY_SMALL);
        hop_write(piece, lengths, stamp, addresses);
        hop_count(link, 1, bytes, true);
        bool release = hop_consume(link, head, mask, 1);
        if (unlikely(hop_publish(leave, out_tail, 1) || release))
            return relay_finish(dimension, (uint32_t)(leave - node.link));
    } while (unlikely((uint32_t)in->head != tail));
    return true;
}

/* ---- Any pieces ---- */

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
            hop_put(&header, piece->payload + link->routed_passed, bytes - link->routed_passed);
        if (put == HOP_FULL) {
            node.stuck |= 1u << hop_leaving(header.destination ^ node.number);
            return false;
        }
        link->routed_passed += (uint32_t)put;
    } while (link->routed_passed < bytes);
    link->routed_passed = 0;
    return true;
}

/* Whether the routed channel carries such packets. */
static bool is_message(const struct cube_header *header) {
    return header->operation == OPERATION_SEND ||
           (header->operation == OPERATION_ACKNOWLEDGE && header->remaining == 0);
}

/* Deals with the oldest piece of `dimension`. Returns false if it has to stay. Deadlock freedom
 * rests on the paths that are checked here. And nobody speaks for a source but it, and the nodes on
 * the path from it: each of the others on the way finds a forgery on the wrong link. */
static bool route_piece(uint32_t dimension, const struct piece *piece) {
    struct link *link = &node.link[dimension];
    const struct cube_header *header = &piece->header;
    bool here = header->destination == node.number;
    if (!is_message(header) || !hop_is_on_path(dimension, header->source, header->destination) ||
        (here && link->routed_passed > 0))
        ring_broken(header, (uint32_t)piece_slots(header->bytes));
    if (!here && !pass_on(dimension, piece))
        return false;
    if (here)
        inbox_deliver(piece);
    hop_count(link, link->routed_in.looked, header->bytes,
              header->operation == OPERATION_SEND && header->bytes == header->remaining);
    return true;
}

/* Deals with what has been published on `dimension` by now. */
static bool forward_from(uint32_t dimension) {
    struct link *link = &node.link[dimension];
    struct ring_receiver *in = &link->routed_in;
    uint32_t tail = ring_tail(in);
    uint64_t before = in->head;
    link->routed_seen = tail;
    if (tail == (uint32_t)before)
        return false;
    route_relay(dimension);
    while ((uint32_t)in->head != tail) {
        uint32_t passed = link->routed_passed;
        struct piece piece;
        ring_piece(in, tail, passed, &piece);
        if (!route_piece(dimension, &piece))
            return in->head != before || link->routed_passed != passed;
        if (ring_consume(in))
            node_wake(dimension);
    }
    return in->head != before;
}

bool route_forward(void) {
    struct pause pause = time_pause();
    bool moved = false;
    node.stuck = 0;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= forward_from(d);
    credit_acknowledge();
    time_resume(pause);
    return moved;
}
