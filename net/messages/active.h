/* Active messages: messages between any two nodes that call a handler on arrival (von Eicken,
 * Culler, Goldstein and Schauser, "Active messages", 1992). They are for layers of the library that
 * match messages by rules of their own, as MPI does.
 *
 * An active message is a header of three words, which only the layer above understands, and bytes.
 * It travels on the routed channel; with a word of data it fills one slot, and is relayed like
 * other short messages. When its first piece arrives, the handler `begin` returns the place for the
 * bytes; when all of them are there, the handler `end` is called. Both are called wherever packets
 * are taken in (net/messages/route.h). So a node makes progress in every call that waits, and after
 * its program has ended.
 *
 * Sending never waits. A message without room is queued, and leaves piece by piece wherever packets
 * are taken in. There is one queue for each dimension, in the order of the calls: so messages from
 * one node to another stay in order, and each is complete before the next begins.
 *
 * There is no credit. The credits of net/messages/credit.h bound inboxes, and there is no inbox
 * here: a piece that arrives goes to its place at once, or is discarded. It never waits, so the
 * proof in net/messages/route.h holds. Credit for every piece would bound no memory, and would cost
 * an acknowledgement for each half window. A node that neither waits nor calls leaves its messages
 * in the rings. The layer above must bound the memory of unexpected messages, because only it knows
 * the expected ones. MPI does so by a window of credit for each sender (mpi/message/eager.h): a
 * message with credit carries its data, and any other only its envelope. The receiver then answers
 * from a handler, and the sender's handler sends the data with the receiver's number in their
 * header, so that `begin` returns the buffer of the receive and nothing is copied twice.
 *
 * The arrival of a message does not move the node's clock, because the program has not asked for
 * it. Each arrival has its stamp, and the layer above calls active_take at the match. */
#ifndef NET_ACTIVE_H
#define NET_ACTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"
#include "net/foreign.h"
#include "net/messages/credit.h"
#include "net/messages/hop.h"
#include "net/wait.h"

/* The header of the layer above. */
struct active_header {
    uint64_t word[3];
};

enum { ACTIVE_HEADER_BYTES = sizeof(struct active_header) };

/* The longest message, in bytes beside its header. */
#define ACTIVE_MOST_BYTES ((size_t)UINT32_MAX - ACTIVE_HEADER_BYTES)

/* ---- Arrival ---- */

/* Where a message goes. */
struct active_place {
    void *into;    /* has room for all of its bytes; null: they are discarded */
    void *message; /* anything that tells the layer above which message this is */
};

/* The handlers. They may send (active_send_from), but neither wait nor poll. A broken node may
 * write anything into *header, which is a copy and no longer changes. */
struct active_handlers {
    /* A message of `bytes` bytes from node `source` begins to arrive. *header is valid during the
     * call. `stamp` is the time at which its first byte arrived, or 0 if there is no clock. */
    struct active_place (*begin)(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp);

    /* All bytes of the message have arrived, or have been discarded. It is the one for which
     * `begin` returned `message`. */
    void (*end)(void *message);

    /* Optional. Node `source`, or its program, has failed at `stamp`: nothing more comes from it.
     * `message` is the result of `begin` for an incomplete message, or null: `end` is not called
     * for it. */
    void (*failed)(uint32_t source, void *message, uint64_t stamp);
};

/* The functions that net calls (net/node.h). Not constant: a layer may put itself in between. */
extern struct active_channel active_channel;

/* Makes this node take in active messages, by these handlers, which are copied. Every node calls
 * this before any node sends, with a barrier in between. A message for a node that has not called
 * it ends that node's program. */
void active_start(const struct active_handlers *handlers);

/* Makes this node discard active messages, and the rest of those that have begun. No handler of
 * arrival is called any more, so the memory of messages may be freed. */
void active_stop(void);

/* The program takes a message of `bytes` bytes from node `source`, which arrived with `stamp`. The
 * clock then shows at least the arrival of its last byte. */
void active_take(uint32_t source, uint64_t stamp, size_t bytes);

/* ---- Sending ---- */

/* A message that is leaving. The caller fills in the members of the first group, and changes
 * neither them nor the data until the message has left. The others belong to net. */
struct active_sending {
    struct active_header header;
    const void *data;
    size_t bytes; /* at most ACTIVE_MOST_BYTES */
    uint32_t to;  /* another node than this one */

    /* Optional. Called when the whole message has left, unless it had left when the call that sent
     * it returned. Where the program may be in its allocator, on a detour, it is called only if
     * `anywhere`, which says that it neither allocates nor frees; otherwise at the program's next
     * call. */
    void (*left)(struct active_sending *sending);
    bool anywhere;

    uint32_t staying; /* bytes that have not left, the header's included */
    bool queued;      /* the call that sent it returned before all of it had left */
    uint64_t stamp;
    struct active_sending *next; /* in the queue */
};

/* Sends a message, as far as there is room, and queues the rest. Never waits. */
void active_send(struct active_sending *sending);

/* Sends a message that leaves at `time` by the clock. For handlers: an arrival causes their
 * messages, not the program at its clock. */
void active_send_from(struct active_sending *sending, uint64_t time);

/* Whether all of the message has left, so that the caller may use *sending and the data again. */
static inline bool active_has_left(const struct active_sending *sending) {
    return sending->staying == 0;
}

/* ---- Progress ---- */

/* Takes in and forwards arrivals, and sends queued messages. Returns whether there was anything to
 * do. If not, passes the turn, so that the nodes that a polling program waits for can run, with any
 * accelerator and clock. */
bool active_poll(void);

/* Sends queued messages on a detour (net/messages/answering.h). Returns whether the queue is empty.
 */
bool active_detour(void);

/* Called after a failed look of the layer above:
 *
 *     struct waiting waiting = wait_begin("MPI_Recv", source, 0);
 *     while (!request->done)
 *         active_wait(&waiting);
 *
 * As active_poll. After N fruitless calls in a row, by the node page, sleeps until something
 * arrives or there is room for queued messages. */
void active_wait(struct waiting *waiting);

/* ---- The shortest paths ----
 *
 * They are for messages that go in one piece: from the sender's buffer into the ring, and out of
 * the ring to where a receive that waits for the message wants it, without a handler. They are
 * compiled into the calls of the layer above. If anything is not as these functions expect, they
 * change nothing and leave it to the functions before.
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
 * handlers have taken in. So the messages of one source keep their order, because the handlers take
 * them from the same place of the same ring. */

static_assert(ACTIVE_HEADER_BYTES + WORD_BYTES <= COPY_SMALL, "a word goes in one slot");

/* The dimensions whose queues of messages that are leaving are not empty, and ACTIVE_UNTOLD while
 * handlers of messages that have left on a detour are still to be called. */
extern NODE_LOCAL uint32_t active_queued;
#define ACTIVE_UNTOLD (UINT32_C(1) << CUBE_MAX_DIMENSION)

/* Both copy a message's bytes. The most frequent message is one word. */
ALWAYS_INLINE void active_copy_in(uint8_t *slot, const void *data, size_t bytes) {
    if (bytes == WORD_BYTES)
        copy_in(slot, data, WORD_BYTES);
    else
        copy_in(slot, data, bytes);
}
ALWAYS_INLINE void active_copy_out(void *into, const uint8_t *slot, size_t bytes) {
    if (bytes == WORD_BYTES)
        copy_out(into, slot, WORD_BYTES);
    else
        copy_out(into, slot, bytes);
}

/* Puts a whole message to node `to`, which is not this node, on its link if it goes in one piece
 * and may go at once: nothing is queued, there is room, and there is no clock. Returns the link,
 * whose neighbour the caller then has to wake if it sleeps, or null if the message has not left. To
 * a peer that is far (net/messages/credit.h) nothing may go at once: its link has no room. While
 * there is a clock all peers are far. */
ALWAYS_INLINE struct link *active_put_short(uint32_t to, const struct active_header *header,
                                            const void *data, size_t bytes) {
    const struct peer *peer = peer_at(to);
    struct link *link = peer->toward;
    struct ring_sender *out = &link->routed_out;
    uint64_t slots = piece_slots(ACTIVE_HEADER_BYTES + bytes);
    if (UNLIKELY(active_queued != 0 || !hop_has_room(out, slots)))
        return NULL;
    struct cube_piece *piece = in_register(ring_next(out));
    for (size_t i = 0; i < sizeof header->word / sizeof *header->word; i++)
        memcpy(piece->payload + i * sizeof *header->word, &header->word[i], sizeof *header->word);
    active_copy_in(piece->payload + ACTIVE_HEADER_BYTES, data, bytes);
    hop_write(piece, &(struct hop_words){hop_lengths(ACTIVE_HEADER_BYTES + bytes), HOP_ACTIVE, 0,
                                         peer->out});
    ring_produce(out, piece, slots);
    return link;
}

/* As active_put_short, and wakes the neighbour if it sleeps. Returns whether the message has left.
 */
ALWAYS_INLINE bool active_send_short(uint32_t to, const struct active_header *header,
                                     const void *data, size_t bytes) {
    const struct link *link = active_put_short(to, header, data, bytes);
    if (UNLIKELY(!link))
        return false;
    if (UNLIKELY(node_asleep(link) != 0))
        node_ring(1u << link_dimension(link));
    return true;
}

/* A whole message that lies first in a ring. */
struct active_arrival {
    struct active_header header; /* a copy */
    uint64_t bytes;
    struct link *link;
    const uint8_t *payload; /* still in the neighbour's window: read it once */
    uint64_t head, mask;    /* of the ring */
};

/* Copies the header of the layer above, with which the payload of a first piece begins. */
ALWAYS_INLINE struct active_header active_read_header(const uint8_t *payload) {
    foreign_pair first = foreign_payload_words(payload, 0);
    foreign_pair second = foreign_payload_words(payload, 1);
    return (struct active_header){{(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second}};
}

/* Whether the first message in the ring on which packets of *peer arrive is a whole active message
 * of *peer for this node that gives back no credit. If so, fills *arrival. The link alone shows
 * that the message came by E-cube's path. While there is a clock, or part of another message of its
 * source has arrived, nothing is found here (net/messages/credit.h). A neighbour that changes a
 * header after part of its piece has gone on changes only its own packets. */
ALWAYS_INLINE bool active_look_from(const struct peer *peer, struct active_arrival *arrival) {
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
    if (UNLIKELY(difference != 0 || bytes < ACTIVE_HEADER_BYTES || slots > published ||
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

/* Returns the header in the slot at `head` of a link's ring. A message must lie there. */
ALWAYS_INLINE struct hop_words active_words(const struct link *link, uint64_t head) {
    const struct ring_receiver *in = &link->routed_in;
    return hop_read(in_register(foreign_slot(in->slots, head & in->mask)));
}

/* Whether `words` are the header of a whole message of *peer for this node. It has `bytes` bytes, a
 * constant, and fits in one slot. */
ALWAYS_INLINE bool active_is_short(struct hop_words words, const struct peer *peer,
                                   uint64_t bytes) {
    return LIKELY(((words.lengths ^ hop_lengths(ACTIVE_HEADER_BYTES + bytes)) |
                   (words.purpose ^ HOP_ACTIVE) | (words.addresses ^ peer->in)) == 0);
}

/* Returns the message of `bytes` bytes in the slot at `head` of a link's ring. */
ALWAYS_INLINE struct active_arrival active_short(struct link *link, uint64_t head, uint64_t bytes) {
    const struct ring_receiver *in = &link->routed_in;
    const uint8_t *payload = foreign_payload(in_register(foreign_slot(in->slots, head & in->mask)));
    return (struct active_arrival){
        .header = active_read_header(payload),
        .bytes = bytes,
        .link = link,
        .payload = payload + ACTIVE_HEADER_BYTES,
        .head = head,
        .mask = in->mask,
    };
}

/* Returns the peer whose message lies first in the ring of `link`, or null if none lies there, or
 * if its messages do not arrive on this link. What the slot says may change at any moment, so
 * active_look_from checks what it reads itself. */
ALWAYS_INLINE const struct peer *active_first_peer(struct link *link) {
    const struct ring_receiver *in = &link->routed_in;
    if (!ring_has(in->tail, in->head))
        return NULL;
    const struct hop_words words = hop_read(foreign_slot(in->slots, in->head & in->mask));
    uint32_t source = (uint16_t)words.addresses;
    return source < CUBE_MAX_NODES && peer_at(source)->from == link ? peer_at(source) : NULL;
}

/* Takes the message that active_look_from or active_short has found out of the ring. Copies it to
 * `into`, which has room for all its bytes, or discards it if `into` is null. */
ALWAYS_INLINE void active_accept(const struct active_arrival *arrival, void *into) {
    struct link *link = arrival->link;
    uint64_t bytes = ACTIVE_HEADER_BYTES + arrival->bytes, slots = piece_slots(bytes);
    if (LIKELY(into))
        active_copy_out(into, arrival->payload, arrival->bytes);
    hop_count(link, slots, bytes, true);
    if (UNLIKELY(hop_consume(link, arrival->head, arrival->mask, slots))) {
        ring_release(&link->routed_in);
        node_wake(link_dimension(link));
    }
}

/* Whether something has arrived or is queued. */
ALWAYS_INLINE bool active_has_work(void) {
    return UNLIKELY(active_queued != 0) || route_pending(node_self());
}

/* Takes in and forwards arrivals, and sends queued messages. Returns whether anything was done. */
bool active_progress(void);

/* Called once in every call of the layer above that has not waited: so a node whose own messages
 * all take the shortest paths still forwards those of others. */
ALWAYS_INLINE void active_pass(void) {
    if (active_has_work())
        active_progress();
}

#endif
