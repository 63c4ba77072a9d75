/* The shortest paths of active messages that go in one piece: from the sender's buffer into the
 * ring, and out of the ring to where a receive that waits for the message wants it, without a
 * handler. They are compiled into the calls of the layer above. If anything is not as these
 * functions expect, they change nothing and leave it to those of net/active.h.
 *
 *     if (!active_send_short(to, &header, data, bytes))
 *         (fill in a struct active_sending: active_send)
 *     active_pass();
 *
 *     struct active_arrival arrival;
 *     if (active_look_from(peer_at(source), &arrival) && (its header is that of the message)) {
 *         active_accept(&arrival, buffer);
 *         active_pass();
 *     }
 *
 * Before a receive looks, it has found no earlier message that it could take among those that the
 * handlers have taken in. So the messages of one source keep their order, for the handlers take
 * them from the same place of the same ring.
 */
#ifndef NET_ACTIVE_PATH_H
#define NET_ACTIVE_PATH_H

#include "net/active.h"
#include "net/credit.h"
#include "net/hop.h"

enum { ACTIVE_HEADER_BYTES = sizeof(struct active_header) };
static_assert(ACTIVE_HEADER_BYTES + WORD_BYTES <= COPY_SMALL, "a word goes in one slot");

/* The dimensions whose queues of messages that are leaving are not empty. */
extern NODE_LOCAL uint32_t active_queued;

/* Both copy a message's bytes, of which the most frequent number is that of a word. */
always_inline void active_copy_in(uint8_t *slot, const void *data, size_t bytes) {
    if (bytes == WORD_BYTES)
        copy_in(slot, data, WORD_BYTES);
    else
        copy_in(slot, data, bytes);
}
always_inline void active_copy_out(void *into, const uint8_t *slot, size_t bytes) {
    if (bytes == WORD_BYTES)
        copy_out(into, slot, WORD_BYTES);
    else
        copy_out(into, slot, bytes);
}

/* ---- Sending ---- */

/* Sends a whole message to node `to`, another one, if it goes in one piece and may go at once:
 * nothing is queued, there is room, and there is no clock. Returns whether it has left. A link on
 * which nothing leaves at once has no room here (net/credit.h), and that is so for all links while
 * there is a clock. */
always_inline bool active_send_short(uint32_t to, const struct active_header *header,
                                     const void *data, size_t bytes) {
    const struct peer *peer = peer_at(to);
    struct link *link = peer->toward;
    struct ring_sender *out = &link->routed_out;
    uint64_t slots = piece_slots(ACTIVE_HEADER_BYTES + bytes);
    if (unlikely(active_queued != 0 || !hop_has_room(out, slots)))
        return false;
    struct cube_piece *piece = in_register(ring_next(out));
    memcpy(piece->payload, header, ACTIVE_HEADER_BYTES);
    active_copy_in(piece->payload + ACTIVE_HEADER_BYTES, data, bytes);
    hop_write(piece, &(struct hop_words){hop_lengths(ACTIVE_HEADER_BYTES + bytes), HOP_ACTIVE, 0,
                                         peer->out});
    ring_produce(out, piece, slots);
    if (unlikely(node_asleep(link) != 0))
        system_ring(1u << link_dimension(link));
    return true;
}

/* ---- Receiving ---- */

/* A whole message that lies first in a ring. */
struct active_arrival {
    struct active_header header; /* a copy */
    uint64_t bytes;
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

/* Whether a whole active message of *peer for this node lies first in the ring on which its packets
 * arrive, and gives back no credit; if so, fills *arrival. That it came by E-cube's path is known
 * by the link. While there is a clock, or part of another message of its source has arrived,
 * nothing is found here (net/credit.h). A neighbour that changes a header after part of its piece
 * has gone on changes only its own packets. */
always_inline bool active_look_from(const struct peer *peer, struct active_arrival *arrival) {
    struct link *link = peer->from;
    const struct ring_receiver *in = &link->routed_in;
    uint64_t head = in->head, mask = in->mask, place = head & mask;
    uint32_t published = ring_tail(in) - (uint32_t)head;
    if (published == 0)
        return false;
    const struct foreign_slot *slot = in_register(foreign_slot(in->slots, place));
    const struct hop_words words = hop_read(slot);
    uint64_t bytes = words.lengths >> 32, slots = piece_slots(bytes);
    uint64_t difference = ((uint32_t)words.lengths ^ bytes) | (words.purpose ^ HOP_ACTIVE) |
                          (words.addresses ^ peer->in);
    if (unlikely(difference != 0 || bytes < ACTIVE_HEADER_BYTES || slots > published ||
                 slots > mask + 1 - place))
        return false;
    const uint8_t *payload = foreign_payload(slot);
    *arrival = (struct active_arrival){
        .header = active_read_header(payload),
        .bytes = bytes - ACTIVE_HEADER_BYTES,
        .link = link,
        .payload = payload + ACTIVE_HEADER_BYTES,
        .head = head,
        .mask = mask,
    };
    return true;
}

/* The peer whose message lies first in the ring of `link`, or null if there is none whose messages
 * arrive there. What the slot says may change at any moment, so active_look_from checks what it
 * reads itself. */
always_inline const struct peer *active_first_peer(struct link *link) {
    const struct ring_receiver *in = &link->routed_in;
    if (!ring_has(in->tail, in->head))
        return NULL;
    const struct hop_words words = hop_read(foreign_slot(in->slots, in->head & in->mask));
    uint32_t source = (uint16_t)words.addresses;
    return source < CUBE_MAX_NODES && peer_at(source)->from == link ? peer_at(source) : NULL;
}

/* Takes the message that the look has found out of the ring: to `into`, which has room for all its
 * bytes, or to nowhere if that is null. */
always_inline void active_accept(const struct active_arrival *arrival, void *into) {
    struct link *link = arrival->link;
    uint64_t bytes = ACTIVE_HEADER_BYTES + arrival->bytes, slots = piece_slots(bytes);
    if (likely(into != NULL))
        active_copy_out(into, arrival->payload, arrival->bytes);
    hop_count(link, slots, bytes, true);
    if (unlikely(hop_consume(link, arrival->head, arrival->mask, slots))) {
        ring_release(&link->routed_in);
        node_wake(link_dimension(link));
    }
}

/* ---- The others ---- */

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
