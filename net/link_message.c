#include "net/link_message.h"

#include <errno.h>

#include "net/clock/time.h"
#include "net/copy.h"
#include "net/fast_path.h"
#include "net/fault_hooks.h"
#include "net/link.h"
#include "net/node.h"
#include "net/system/buffers.h"
#include "net/wait.h"

int link_message_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                      size_t bytes, size_t *taken) {
    struct piece piece;
    if (!link_look(dimension, 0, &piece))
        return LINK_MESSAGE_NOTHING;
    const struct cube_header *header = &piece.header;
    if (header->operation != operation || header->step != step)
        return -EPROTO;
    if (header->remaining != bytes - *taken)
        return -EMSGSIZE;
    time_take(flow_of(dimension, operation, step), header->clock, header->bytes, *taken == 0);
    copy_out(buffer + *taken, piece.payload, header->bytes);
    *taken += header->bytes;
    link_release(dimension, header);
    return *taken == bytes ? LINK_MESSAGE_DONE : LINK_MESSAGE_PART;
}

/* Whether a call's arguments are valid. `dimensions` is the number of the node's dimensions, or 0
 * where the case does not apply. */
ALWAYS_INLINE bool is_link_message(uint32_t dimension, uint32_t dimensions, const void *buffer,
                                   size_t bytes) {
    return dimension < dimensions && (buffer || bytes == 0) && bytes <= UINT32_MAX;
}

/* Whether a call's arguments are valid and its message is one word. */
ALWAYS_INLINE bool is_link_word(uint32_t dimension, uint32_t dimensions, const void *buffer,
                                size_t bytes) {
    return dimension < dimensions && bytes == WORD_BYTES && buffer;
}

/* Each call is one of these cases, tried in this order. The most frequent cases take the fewest
 * instructions:
 *
 *     a word                             no clock                          the call itself
 *     what fits in a slot                no clock                          send_short, recv_short
 *     more                               no clock                          send_long, recv_long
 *     a word                             a clock, and links cost nothing   the call itself
 *     anything                           any clock                         send_timed, recv_timed
 *
 * What each case is worth, in instructions of half a round trip with gcc 12 (`make bench`): as one
 * of those that fit in a slot a word would take 116 instead of 81. With one function for all sizes,
 * 16 bytes would take 144 instead of 124, and 64 bytes 162 instead of 156. With any clock's
 * function, a clock would cost a send of a word 41 instead of 14, and a receive 43 instead of 11.
 *
 * node.untimed_dimensions and node.timed_dimensions are 0 where a case does not apply, so one
 * comparison both tells that and checks the dimension. Each case is a function of its own that ends
 * with a jump to the next one, so none has registers to save. All cases leave what is unusual to
 * send_pieces and recv_pieces: a full ring, several pieces, another packet than expected, or
 * packets to forward. */

/* ---- Sending ---- */

/* Sends a message in as many pieces as it needs, and waits for room as often as it must. */
static NOINLINE int send_pieces(const struct link *link, const uint8_t *data, size_t bytes,
                                uint64_t stamp) {
    uint32_t dimension = link_dimension(link);
    struct waiting waiting = wait_begin("link send", node_neighbour(dimension), 0);
    route_poll();
    for (size_t sent = 0;;) {
        size_t rest = bytes - sent;
        size_t put = link_put(dimension, OPERATION_LINK, 0, stamp, data + sent, rest, rest);
        if (put == LINK_FULL) {
            wait_more(&waiting, WAIT_ROOM(dimension));
            continue;
        }
        if (put == rest)
            return 0;
        sent += put;
        stamp = time_after(stamp, put);
    }
}

/* Ends a send: wakes the neighbour and forwards packets, if there is need of either. */
static COLD int send_rest(const struct link *link) {
    node_wake(link_dimension(link));
    route_poll();
    return 0;
}

/* Sends a message, as one piece if the ring takes it as one, and forwards packets that have
 * arrived. `further` is self->further_dimensions. */
ALWAYS_INLINE int send_piece(const struct node *self, uint32_t further, struct link *link,
                             const void *buffer, size_t bytes, uint64_t stamp) {
    struct cube_piece *piece = fast_begin(link, bytes);
    if (UNLIKELY(!piece))
        return send_pieces(link, buffer, bytes, stamp);
    copy_in(piece->payload, buffer, bytes);
    fast_publish(link, piece, OPERATION_LINK, 0, stamp, bytes);
    uint32_t rest = node_asleep(link) | route_news(&self->link[0]);
    if (UNLIKELY(rest != 0) || (further != 0 && route_pending_further(self, further)))
        return send_rest(link);
    return 0;
}

/* Sends a message with any clock, or returns -EINVAL. */
static NOINLINE int send_timed(uint32_t dimension, const void *buffer, size_t bytes) {
    if (!is_link_message(dimension, node.dimension, buffer, bytes))
        return -EINVAL;
    const struct node *self = &node;
    uint32_t further = self->further_dimensions;
    uint64_t stamp = time_depart_timed(flow_of(dimension, OPERATION_LINK, 0), bytes);
    if (bytes == WORD_BYTES)
        return send_piece(self, further, self->links[dimension], buffer, WORD_BYTES, stamp);
    return send_piece(self, further, self->links[dimension], buffer, bytes, stamp);
}

/* Sends a message where there is no clock. Leaves invalid arguments to send_timed. */
ALWAYS_INLINE int send_untimed(int dimension, const void *buffer, size_t bytes) {
    const struct node *self = node_self();
    uint32_t dimensions = self->untimed_dimensions, further = self->further_dimensions;
    if (UNLIKELY(!is_link_message((uint32_t)dimension, dimensions, buffer, bytes)))
        return send_timed((uint32_t)dimension, buffer, bytes);
    split_lifetime(buffer);
    return send_piece(self, further, self->links[dimension], buffer, bytes, 0);
}

static NOINLINE int send_short(int dimension, const void *buffer, size_t bytes) {
    ASSUME(bytes <= COPY_SMALL);
    return send_untimed(dimension, buffer, bytes);
}

static NOINLINE int send_long(int dimension, const void *buffer, size_t bytes) {
    ASSUME(bytes > COPY_SMALL);
    return send_untimed(dimension, buffer, bytes);
}

/* Returns the stamp of a packet that leaves where links cost nothing, which is what the clock
 * shows. */
ALWAYS_INLINE uint64_t stamp_by(const struct node *self) {
    uint64_t offset = self->clock.offset, executed = time_executed_by(self);
    return offset + self->clock.costs.instruction * executed;
}

int cube_link_send(int dimension, const void *buffer, size_t bytes) {
    buffer_used(BUFFER_READ, buffer, bytes);
    const struct node *self = node_self();
    uint32_t dimensions = self->untimed_dimensions, further = self->further_dimensions;
    if (LIKELY(is_link_word((uint32_t)dimension, dimensions, buffer, bytes)))
        return send_piece(self, further, self->links[dimension], buffer, WORD_BYTES, 0);
    /* Without these the compiler would make the comparisons below before the first one above, where
     * a word would have to wait for them. */
    split_lifetime(dimensions);
    split_lifetime(buffer);
    split_lifetime(bytes);
    if (dimensions != 0)
        return bytes <= COPY_SMALL ? send_short(dimension, buffer, bytes)
                                   : send_long(dimension, buffer, bytes);
    if (LIKELY(is_link_word((uint32_t)dimension, self->timed_dimensions, buffer, bytes)))
        return send_piece(self, further, self->links[dimension], buffer, WORD_BYTES,
                          stamp_by(self));
    return send_timed((uint32_t)dimension, buffer, bytes);
}

/* ---- Receiving ---- */

int link_message_error(uint32_t dimension, int error) {
    struct piece piece;
    return error == -EPROTO && link_look(dimension, 0, &piece)
               ? fault_error(dimension, &piece.header)
               : error;
}

/* Receives a message in any number of pieces, and waits for them. `spins` looks have failed before.
 * Finds out what is wrong with an unexpected packet. */
static NOINLINE int recv_pieces(const struct link *link, uint8_t *buffer, size_t bytes,
                                uint32_t spins) {
    uint32_t dimension = link_dimension(link);
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    waiting.spins = spins;
    route_poll();
    for (size_t taken = 0;;) {
        int result = link_message_take(dimension, OPERATION_LINK, 0, buffer, bytes, &taken);
        if (result == LINK_MESSAGE_NOTHING)
            wait_more(&waiting, WAIT_ARRIVAL(dimension));
        else if (result != LINK_MESSAGE_PART)
            return UNLIKELY(result < 0) ? link_message_error(dimension, result) : 0;
    }
}

/* Ends a receive after which the head has to be published. */
static COLD int recv_rest(const struct link *link) {
    ring_release(&link->in);
    node_wake(link_dimension(link));
    return 0;
}

/* Ends a receive of a packet whose stamp the clock may not have reached. Links cost nothing on this
 * clock. */
static NOINLINE int recv_later(const struct link *link, uint64_t stamp, bool release) {
    time_reach(stamp);
    return UNLIKELY(release) ? recv_rest(link) : 0;
}

/* Takes the packet that has arrived if it is the one expected and came in one piece, and if there
 * is nothing to forward. One branch decides all of this, except for links beyond dimension 0.
 * `timed` says that there is a clock on which links cost nothing. */
ALWAYS_INLINE int recv_piece(const struct node *self, uint32_t further, struct link *link,
                             uint64_t head, void *buffer, size_t bytes, bool timed) {
    uint64_t mask = link->in.mask;
    const struct foreign_slot *slot = fast_slot(link, head, mask);
    uint64_t other =
        fast_difference(slot, head, mask, OPERATION_LINK, 0, bytes) | route_news(&self->link[0]);
    if (UNLIKELY(other != 0) || (further != 0 && route_pending_further(self, further)))
        return recv_pieces(link, buffer, bytes, 0);
    uint64_t stamp = timed ? fast_stamp(slot) : 0;
    copy_out(buffer, foreign_payload(slot), bytes);
    bool release = fast_consume(link, head, mask, bytes);
    if (timed && UNLIKELY(stamp > self->past))
        return recv_later(link, stamp, release);
    if (UNLIKELY(release))
        return recv_rest(link);
    return 0;
}

/* Waits until something arrives. The instructions of the wait do not count. */
static NOINLINE void await_arrival(const struct link *link, uint64_t head) {
    uint32_t dimension = link_dimension(link);
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    time_stop();
    while (!fast_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    time_go();
}

/* Takes the packet that has arrived, with any clock. */
ALWAYS_INLINE int recv_piece_timed(struct link *link, uint32_t dimension, uint64_t head,
                                   void *buffer, size_t bytes) {
    uint64_t mask = link->in.mask, stamp;
    const uint8_t *payload = fast_payload(link, head, mask, OPERATION_LINK, 0, &stamp, bytes);
    if (UNLIKELY(!payload || route_pending(&node)))
        return recv_pieces(link, buffer, bytes, 0);
    copy_out(buffer, payload, bytes);
    bool release = fast_consume(link, head, mask, bytes);
    time_take_timed(flow_of(dimension, OPERATION_LINK, 0), stamp, bytes, true);
    return UNLIKELY(release) ? recv_rest(link) : 0;
}

/* Receives a message with any clock, or returns -EINVAL. */
static NOINLINE int recv_timed(uint32_t dimension, void *buffer, size_t bytes) {
    if (!is_link_message(dimension, node.dimension, buffer, bytes))
        return -EINVAL;
    struct link *link = fast_link(dimension);
    uint64_t head = link->in.head;
    if (!fast_arrived(link, head))
        await_arrival(link, head);
    if (bytes == WORD_BYTES)
        return recv_piece_timed(link, dimension, head, buffer, WORD_BYTES);
    return recv_piece_timed(link, dimension, head, buffer, bytes);
}

/* Whether something has arrived. Looks twice and passes the turn between the looks: in a round trip
 * between two nodes the message is there at the second look. */
ALWAYS_INLINE bool arrives(const struct link *link, uint64_t head) {
    const _Atomic uint32_t *tail = link->in.tail;
    if (LIKELY(ring_has(tail, head)))
        return true;
    system_yield();
    return LIKELY(ring_has(tail, head));
}

/* Receives a message where there is no clock, on this link. */
ALWAYS_INLINE int recv_arriving(const struct node *self, uint32_t further, struct link *link,
                                void *buffer, size_t bytes) {
    uint64_t head = link->in.head;
    if (UNLIKELY(!arrives(link, head)))
        return recv_pieces(link, buffer, bytes, 1);
    return recv_piece(self, further, link, head, buffer, bytes, false);
}

/* Receives a message where there is no clock. Leaves invalid arguments to recv_timed. */
ALWAYS_INLINE int recv_untimed(int dimension, void *buffer, size_t bytes) {
    const struct node *self = node_self();
    uint32_t dimensions = self->untimed_dimensions, further = self->further_dimensions;
    if (UNLIKELY(!is_link_message((uint32_t)dimension, dimensions, buffer, bytes)))
        return recv_timed((uint32_t)dimension, buffer, bytes);
    split_lifetime(buffer);
    return recv_arriving(self, further, self->links[dimension], buffer, bytes);
}

static NOINLINE int recv_short(int dimension, void *buffer, size_t bytes) {
    ASSUME(bytes <= COPY_SMALL);
    return recv_untimed(dimension, buffer, bytes);
}

static NOINLINE int recv_long(int dimension, void *buffer, size_t bytes) {
    ASSUME(bytes > COPY_SMALL);
    return recv_untimed(dimension, buffer, bytes);
}

/* Waits for a word and takes it, after a look failed when the node had executed `executed`
 * instructions. The clock stands still until the word has arrived, so the instructions of the wait
 * do not count. */
static NOINLINE int wait_timed_word(struct link *link, void *buffer, uint64_t executed) {
    uint64_t now = clock_checked(&node.clock, &node.time.since, executed), stamp;
    uint64_t head = link->in.head, mask = link->in.mask;
    uint32_t dimension = link_dimension(link);
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    while (!fast_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    bool pending = route_pending(&node);
    executed = time_executed();
    node.time.since = executed;
    const uint8_t *payload = fast_payload(link, head, mask, OPERATION_LINK, 0, &stamp, WORD_BYTES);
    if (UNLIKELY(!payload || pending)) {
        clock_set(&node.clock, executed, now);
        return recv_pieces(link, buffer, WORD_BYTES, 0);
    }
    clock_set(&node.clock, executed, stamp > now ? stamp : now);
    copy_out(buffer, payload, WORD_BYTES);
    return UNLIKELY(fast_consume(link, head, mask, WORD_BYTES)) ? recv_rest(link) : 0;
}

/* Receives a word where there is a clock on which links cost nothing. */
ALWAYS_INLINE int recv_timed_word(const struct node *self, uint32_t further, struct link *link,
                                  void *buffer) {
    uint64_t head = link->in.head;
    if (UNLIKELY(!fast_arrived(link, head)))
        return wait_timed_word(link, buffer, time_executed_by(self));
    return recv_piece(self, further, link, head, buffer, WORD_BYTES, true);
}

ALWAYS_INLINE int link_recv(int dimension, void *buffer, size_t bytes) {
    const struct node *self = node_self();
    uint32_t dimensions = self->untimed_dimensions, further = self->further_dimensions;
    if (LIKELY(is_link_word((uint32_t)dimension, dimensions, buffer, bytes))) {
        split_lifetime(buffer);
        return recv_arriving(self, further, self->links[dimension], buffer, WORD_BYTES);
    }
    /* Without these the compiler would make the comparisons below before the first one above, where
     * a word would have to wait for them. */
    split_lifetime(dimensions);
    split_lifetime(buffer);
    split_lifetime(bytes);
    if (dimensions != 0)
        return bytes <= COPY_SMALL ? recv_short(dimension, buffer, bytes)
                                   : recv_long(dimension, buffer, bytes);
    if (LIKELY(is_link_word((uint32_t)dimension, self->timed_dimensions, buffer, bytes)))
        return recv_timed_word(self, further, self->links[dimension], buffer);
    return recv_timed((uint32_t)dimension, buffer, bytes);
}

int cube_link_recv(int dimension, void *buffer, size_t bytes) {
    buffer_used(BUFFER_GIVEN, buffer, bytes);
    int result = link_recv(dimension, buffer, bytes);
    buffer_used(BUFFER_TAKEN, buffer, bytes);
    return result;
}
