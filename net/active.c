#include "net/active.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/copy.h"
#include "net/credit.h"
#include "net/hop.h"
#include "net/time.h"

enum { HEADER_BYTES = sizeof(struct active_header) };
static_assert(HEADER_BYTES <= CUBE_SLOT_BYTES - sizeof(struct cube_header), "it is never cut");

/* The message that is arriving from one source. */
struct arriving {
    uint8_t *into;    /* where its next byte goes; null: it is discarded */
    void *message;    /* what `begin` returned */
    uint32_t to_come; /* bytes still to come; 0: none is arriving */
};

/* The messages that have not left on one dimension, linked by `next`. */
struct queue {
    struct active_sending *first, *last; /* null and of no meaning in an empty queue */
};

static NODE_LOCAL struct active_handlers handlers;
static NODE_LOCAL struct arriving arriving[CUBE_MAX_NODES];
static NODE_LOCAL struct queue queues[CUBE_MAX_DIMENSION];
static NODE_LOCAL uint32_t queued; /* the dimensions whose queues are not empty */

/* ---- Sending ---- */

/* Puts the header of the layer above and as many bytes behind it as go into a piece of `slots`
 * slots on a link. Returns the number of all these bytes. */
static size_t put_first(struct link *link, uint32_t slots, struct hop_words words,
                        const struct active_sending *sending) {
    struct cube_piece *piece = in_register(ring_next(&link->routed_out));
    size_t bytes = piece_payload(slots) - HEADER_BYTES;
    if (bytes > sending->bytes)
        bytes = sending->bytes;
    words.lengths |= (uint64_t)(HEADER_BYTES + bytes) << 32;
    hop_write(piece, &words);
    memcpy(piece->payload, &sending->header, HEADER_BYTES);
    copy_in(piece->payload + HEADER_BYTES, sending->data, bytes);
    if (unlikely(hop_publish(link, piece, slots)))
        system_ring(1u << link_dimension(link));
    return HEADER_BYTES + bytes;
}

/* Puts one piece of a message on the link of `dimension`. Returns false if there is no room. */
static bool put(uint32_t dimension, struct active_sending *sending) {
    struct link *link = &node.link[dimension];
    size_t whole = HEADER_BYTES + sending->bytes, sent = whole - sending->staying;
    uint32_t slots = hop_room(&link->routed_out, sending->staying);
    if (slots == 0)
        return false;
    struct hop_words words = {.lengths = sending->staying,
                              .purpose = HOP_ACTIVE,
                              .stamp = sending->stamp,
                              .addresses = hop_addresses(node.number, sending->to)};
    if (sent == 0) {
        sent = put_first(link, slots, words, sending);
    } else {
        const uint8_t *rest = (const uint8_t *)sending->data + (sent - HEADER_BYTES);
        words.stamp = time_after(sending->stamp, sent - HEADER_BYTES);
        sent += hop_put_piece(link, slots, words, rest, sending->staying);
    }
    sending->staying = (uint32_t)(whole - sent);
    node.time.stopped = false;
    return true;
}

/* Sends what is queued for one dimension. Returns whether anything left. */
static bool send_queue(uint32_t dimension) {
    struct queue *queue = &queues[dimension];
    bool moved = false;
    while (queue->first) {
        if (!put(dimension, queue->first)) {
            node.stuck |= 1u << dimension;
            return moved;
        }
        moved = true;
        if (active_has_left(queue->first))
            queue->first = queue->first->next;
    }
    queued &= ~(1u << dimension);
    return moved;
}

static bool send_queued(void) {
    bool moved = false;
    for (uint32_t left = queued; left != 0; left &= left - 1)
        moved |= send_queue((uint32_t)__builtin_ctz(left));
    return moved;
}

/* Sends a message whose stamp is known. */
static void send_stamped(struct active_sending *sending, uint64_t stamp) {
    uint32_t dimension = peers[sending->to].leaving;
    struct queue *queue = &queues[dimension];
    sending->stamp = stamp;
    sending->staying = (uint32_t)(HEADER_BYTES + sending->bytes);
    sending->next = NULL;
    if (queue->first)
        queue->last->next = sending;
    else
        queue->first = sending;
    queue->last = sending;
    queued |= 1u << dimension;
    send_queue(dimension);
}

/* What the clock and the journal are told of a message to node `to`, or from it. */
static struct flow flow_with(uint32_t dimension, uint32_t peer) {
    return (struct flow){dimension, OPERATION_ACTIVE, 0, peer};
}

static struct flow flow_to(uint32_t to) {
    assert(to != node.number && to >> node.dimension == 0);
    return flow_with(peers[to].leaving, to);
}

void active_send(struct active_sending *sending) {
    send_stamped(sending, time_depart(flow_to(sending->to), sending->bytes));
}

void active_send_from(struct active_sending *sending, uint64_t time) {
    struct flow flow = flow_to(sending->to);
    struct pause pause = time_pause();
    if (node.time.careful)
        time = time_depart_careful(time, flow, sending->bytes);
    send_stamped(sending, node.time.on ? time : 0);
    time_resume(pause);
}

/* A link on which nothing leaves at once has no room here (net/credit.h), and that is so for all
 * links while there is a clock. */
bool active_send_short(uint32_t to, const struct active_header *header, const void *data,
                       size_t bytes) {
    const struct peer *peer = peer_at(to);
    struct link *link = peer->toward;
    struct ring_sender *out = &link->routed_out;
    uint64_t slots = piece_slots(HEADER_BYTES + bytes);
    if (unlikely(queued != 0 || !hop_has_room(out, slots)))
        return false;
    struct cube_piece *piece = in_register(ring_next(out));
    copy_in(piece->payload + HEADER_BYTES, data, bytes);
    memcpy(piece->payload, header, HEADER_BYTES);
    hop_write(piece,
              &(struct hop_words){hop_lengths(HEADER_BYTES + bytes), HOP_ACTIVE, 0, peer->out});
    ring_produce(out, piece, slots);
    if (unlikely(node_asleep(link) != 0))
        system_ring(1u << link_dimension(link));
    return true;
}

/* ---- Arrival ---- */

/* Copies the header of the layer above, with which the payload of a first piece begins. */
always_inline struct active_header read_header(const uint8_t *payload) {
    const struct foreign_slot *place = (const struct foreign_slot *)payload;
    foreign_pair first = foreign_words(place, 0), second = foreign_words(place, 1);
    return (struct active_header){
        {(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second, (uint64_t)(second >> 64)}};
}

/* Ends the program: the piece with this header is one that no node sends. */
static cold _Noreturn void broken(const struct cube_header *header, uint32_t to_come) {
    fprintf(stderr,
            "cube: node %" PRIu32
            ": node %u, or a node on the way from it, has written over its own link: a piece of "
            "%" PRIu32 " bytes, in an active message of %" PRIu32 ", where %" PRIu32
            " were to come\n",
            node.number, (unsigned)header->source, header->bytes, header->remaining, to_come);
    abort();
}

/* Takes in a piece. That it has no more bytes than are to come was checked when it was found
 * (net/ring.h). */
static void deliver(const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    struct arriving *from = &arriving[header->source];
    const uint8_t *payload = piece->payload;
    uint32_t bytes = header->bytes, to_come = from->to_come;
    if (to_come == 0 ? bytes < HEADER_BYTES : header->remaining != to_come)
        broken(header, to_come);
    if (to_come == 0) {
        const struct active_header copy = read_header(payload);
        to_come = header->remaining - HEADER_BYTES;
        bytes -= HEADER_BYTES;
        payload += HEADER_BYTES;
        struct active_place place = handlers.begin(header->source, &copy, to_come, header->clock);
        from->into = place.into;
        from->message = place.message;
    }
    if (from->into) {
        copy_out(from->into, payload, bytes);
        from->into += bytes;
    }
    from->to_come = to_come - bytes;
    if (from->to_come == 0)
        handlers.end(from->message);
}

/* Takes the oldest piece of a link on which something has arrived, if it is a whole message for
 * this node and gives no credit back. That it came by E-cube's path is known by the link. A
 * neighbour that changes a header after part of its piece has gone on changes only its own packets.
 * Returns false if it is not, for which there is route_forward. */
static bool take_whole(struct link *link) {
    struct ring_receiver *in = &link->routed_in;
    uint64_t head = in->head, mask = in->mask, place = head & mask;
    uint32_t published = ring_tail(in) - (uint32_t)head;
    const struct foreign_slot *slot = in_register(foreign_slot(in->slots, place));
    const struct hop_words words = hop_read(slot);
    uint32_t source = (uint16_t)words.addresses;
    uint64_t bytes = words.lengths >> 32, slots = piece_slots(bytes);
    if (unlikely(source >= CUBE_MAX_NODES))
        return false;
    const struct peer *peer = peer_at(source);
    uint64_t difference = ((uint32_t)words.lengths ^ bytes) | (words.purpose ^ HOP_ACTIVE) |
                          (words.addresses ^ (uint32_t)peer->in) | arriving[source].to_come;
    if (unlikely(difference != 0 || peer->from != link || bytes < HEADER_BYTES ||
                 slots > published || slots > mask + 1 - place))
        return false;
    const struct active_header header = read_header(foreign_payload(slot));
    bytes -= HEADER_BYTES;
    struct active_place to = handlers.begin(source, &header, bytes, words.stamp);
    if (likely(to.into))
        copy_out(to.into, foreign_payload(slot) + HEADER_BYTES, bytes);
    hop_count(link, slots, HEADER_BYTES + bytes, true);
    if (unlikely(hop_consume(link, head, mask, slots))) {
        ring_release(in);
        node_wake(link_dimension(link));
    }
    handlers.end(to.message);
    return true;
}

void active_take(uint32_t source, uint64_t stamp, size_t bytes) {
    time_take(flow_with(peers[source].arriving, source), stamp, bytes, true);
}

/* ---- Progress ---- */

/* Takes in and passes on what has arrived, the oldest piece of each link the shortest way if that
 * can be, and everything otherwise. Returns whether anything was done. */
static noinline bool progress(void) {
    bool moved = false;
    for (uint32_t d = 0; d < node.dimension; d++) {
        if (!route_pending_on(&node.link[d]))
            continue;
        if (unlikely(queued != 0 || !(take_whole(&node.link[d]) || route_relay(d))))
            return route_forward() || moved;
        moved = true;
    }
    return moved || (queued != 0 && route_forward());
}

/* Whether there is anything to do that is known without a look into a ring. */
static inline bool has_work(void) {
    return route_pending(node_self()) || unlikely(queued != 0);
}

bool active_poll(void) {
    if (has_work() && progress())
        return true;
    credit_answer();
    wait_pass("poll");
    return false;
}

void active_wait(struct waiting *waiting) {
    if (unlikely(waiting->spins >=
                 node.idle_spins)) { /* with turns always: the clock stands still */
        waiting->spins = wait_rest(*waiting, 0);
    } else if (has_work() && progress()) {
        waiting->spins = 0;
    } else {
        waiting->spins++;
        system_yield();
    }
}

static const struct active_channel channel = {.deliver = deliver, .send_queued = send_queued};

void active_start(const struct active_handlers *given) {
    handlers = *given;
    memset(arriving, 0, sizeof arriving);
    memset(queues, 0, sizeof queues);
    queued = 0;
    node.active = &channel;
}
