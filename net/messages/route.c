#include "net/messages/route.h"

#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/link.h"
#include "net/messages/hop.h"
#include "net/messages/inbox.h"

/* ---- Short messages ---- */

/* Ends a relay: wakes the neighbour to which the packet went, and publishes how far the link on
 * which it came has been read. Whatever else has arrived may wait for the next look. */
static COLD bool relay_finish(uint32_t dimension, uint32_t leaving) {
    ring_release(&node.link[dimension].routed_in); /* at worst once more than necessary */
    node_wake(dimension);
    node_wake(leaving);
    return true;
}

/* Called when a ring is full by the head last read. Reads the head again, and returns whether there
 * is room by now: then the next look relays to it. */
static COLD bool relay_later(struct ring_sender *out) {
    return hop_room(out, 0) > 0;
}

/* Passes on a message that has been checked: writes the words of its header and its payload into
 * the slot at the tail of a ring, which must have room. Returns not 0 if the neighbour has to be
 * woken. */
ALWAYS_INLINE uint32_t send_slot(struct link *leave, const struct hop_words *words,
                                 const uint8_t *payload) {
    struct cube_piece *piece = in_register(ring_next(&leave->routed_out));
    memcpy(piece->payload, payload, COPY_SMALL);
    hop_write(piece, words);
    ring_produce(&leave->routed_out, piece, 1);
    return node_asleep(leave);
}

/* From this bit of the second word of a header on upwards, messages and active messages look the
 * same. Below it is the step, which means nothing to a node on the way. */
enum { RELAYED_BIT = 33 };
static_assert(HOP_MESSAGE >> RELAYED_BIT == HOP_ACTIVE >> RELAYED_BIT &&
                  HOP_MESSAGE >> RELAYED_BIT !=
                      (uint64_t)OPERATION_ACKNOWLEDGE << 32 >> RELAYED_BIT,
              "acknowledgements are counted otherwise");

/* Moves the oldest piece from ring to ring if it is a whole message in one slot that has to go on,
 * and there is room for it. Its source must differ from this node in the dimension on which it came
 * and in none above, so the source is the number of a node. If the physical dimensions are not the
 * logical ones, relaying_number differs from every source in higher bits, so nothing is relayed. If
 * the destination is this node or no node, or there is a clock, the destination is a far peer,
 * whose link has no room (net/messages/credit.h). A packet that comes back would leave on a link
 * that is not above the one on which it came. A neighbour that changes a header after part of its
 * piece has gone on changes only its own packets. */
bool route_relay(uint32_t dimension) {
    const struct node *self = node_self();
    struct link *link = self->links[dimension];
    uint32_t tail = ring_tail(&link->routed_in);
    uint64_t head = link->routed_in.head, mask = link->routed_in.mask;
    do {
        const struct foreign_slot *slot =
            in_register(foreign_slot(link->routed_in.slots, head & mask));
        const struct hop_words words = hop_read(slot);
        uint32_t addresses = (uint32_t)words.addresses, bytes = (uint32_t)words.lengths;
        uint32_t lengths = (uint32_t)(words.lengths >> 32 ^ words.lengths);
        uint32_t ascent = ((uint16_t)addresses ^ self->relaying_number) >> dimension;
        uint64_t difference = lengths | (words.purpose ^ HOP_MESSAGE) >> RELAYED_BIT | (ascent ^ 1);
        /* Not 0 for a message that is too long for this path, or whose node does not exist. */
        uint64_t beyond = (COPY_SMALL - (uint64_t)bytes) >> 63 | addresses / (CUBE_MAX_NODES << 16);
        if (UNLIKELY((difference | beyond) != 0))
            return false;
        struct link *leave = peer_at(addresses >> 16)->toward;
        if (UNLIKELY(leave <= link))
            return false;
        if (UNLIKELY(!hop_has_room(&leave->routed_out, 1)))
            return relay_later(&leave->routed_out);
        uint32_t asleep = send_slot(leave, &words, foreign_payload(slot));
        if (bytes != WORD_BYTES)
            hop_count(link, 1, bytes, true);
        if (UNLIKELY(hop_consume(link, head, mask, 1) || asleep != 0))
            return relay_finish(dimension, link_dimension(leave));
        head++;
    } while (UNLIKELY((uint32_t)head != tail));
    return true;
}

/* Whether what has arrived on a link is a message for this node that may stay in the ring: less
 * than half of it is full. */
static bool may_stay(const struct link *link) {
    const struct ring_receiver *in = &link->routed_in;
    if (ring_tail(in) - (uint32_t)in->head > in->mask / 2)
        return false;
    const struct hop_words words = hop_read(foreign_slot(in->slots, in->head & in->mask));
    return words.purpose >> RELAYED_BIT == HOP_MESSAGE >> RELAYED_BIT &&
           (uint32_t)words.addresses >> 16 == node.number;
}

void route_pass(void) {
    for (uint32_t d = 0; d < node.dimension; d++) {
        const struct link *link = &node.link[d];
        if (route_pending_on(link) && !may_stay(link) && !route_relay(d)) {
            route_forward();
            return;
        }
    }
}

/* ---- Looking ---- */

/* Whether nothing has arrived on a link whose tail and head are at hand. */
static inline bool is_quiet(const _Atomic uint32_t *tail, uint32_t head) {
    /* Relaxed: whoever then reads a slot reads the tail again, with acquire. */
    return atomic_load_explicit(tail, memory_order_relaxed) == head;
}

/* Returns the first dimension, beyond the first three, on which something has arrived, or
 * ROUTE_NONE. */
static inline uint32_t arrived_further(void) {
    for (uint32_t d = 3; d < node.dimension; d++)
        if (route_pending_on(&node.link[d]))
            return d;
    return ROUTE_NONE;
}

/* Looks at the first three links, of which those that the node does not have stay quiet, and at
 * those beyond them if `further`. Returns the dimension on which something has arrived. While this
 * node does nothing but look, no head moves: so the three are asked with what registers hold. A
 * loop over all links would take 185 instructions instead of 139 for each node that a round trip of
 * 8 nodes passes (docs/measurements.md), and one that asks `further` at each look 148. */
ALWAYS_INLINE uint32_t spin(uint32_t looks, bool further) {
    const struct ring_receiver *a = &node.link[0].routed_in, *b = &node.link[1].routed_in,
                               *c = &node.link[2].routed_in;
    const _Atomic uint32_t *tail_a = a->tail, *tail_b = b->tail, *tail_c = c->tail;
    uint32_t head_a = (uint32_t)a->head, head_b = (uint32_t)b->head, head_c = (uint32_t)c->head;
    uint32_t dimension = ROUTE_NONE;
    bool quiet;
    do {
        system_yield();
        quiet = (int)is_quiet(tail_a, head_a) & (int)is_quiet(tail_b, head_b) &
                (int)is_quiet(tail_c, head_c);
        if (quiet && further)
            dimension = arrived_further();
    } while (quiet && dimension == ROUTE_NONE && --looks > 0);
    if (quiet)
        return dimension;
    return !is_quiet(tail_a, head_a) ? 0 : !is_quiet(tail_b, head_b) ? 1 : 2;
}

/* Looks, and relays, as route_await does. */
ALWAYS_INLINE uint32_t await(uint32_t looks, uint32_t own, bool further) {
    uint32_t arrived;
    do
        arrived = spin(looks, further);
    while (arrived != ROUTE_NONE && arrived != own && route_relay(arrived));
    return arrived;
}

static NOINLINE uint32_t await_on_three(uint32_t looks, uint32_t own) {
    return await(looks, own, false);
}

static NOINLINE uint32_t await_on_all(uint32_t looks, uint32_t own) {
    return await(looks, own, true);
}

uint32_t route_await(uint32_t looks, uint32_t own) {
    if (UNLIKELY(looks == 0))
        return ROUTE_NONE;
    return node.dimension <= 3 ? await_on_three(looks, own) : await_on_all(looks, own);
}

/* ---- Any pieces ---- */

/* Passes on the oldest piece of `dimension`, or what is left of it, as far as there is room. A
 * piece may have to be cut again, because the next ring may have its end elsewhere. Returns true
 * when all of it has gone. */
static bool pass_on(uint32_t dimension, const struct piece *piece) {
    struct link *link = &node.link[dimension];
    uint32_t bytes = piece->header.bytes;
    struct cube_header header = piece->header;
    uint32_t leaving = credit_peer(header.destination)->leaving;
    do {
        /* An acknowledgement travels on the first part. */
        if (link->routed_passed > 0)
            header.acknowledged = 0;
        header.remaining = piece->header.remaining - link->routed_passed;
        header.clock = time_route(time_after(piece->header.clock, link->routed_passed), leaving);
        size_t put = hop_put(leaving, &header, piece->payload + link->routed_passed,
                             bytes - link->routed_passed);
        if (put == HOP_FULL) {
            node.stuck |= 1u << leaving;
            return false;
        }
        link->routed_passed += (uint32_t)put;
    } while (link->routed_passed < bytes);
    link->routed_passed = 0;
    return true;
}

/* Whether the routed channel carries packets with such a header. `here` says that the packet is for
 * this node, which takes in active messages only after it has said where they go. */
static bool is_message(const struct cube_header *header, bool here) {
    return header->operation == OPERATION_SEND ||
           (header->operation == OPERATION_ACTIVE && (!here || node.active)) ||
           (header->operation == OPERATION_ACKNOWLEDGE && header->remaining == 0);
}

static bool is_here(const struct cube_header *header) {
    return header->destination == node.number;
}

/* Whether the packet of a piece may have come on `dimension`. Deadlock freedom rests on the paths
 * that are checked here. The check also means that only a source itself, and the nodes on the path
 * from it, can send packets in its name: if any other node does, the packet comes on a link where
 * it may not come. */
static bool may_come(uint32_t dimension, const struct cube_header *header) {
    return is_message(header, is_here(header)) &&
           hop_is_on_path(dimension, header->source, header->destination);
}

/* Counts the piece of `dimension` that was last looked at. */
static void count_piece(uint32_t dimension, const struct cube_header *header) {
    struct link *link = &node.link[dimension];
    hop_count(link, link->routed_in.looked, header->bytes,
              header->operation != OPERATION_ACKNOWLEDGE && header->bytes == header->remaining);
}

/* Deals with the oldest piece of `dimension`. Returns false if it has to stay. */
static bool route_piece(uint32_t dimension, const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    bool here = is_here(header);
    if (!may_come(dimension, header) || (here && node.link[dimension].routed_passed > 0))
        ring_broken(header, (uint32_t)piece_slots(header->bytes));
    if (!here && !pass_on(dimension, piece))
        return false;
    if (here)
        inbox_deliver(piece);
    count_piece(dimension, header);
    return true;
}

/* Deals with what has been published on `dimension` by now. */
static bool forward_from(uint32_t dimension) {
    struct link *link = &node.link[dimension];
    struct ring_receiver *in = &link->routed_in;
    uint64_t before = in->head;
    if (route_pending_on(link))
        route_relay(dimension);
    uint32_t tail = ring_tail(in); /* after the relay, which takes what it finds by then */
    link->routed_seen = tail;
    while ((uint32_t)in->head != tail) {
        uint32_t passed = link->routed_passed;
        struct piece piece;
        ring_piece(in, tail, passed, &piece);
        if (!route_piece(dimension, &piece))
            return in->head != before || link->routed_passed != passed;
        if (ring_consume(in))
            node_wake(dimension);
    }
    if (in->head == before)
        return false;
    node.last_link = dimension;
    return true;
}

bool route_forward(void) {
    struct pause pause = time_pause();
    bool moved = false;
    node.stuck = 0;
    for (uint32_t d = 0; d < node.dimension; d++)
        moved |= forward_from(d);
    if (node.active)
        moved |= node.active->send_queued();
    credit_acknowledge();
    time_resume(pause);
    return moved;
}

/* ---- Between calls ---- */

/* Passes on what has arrived on `dimension`, up to the first piece that is for this node, or that
 * no sender writes: the node's next call takes in the former, and reports the latter. Returns false
 * if a ring on the way has no room. */
static bool pass_from(uint32_t dimension) {
    struct link *link = &node.link[dimension];
    struct ring_receiver *in = &link->routed_in;
    uint64_t looked = in->looked; /* a handler may be under way that has looked at a piece */
    uint32_t tail = ring_tail(in);
    while ((uint32_t)in->head != tail) {
        struct piece piece;
        if (!ring_look(in, tail, link->routed_passed, &piece) ||
            !may_come(dimension, &piece.header) || is_here(&piece.header)) {
            in->looked = looked;
            return true;
        }
        if (!pass_on(dimension, &piece))
            return false;
        count_piece(dimension, &piece.header);
        if (ring_consume(in))
            node_wake(dimension);
    }
    return true;
}

bool route_detour(void) {
    bool all = true;
    for (uint32_t d = 0; d < node.dimension; d++)
        all &= pass_from(d);
    return all;
}
