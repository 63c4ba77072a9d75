/* The shortest path of an active message that arrives in one piece: from the ring to where the
 * layer above wants it, without a handler. For a receive that waits for just this message.
 *
 *     struct active_arrival arrival;
 *     if (active_look(link, &arrival) && (it is what this receive waits for))
 *         active_accept(&arrival, buffer);
 *
 * If anything is not as these functions expect, they change nothing and leave it to active_wait.
 * Before a receive looks, it has found no earlier message that it could take among those that the
 * handlers have taken in; messages of one source keep their order, because the handlers take them
 * from the same place of the same ring.
 */
#ifndef NET_ACTIVE_PATH_H
#define NET_ACTIVE_PATH_H

#include "net/active.h"
#include "net/credit.h"
#include "net/hop.h"

enum { ACTIVE_HEADER_BYTES = sizeof(struct active_header) };
static_assert(ACTIVE_HEADER_BYTES <= CUBE_SLOT_BYTES - sizeof(struct cube_header),
              "a first piece holds all of it");

/* A whole message that lies first in a ring. */
struct active_arrival {
    struct active_header header; /* a copy */
    uint64_t bytes;
    uint32_t source;
    struct link *link;
    const uint8_t *payload; /* still in the neighbour's window: read it once */
    uint64_t head, mask;    /* of the ring */
};

/* Copies the header of the layer above, with which the payload of a first piece begins. */
always_inline struct active_header active_read_header(const uint8_t *payload) {
    const struct foreign_slot *place = (const struct foreign_slot *)payload;
    foreign_pair first = foreign_words(place, 0), second = foreign_words(place, 1);
    return (struct active_header){{(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second}};
}

/* Whether a whole active message for this node lies first in the ring of `link`, and gives back no
 * credit; if so, fills *arrival. That it came by E-cube's path is known by the link, and while
 * there is a clock, or part of another message of its source has arrived, nothing is found here
 * (net/credit.h). A neighbour that changes a header after part of its piece has gone on changes
 * only its own packets. */
always_inline bool active_look(struct link *link, struct active_arrival *arrival) {
    const struct ring_receiver *in = &link->routed_in;
    uint64_t head = in->head, mask = in->mask, place = head & mask;
    uint32_t published = ring_tail(in) - (uint32_t)head;
    if (published == 0)
        return false;
    const struct foreign_slot *slot = in_register(foreign_slot(in->slots, place));
    const struct hop_words words = hop_read(slot);
    uint32_t source = (uint16_t)words.addresses;
    uint64_t bytes = words.lengths >> 32, slots = piece_slots(bytes);
    if (unlikely(source >= CUBE_MAX_NODES))
        return false;
    const struct peer *peer = peer_at(source);
    uint64_t difference = ((uint32_t)words.lengths ^ bytes) | (words.purpose ^ HOP_ACTIVE) |
                          (words.addresses ^ peer->in);
    if (unlikely(difference != 0 || peer->from != link || bytes < ACTIVE_HEADER_BYTES ||
                 slots > published || slots > mask + 1 - place))
        return false;
    const uint8_t *payload = foreign_payload(slot);
    *arrival = (struct active_arrival){
        .header = active_read_header(payload),
        .bytes = bytes - ACTIVE_HEADER_BYTES,
        .source = source,
        .link = link,
        .payload = payload + ACTIVE_HEADER_BYTES,
        .head = head,
        .mask = mask,
    };
    return true;
}

/* Takes the message that the look has found out of the ring: to `into`, which has room for all its
 * bytes, or to nowhere if that is null. */
always_inline void active_accept(const struct active_arrival *arrival, void *into) {
    struct link *link = arrival->link;
    uint64_t bytes = ACTIVE_HEADER_BYTES + arrival->bytes, slots = piece_slots(bytes);
    if (likely(into != NULL)) {
        if (arrival->bytes == WORD_BYTES)
            copy_out(into, arrival->payload, WORD_BYTES);
        else
            copy_out(into, arrival->payload, arrival->bytes);
    }
    hop_count(link, slots, bytes, true);
    if (unlikely(hop_consume(link, arrival->head, arrival->mask, slots))) {
        ring_release(&link->routed_in);
        node_wake(link_dimension(link));
    }
}

/* ---- The others ---- */

/* The dimensions whose queues of messages that are leaving are not empty. */
extern NODE_LOCAL uint32_t active_queued;

/* Whether something has arrived or is queued. */
always_inline bool active_has_work(void) {
    return unlikely(active_queued != 0) || route_pending(node_self());
}

/* Takes in and passes on what has arrived, and sends what is queued. Returns whether anything was
 * done. */
bool active_progress(void);

/* What every call of the layer above does once unless it has waited: a node that finds all its own
 * messages the shortest way still passes on those of others. */
always_inline void active_pass(void) {
    if (active_has_work())
        active_progress();
}

#endif
