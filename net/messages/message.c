/* Messages between any two nodes, on the routed channel.
 *
 * A message that goes in one piece takes the shortest path: from the buffer into the ring if there
 * are credit and room, and out of the ring into the buffer if it is the next one from its source.
 * Everything else is left to the general functions, which find it unchanged. While there is a
 * clock, all peers are far (net/messages/credit.h), so all messages go the general way. */
#include <errno.h>

#include "cube.h"
#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/link.h"
#include "net/messages/hop.h"
#include "net/messages/inbox.h"
#include "net/messages/route.h"
#include "net/system/buffers.h"
#include "net/wait.h"

static bool is_valid_message(uint32_t number, const void *buffer, size_t bytes) {
    return number >> node.dimension == 0 && (buffer || bytes == 0) && bytes <= UINT32_MAX;
}

/* Whether there is a struct peer of this number, which may be this node's own or that of no node
 * (net/messages/credit.h). */
ALWAYS_INLINE bool is_peer(uint32_t number) {
    return number >> CUBE_MAX_DIMENSION == 0;
}

/* ---- Sending ---- */

/* Sends a message piece by piece, as credit and room allow. If a message is longer than a window,
 * its rest can only leave when its receive begins, which gives back what all of it costs. So its
 * sender does not ask for credit. */
static int send_routed_pieces(uint32_t to, const uint8_t *data, size_t bytes) {
    struct peer *peer = credit_peer(to);
    uint32_t dimension = peer->leaving;
    struct link *link = &node.link[dimension];
    struct waiting waiting = wait_begin(wait_for_credit, to, 0);
    uint64_t stamp = time_depart((struct flow){dimension, OPERATION_SEND, 0, to}, bytes);
    bool is_longer = bytes + CUBE_MESSAGE_COST > peer->window;
    uint64_t start = CUBE_MESSAGE_COST; /* what the message costs beside its bytes; then 0 */
    for (size_t sent = 0; start > 0 || sent < bytes;) {
        size_t part = bytes - sent;
        if (UNLIKELY(!credit_allows(peer, start, &part))) {
            if ((start == 0 && is_longer) || credit_ask(peer))
                wait_for_packets(&waiting, WAIT_NO_LINK);
            else
                wait_more(&waiting, WAIT_ROUTED_ROOM(dimension));
            continue;
        }
        uint32_t slots = hop_room(&link->routed_out, part);
        if (slots == 0) {
            wait_more(&waiting, WAIT_ROUTED_ROOM(dimension));
            continue;
        }
        uint32_t owed = credit_to_repay(peer);
        const struct hop_words words = {bytes - sent, HOP_MESSAGE, stamp,
                                        peer->out | (uint64_t)owed << 32};
        size_t put = hop_put_piece(link, slots, words, data + sent, part);
        peer->owed -= owed;
        peer->credit -= put + start;
        start = 0;
        sent += put;
        peer->unsent = (uint32_t)(bytes - sent);
        stamp = time_after(stamp, put);
        node.time.stopped = false;
        route_poll();
    }
    return 0;
}

static NOINLINE int send_any(uint32_t to, const void *buffer, size_t bytes) {
    if (!is_valid_message(to, buffer, bytes))
        return -EINVAL;
    route_poll();
    if (to == node.number)
        return inbox_put_own(buffer, bytes);
    return send_routed_pieces(to, buffer, bytes);
}

/* Ends a send: wakes the neighbour and passes packets on, if there is need of either. */
static COLD int send_finish(const struct link *link) {
    node_wake(link_dimension(link));
    route_pass();
    return 0;
}

/* Sends a message of `bytes` bytes to the peer `to` as one piece, if there are credit and room for
 * it, and passes on packets that have arrived. */
ALWAYS_INLINE int send_routed_piece(uint32_t to, const void *buffer, size_t bytes) {
    const struct node *self = node_self();
    struct peer *peer = peer_at(to);
    struct link *link = peer->toward;
    struct ring_sender *out = &link->routed_out;
    uint64_t credit = peer->credit, owed = peer->owed, cost = bytes + CUBE_MESSAGE_COST;
    uint64_t slots = piece_slots(bytes);
    if (UNLIKELY(credit < cost || !hop_has_room(out, slots)))
        return send_any(to, buffer, bytes);
    struct cube_piece *piece = in_register(ring_next(out));
    copy_in(piece->payload, buffer, bytes);
    hop_write(piece,
              &(struct hop_words){hop_lengths(bytes), HOP_MESSAGE, 0, peer->out | owed << 32});
    peer->credit = credit - cost;
    peer->owed = owed & ~(uint64_t)UINT32_MAX;
    ring_produce(out, piece, slots);
    uint32_t rest = node_asleep(link) | route_news(&self->link[0]);
    if (UNLIKELY(rest != 0) || route_pending_further(self, self->further_dimensions))
        return send_finish(link);
    return 0;
}

static NOINLINE int send_routed_short(uint32_t to, const void *buffer, size_t bytes) {
    ASSUME(bytes <= COPY_SMALL);
    return send_routed_piece(to, buffer, bytes);
}

static NOINLINE int send_routed_long(uint32_t to, const void *buffer, size_t bytes) {
    return send_routed_piece(to, buffer, bytes);
}

static NOINLINE int send_routed_other(uint32_t to, const void *buffer, size_t bytes) {
    if (UNLIKELY(!is_peer(to) || !buffer || bytes > UINT32_MAX))
        return send_any(to, buffer, bytes);
    return bytes <= COPY_SMALL ? send_routed_short(to, buffer, bytes)
                               : send_routed_long(to, buffer, bytes);
}

int cube_send(int to, const void *buffer, size_t bytes) {
    buffer_used(BUFFER_READ, buffer, bytes);
    if (LIKELY(is_peer((uint32_t)to) && bytes == WORD_BYTES && buffer))
        return send_routed_piece((uint32_t)to, buffer, WORD_BYTES);
    return send_routed_other((uint32_t)to, buffer, bytes);
}

/* ---- Receiving ---- */

/* How often a receive looks again for its message before recv_awaited waits for it. */
enum { FIRST_SPINS = 4 };

/* Receives a message whose pieces lie in the inbox, or are still to come. */
static NOINLINE int recv_any(uint32_t from, void *buffer, size_t bytes) {
    if (!is_valid_message(from, buffer, bytes))
        return -EINVAL;
    const struct peer *peer = credit_peer(from);
    uint32_t dimension = link_dimension(peer->from);
    inbox_receive(from, buffer, bytes);
    route_poll(); /* after the receive has begun: its pieces go straight to the buffer */
    credit_acknowledge();
    struct waiting waiting = wait_begin("recv", from, 0);
    while (!inbox_received())
        if (wait_for_packets(&waiting, inbox_is_filling() ? dimension : WAIT_NO_LINK) &&
            !inbox_take_more(peer->from))
            waiting.spins = wait_rest(waiting, 0);
    int result = inbox_result();
    if (result != -ENOMEM && from != node.number) {
        struct inbox_arrival arrival = inbox_arrival();
        time_take((struct flow){peer->arriving, OPERATION_SEND, 0, from}, arrival.stamp,
                  arrival.bytes, true);
    }
    return result;
}

/* Ends a receive after which the head has to be published, and passes packets on. */
static COLD int recv_release(const struct link *link) {
    ring_release(&link->routed_in);
    node_wake(link_dimension(link));
    route_pass();
    return 0;
}

static COLD int recv_pass(void) {
    route_pass();
    return 0;
}

enum taken {
    TAKEN_NOT,    /* another piece than expected; it is still there */
    TAKEN,        /* taken */
    TAKEN_RELEASE /* taken; and the head has to be published */
};

/* Takes the oldest piece of the link, which begins at `head`, if it is the next message of *peer,
 * of `bytes` bytes in one piece. The link alone shows that it came by E-cube's path. No message of
 * the peer lies in the inbox, so there was credit for this one if no more than a window is owed
 * after it. A short message that makes an acknowledgement due is left to the general functions. A
 * neighbour that changes a header after part of its piece has gone on changes only its own
 * packets. */
ALWAYS_INLINE enum taken take_piece(struct link *link, uint64_t head, struct peer *peer,
                                    void *buffer, size_t bytes) {
    uint64_t mask = link->routed_in.mask, slots = piece_slots(bytes), window = peer->window;
    const struct foreign_slot *slot = in_register(foreign_slot(link->routed_in.slots, head & mask));
    const struct hop_words words = hop_read(slot);
    uint64_t credit = peer->credit + (words.addresses >> 32);
    uint64_t owed = peer->owed + bytes + CUBE_MESSAGE_COST;
    uint64_t difference = (words.lengths ^ hop_lengths(bytes)) | (words.purpose ^ HOP_MESSAGE) |
                          ((uint32_t)words.addresses ^ peer->in);
    bool granted = bytes > COPY_SMALL ? owed <= window : 2 * owed < window;
    if (UNLIKELY(difference != 0 || !granted || credit > window ||
                 (slots > 1 && slots > mask + 1 - (head & mask))))
        return TAKEN_NOT;
    copy_out(buffer, foreign_payload(slot), bytes);
    peer->credit = credit;
    peer->owed = owed;
    if (bytes != WORD_BYTES)
        hop_count(link, slots, bytes, true);
    if (bytes > COPY_SMALL && UNLIKELY(owed >= window / 2))
        credit_settle(peer);
    return UNLIKELY(hop_consume(link, head, mask, slots)) ? TAKEN_RELEASE : TAKEN;
}

/* Does what take_piece does, for a message of any length. */
static NOINLINE enum taken take_other(struct link *link, uint64_t head, struct peer *peer,
                                      void *buffer, size_t bytes) {
    return take_piece(link, head, peer, buffer, bytes);
}

/* Takes the message of *peer if it has arrived. A message of one word has code of its own, because
 * waits are measured with such messages. */
ALWAYS_INLINE enum taken take_if_arrived(struct peer *peer, void *buffer, size_t bytes) {
    struct link *link = peer->from;
    uint64_t head = link->routed_in.head;
    if (!ring_has(link->routed_in.tail, head))
        return TAKEN_NOT;
    return bytes == WORD_BYTES ? take_piece(link, head, peer, buffer, WORD_BYTES)
                               : take_other(link, head, peer, buffer, bytes);
}

/* Looks until the message arrives, and takes it; meanwhile passes on packets for other nodes. */
static NOINLINE int recv_awaited(uint32_t from, void *buffer, size_t bytes) {
    struct peer *peer = peer_at(from);
    uint32_t dimension = peer->arriving;
    if (peer->in >> 32 != 0)
        return recv_any(from, buffer, bytes);
    while (route_await(node.idle_spins, dimension) == dimension) {
        enum taken taken = take_if_arrived(peer, buffer, bytes);
        if (LIKELY(taken == TAKEN))
            return 0;
        if (taken == TAKEN_RELEASE)
            return recv_release(peer->from);
        if (!route_relay(dimension))
            break;
    }
    return recv_any(from, buffer, bytes);
}

/* Takes the message that should have arrived. `poll` says that forwarding has not had its turn
 * yet. */
ALWAYS_INLINE int recv_arrived(const struct node *self, struct link *link, uint64_t head,
                               uint32_t from, void *buffer, size_t bytes, bool poll) {
    enum taken taken = take_piece(link, head, peer_at(from), buffer, bytes);
    if (UNLIKELY(taken == TAKEN_NOT))
        return recv_any(from, buffer, bytes);
    if (UNLIKELY(taken == TAKEN_RELEASE))
        return recv_release(link);
    return UNLIKELY(poll && route_pending(self)) ? recv_pass() : 0;
}

/* Receives a message of `bytes` bytes from the peer `from`: straight out of the ring, if it comes
 * in one piece and nothing of its source came before. Passes the turn after each look that fails.
 * In a round trip between neighbours the second look succeeds, and over several links one of the
 * next few. These looks are made here, because recv_awaited would have to save registers first. */
ALWAYS_INLINE int recv_routed_piece(uint32_t from, void *buffer, size_t bytes) {
    const struct node *self = node_self();
    const struct peer *peer = peer_at(from);
    struct link *link = peer->from;
    const _Atomic uint32_t *tail = link->routed_in.tail;
    uint64_t head = link->routed_in.head;
    if (ring_has(tail, head))
        return recv_arrived(self, link, head, from, buffer, bytes, true);
    for (uint32_t spins = 0; spins < FIRST_SPINS; spins++) {
        uint64_t other = route_news(&self->link[0]) | peer->in >> 32;
        if (UNLIKELY(other != 0) || route_pending_further(self, self->further_dimensions))
            break;
        system_yield();
        if (LIKELY(ring_has(tail, head)))
            return recv_arrived(self, link, head, from, buffer, bytes, false);
        split_lifetime(self); /* so that nothing for further looks is computed before the first */
        split_lifetime(head);
    }
    return recv_awaited(from, buffer, bytes);
}

static NOINLINE int recv_routed_short(uint32_t from, void *buffer, size_t bytes) {
    ASSUME(bytes <= COPY_SMALL);
    return recv_routed_piece(from, buffer, bytes);
}

static NOINLINE int recv_routed_long(uint32_t from, void *buffer, size_t bytes) {
    ASSUME(bytes > COPY_SMALL);
    return recv_routed_piece(from, buffer, bytes);
}

static NOINLINE int recv_routed_other(uint32_t from, void *buffer, size_t bytes) {
    if (UNLIKELY(!is_peer(from) || !buffer || bytes > UINT32_MAX))
        return recv_any(from, buffer, bytes);
    return bytes <= COPY_SMALL ? recv_routed_short(from, buffer, bytes)
                               : recv_routed_long(from, buffer, bytes);
}

ALWAYS_INLINE int recv_routed(int from, void *buffer, size_t bytes) {
    if (LIKELY(is_peer((uint32_t)from) && bytes == WORD_BYTES && buffer)) {
        split_lifetime(from);
        split_lifetime(buffer);
        return recv_routed_piece((uint32_t)from, buffer, WORD_BYTES);
    }
    return recv_routed_other((uint32_t)from, buffer, bytes);
}

int cube_recv(int from, void *buffer, size_t bytes) {
    buffer_used(BUFFER_GIVEN, buffer, bytes);
    int result = recv_routed(from, buffer, bytes);
    buffer_used(BUFFER_TAKEN, buffer, bytes);
    return result;
}
