#include "net/messages/active.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "net/clock/time.h"

/* The message that is arriving from one source. */
struct arriving {
    uint8_t *into;    /* where its next byte goes; null: it is discarded */
    void *message;    /* what `begin` returned */
    uint32_t to_come; /* bytes still to come; 0: none is arriving */
};

/* The messages that have not left on one dimension, linked by `next`. */
struct queue {
    struct active_sending *first, *last; /* in an empty queue `first` is null, and `last` has no
                                            meaning */
};

static NODE_LOCAL struct active_handlers handlers;
static NODE_LOCAL bool discarding; /* the layer of the handlers has called active_stop */
static NODE_TABLE struct arriving arriving[CUBE_MAX_NODES];
static NODE_LOCAL struct queue queues[CUBE_MAX_DIMENSION];

/* Messages that left on a detour, on which their handlers may not be called, linked by `next`. */
static NODE_LOCAL struct active_sending *untold;
NODE_LOCAL uint32_t active_queued;

/* ---- Sending ---- */

/* Puts the header of the layer above and as many bytes behind it as go into a piece of `slots`
 * slots on a link. Returns the number of all these bytes. */
static size_t put_first(struct link *link, uint32_t slots, struct hop_words words,
                        const struct active_sending *sending) {
    struct cube_piece *piece = in_register(ring_next(&link->routed_out));
    size_t bytes = piece_payload(slots) - ACTIVE_HEADER_BYTES;
    if (bytes > sending->bytes)
        bytes = sending->bytes;
    words.lengths |= (uint64_t)(ACTIVE_HEADER_BYTES + bytes) << 32;
    hop_write(piece, &words);
    memcpy(piece->payload, &sending->header, ACTIVE_HEADER_BYTES);
    copy_in(piece->payload + ACTIVE_HEADER_BYTES, sending->data, bytes);
    if (UNLIKELY(hop_publish(link, piece, slots)))
        node_ring(1u << link_dimension(link));
    return ACTIVE_HEADER_BYTES + bytes;
}

/* Puts one piece of a message on the link of `dimension`. Returns false if there is no room. Nobody
 * reads the stamps of the pieces after the first. */
static bool put(uint32_t dimension, struct active_sending *sending) {
    struct link *link = &node.link[dimension];
    size_t whole = ACTIVE_HEADER_BYTES + sending->bytes, sent = whole - sending->staying;
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
        const uint8_t *rest = (const uint8_t *)sending->data + (sent - ACTIVE_HEADER_BYTES);
        sent += hop_put_piece(link, slots, words, rest, sending->staying);
    }
    sending->staying = (uint32_t)(whole - sent);
    node.time.stopped = false;
    return true;
}

/* Calls the handler of a message that has left, or on a detour keeps it for the next call. */
static void tell_left(struct active_sending *sending, bool detour) {
    if (detour && !sending->anywhere) {
        sending->next = untold;
        untold = sending;
        active_queued |= ACTIVE_UNTOLD;
        return;
    }
    sending->left(sending); /* it may send: the loops around this then find that message, too */
}

static void hurry_no_more(void) {
    if (UNLIKELY(node.hurries != 0) && active_queued == 0)
        node_hurry(NODE_QUEUES, false);
}

static COLD void tell_untold(void) {
    active_queued &= ~ACTIVE_UNTOLD;
    while (untold) {
        struct active_sending *first = untold;
        untold = first->next; /* a detour may add to it while the handler runs */
        first->left(first);
    }
    hurry_no_more();
}

/* Sends what is queued for one dimension. Returns whether anything left. */
static bool send_queue(uint32_t dimension, bool detour) {
    struct queue *queue = &queues[dimension];
    bool moved = false;
    while (queue->first) {
        if (!put(dimension, queue->first)) {
            node.stuck |= 1u << dimension;
            return moved;
        }
        moved = true;
        struct active_sending *first = queue->first;
        if (active_has_left(first)) {
            queue->first = first->next;
            if (first->queued && first->left)
                tell_left(first, detour);
        }
    }
    active_queued &= ~(1u << dimension);
    hurry_no_more();
    return moved;
}

static bool send_all(bool detour) {
    bool moved = false;
    for (uint32_t left = active_queued & ~ACTIVE_UNTOLD; left != 0; left &= left - 1)
        moved |= send_queue((uint32_t)__builtin_ctz(left), detour);
    return moved;
}

static bool send_queued(void) {
    bool told = (active_queued & ACTIVE_UNTOLD) != 0;
    if (told)
        tell_untold();
    return send_all(false) || told;
}

bool active_detour(void) {
    send_all(true);
    return (active_queued & ~ACTIVE_UNTOLD) == 0;
}

/* Sends a message whose stamp is known. */
static void send_stamped(struct active_sending *sending, uint64_t stamp) {
    uint32_t dimension = credit_peer(sending->to)->leaving;
    struct queue *queue = &queues[dimension];
    sending->stamp = stamp;
    sending->queued = false;
    sending->staying = (uint32_t)(ACTIVE_HEADER_BYTES + sending->bytes);
    sending->next = NULL;
    if (queue->first)
        queue->last->next = sending;
    else
        queue->first = sending;
    queue->last = sending;
    active_queued |= 1u << dimension;
    send_queue(dimension, false);
    sending->queued = !active_has_left(sending);
    if (sending->queued)
        node_hurry(NODE_QUEUES, true);
}

/* Returns what the clock and the journal are told of a message to or from node `peer`. */
static struct flow flow_with(uint32_t dimension, uint32_t peer) {
    return (struct flow){dimension, OPERATION_ACTIVE, 0, peer};
}

static struct flow flow_to(uint32_t to) {
    assert(to != node.number && to >> node.dimension == 0);
    return flow_with(credit_peer(to)->leaving, to);
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

/* ---- Arrival ---- */

/* Ends the program: the piece with this header is one that no node sends. */
static COLD _Noreturn void broken(const struct cube_header *header, uint32_t to_come) {
    system_abort("cube: node %" PRIu32 ": invalid active message from node %u: a piece of %" PRIu32
                 " bytes, in a message of %" PRIu32 "; expected %" PRIu32
                 " (its program or that of a node on its path" FOREIGN_REMEDY "\n",
                 node.number, (unsigned)header->source, header->bytes, header->remaining, to_come);
}

/* The handlers of a layer that has called active_stop. */
static struct active_place begin_discarding(UNUSED uint32_t source,
                                            UNUSED const struct active_header *header,
                                            UNUSED size_t bytes, UNUSED uint64_t stamp) {
    return (struct active_place){NULL, NULL};
}

static void end_discarding(UNUSED void *message) {
}

/* Takes in a piece. That it has no more bytes than are to come was checked when it was found
 * (net/ring.h). */
static void deliver(const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    struct arriving *from = &arriving[header->source];
    struct peer *peer = credit_peer(header->source);
    const uint8_t *payload = piece->payload;
    uint32_t bytes = header->bytes, to_come = from->to_come;
    if (to_come == 0 ? bytes < ACTIVE_HEADER_BYTES : header->remaining != to_come)
        broken(header, to_come);
    if (to_come == 0) {
        const struct active_header copy = active_read_header(payload);
        to_come = header->remaining - ACTIVE_HEADER_BYTES;
        bytes -= ACTIVE_HEADER_BYTES;
        payload += ACTIVE_HEADER_BYTES;
        struct active_place place = handlers.begin(header->source, &copy, to_come, header->clock);
        from->into = place.into;
        from->message = place.message;
    }
    if (from->into && !discarding) {
        copy_out(from->into, payload, bytes);
        from->into += bytes;
    }
    from->to_come = to_come - bytes;
    if (from->to_come == 0) {
        peer->in &= ~PEER_ACTIVE;
        handlers.end(from->message);
    } else {
        peer->in |= PEER_ACTIVE;
    }
}

/* Takes the oldest piece of a link if it is a whole message for this node. Returns false if it is
 * not; the caller then leaves it to route_forward. */
static bool take_whole(struct link *link) {
    struct active_arrival arrival;
    const struct peer *peer = active_first_peer(link);
    if (UNLIKELY(!peer || !active_look_from(peer, &arrival)))
        return false;
    struct active_place place =
        handlers.begin(credit_node(peer), &arrival.header, arrival.bytes, 0);
    active_accept(&arrival, place.into);
    handlers.end(place.message);
    return true;
}

void active_take(uint32_t source, uint64_t stamp, size_t bytes) {
    time_take(flow_with(credit_peer(source)->arriving, source), stamp, bytes, true);
}

/* What there is of a message of which the rest will not come is the layer's to end. */
static void failed(uint32_t source, uint64_t stamp) {
    struct arriving *from = &arriving[source];
    void *begun = from->to_come > 0 ? from->message : NULL;
    *from = (struct arriving){0};
    credit_peer(source)->in &= ~PEER_ACTIVE;
    if (handlers.failed)
        handlers.failed(source, begun, stamp);
}

/* Not constant: where links are dead, net/faults/dead.c puts itself in between. */
struct active_channel active_channel = {
    .deliver = deliver, .failed = failed, .send_queued = send_queued};

/* ---- Progress ---- */

/* Takes the oldest piece of each link the shortest way if possible, and leaves everything else to
 * route_forward. */
bool active_progress(void) {
    bool moved = false;
    for (uint32_t d = 0; d < node.dimension; d++) {
        if (!route_pending_on(&node.link[d]))
            continue;
        if (UNLIKELY(active_queued != 0 || !(take_whole(&node.link[d]) || route_relay(d))))
            return route_forward() || moved;
        moved = true;
    }
    return moved || (active_queued != 0 && route_forward());
}

/* With turns, only a sleep passes the turn. It has to last so long that its deadline has not passed
 * already when the kernel looks at it: 625 ticks of 16 ns are 10 us, or 10000 instructions of 1 ns.
 * The sleep takes no time by the node's clock. */
enum { PASS_TICKS = 625 };

bool active_poll(void) {
    if (active_has_work() && active_progress())
        return true;
    credit_answer();
    if (node.time.turns)
        wait_until("poll", system_ticks() + PASS_TICKS);
    else if (!active_channel.poll || !active_channel.poll())
        system_yield();
    return false;
}

/* This is the rare part of active_wait. */
static NOINLINE void wait_on(struct waiting *waiting) {
    waiting->spins = wait_rest(*waiting, 0);
}

/* With turns, each failed look leads to a system call at once, before which the clock is stopped.
 * Without them, a call looks, passes the turn, and looks again, which is enough for a round trip
 * between two nodes. */
void active_wait(struct waiting *waiting) {
    if (UNLIKELY(waiting->spins >= node.idle_spins)) {
        wait_on(waiting);
        return;
    }
    waiting->spins++;
    if (active_has_work() && active_progress()) {
        waiting->spins = 0;
        return;
    }
    system_yield();
    if (active_has_work() && active_progress())
        waiting->spins = 0;
}

void active_start(const struct active_handlers *given) {
    handlers = *given;
    discarding = false;
    memset(queues, 0, sizeof queues);
    active_queued = 0;
    untold = NULL;
    node.active = &active_channel;
}

void active_stop(void) {
    handlers = (struct active_handlers){.begin = begin_discarding, .end = end_discarding};
    discarding = true;
}
