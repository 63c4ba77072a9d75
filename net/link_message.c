#include "net/link_message.h"

#include <errno.h>

#include "net/copy.h"
#include "net/fast_path.h"
#include "net/link.h"
#include "net/node.h"
#include "net/time.h"
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

/* `dimensions`: the node's number of them. */
static bool valid(uint32_t dimension, uint32_t dimensions, const void *buffer, size_t bytes) {
    return dimension < dimensions && (buffer || bytes == 0) && bytes <= UINT32_MAX;
}

/* The parts that are seldom run take their arguments where the call had them: registers stay put.
 * Where there is a clock node.quick makes no dimension quick: that leads to the parts `timed`, and
 * costs the shortest paths nothing.
 */

/* ---- Sending ---- */

static noinline int send_pieces(uint32_t dimension, const uint8_t *data, size_t bytes,
                                uint64_t stamp) {
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

/* The rest of a send: a neighbour to wake, packets to forward. */
static cold int send_finish(uint32_t dimension) {
    node_wake(dimension);
    route_poll();
    return 0;
}

/* As one piece if that can be; `dimensions` is the node's number of them. */
always_inline int send_piece(uint32_t dimension, uint32_t dimensions, const void *buffer,
                             size_t bytes, bool timed) {
    struct link *link = fast_link(dimension);
    uint64_t stamp = timed ? time_depart_timed(flow_of(dimension, OPERATION_LINK, 0), bytes) : 0;
    enum fast_sent sent = fast_send(link, OPERATION_LINK, 0, stamp, buffer, bytes);
    if (unlikely(sent == FAST_FULL))
        return send_pieces(dimension, buffer, bytes, stamp);
    if (unlikely(sent == FAST_WAKE || route_pending(dimensions)))
        return send_finish(dimension);
    return 0;
}

/* Where there is a clock; and wrong arguments. */
static noinline int send_timed(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.dimension;
    if (likely(dimension < dimensions && bytes == WORD_BYTES && buffer))
        return send_piece(dimension, dimensions, buffer, WORD_BYTES, true);
    if (!valid(dimension, dimensions, buffer, bytes))
        return -EINVAL;
    return send_piece(dimension, dimensions, buffer, bytes, true);
}

/* Checks all, and has a case for each way of copying; two copies of it, for short messages need no
 * registers saved. */
always_inline int send_checked(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.untimed_dimensions;
    if (!valid(dimension, dimensions, buffer, bytes))
        return -EINVAL;
    return send_piece(dimension, dimensions, buffer, bytes, false);
}

static noinline int send_short(uint32_t dimension, const void *buffer, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    return send_checked(dimension, buffer, bytes);
}

static noinline int send_long(uint32_t dimension, const void *buffer, size_t bytes) {
    return send_checked(dimension, buffer, bytes);
}

static noinline int send_other(uint32_t dimension, const void *buffer, size_t bytes) {
    if (unlikely(node.untimed_dimensions == 0))
        return send_timed(dimension, buffer, bytes);
    return bytes <= COPY_SMALL ? send_short(dimension, buffer, bytes)
                               : send_long(dimension, buffer, bytes);
}

/* A word where there is a clock that counts instructions alone: few of them. */
static noinline int send_plain(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.timed_dimensions;
    if (unlikely(!(dimension < dimensions && bytes == WORD_BYTES && buffer)))
        return send_other(dimension, buffer, bytes);
    struct link *link = fast_link(dimension);
    uint64_t stamp = time_now();
    enum fast_sent sent = fast_send(link, OPERATION_LINK, 0, stamp, buffer, WORD_BYTES);
    if (unlikely(sent == FAST_FULL))
        return send_pieces(dimension, buffer, WORD_BYTES, stamp);
    if (unlikely(sent == FAST_WAKE || route_pending(dimensions)))
        return send_finish(dimension);
    return 0;
}

int cube_link_send(int dimension, const void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.untimed_dimensions;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer))
        return send_piece(d, dimensions, buffer, WORD_BYTES, false);
    return send_plain(d, buffer, bytes);
}

/* ---- Receiving ---- */

/* `looks` looks have failed already. */
static noinline int recv_pieces(uint32_t dimension, uint8_t *buffer, size_t bytes, uint32_t spins) {
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    waiting.spins = spins;
    route_poll();
    for (size_t taken = 0;;) {
        int result = link_message_take(dimension, OPERATION_LINK, 0, buffer, bytes, &taken);
        if (result == LINK_MESSAGE_NOTHING)
            wait_more(&waiting, WAIT_ARRIVAL(dimension));
        else if (result != LINK_MESSAGE_PART)
            return result == LINK_MESSAGE_DONE ? 0 : result;
    }
}

/* The rest of a receive: a head to publish, packets to forward. */
static cold int recv_finish(uint32_t dimension) {
    ring_release(&node.link[dimension].in); /* at worst once more than has to be */
    node_wake(dimension);
    route_poll();
    return 0;
}

/* Takes the packet that has arrived, if it is the one expected. `poll`: forwarding has not had its
 * turn yet. */
always_inline int take_one(uint32_t dimension, uint64_t head, void *buffer, size_t bytes, bool poll,
                           bool timed) {
    uint64_t stamp;
    enum fast_taken taken = fast_take(fast_link(dimension), head, OPERATION_LINK, 0,
                                      timed ? &stamp : NULL, buffer, bytes);
    if (unlikely(taken == FAST_OTHER))
        return recv_pieces(dimension, buffer, bytes, 0);
    if (timed)
        time_take_timed(flow_of(dimension, OPERATION_LINK, 0), stamp, bytes, true);
    if (unlikely(taken == FAST_RELEASE || (poll && route_pending(node.dimension))))
        return recv_finish(dimension);
    return 0;
}

/* Waits until something arrives. */
static noinline void recv_wait(uint32_t dimension, uint64_t head) {
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    time_stop();
    while (!fast_arrived(&node.link[dimension], head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    time_go();
}

/* As send_timed. */
static noinline int recv_timed(uint32_t dimension, void *buffer, size_t bytes) {
    if (!valid(dimension, node.dimension, buffer, bytes))
        return -EINVAL;
    const struct link *link = fast_link(dimension);
    uint64_t head = link->in.head;
    if (!fast_arrived(link, head))
        recv_wait(dimension, head);
    return bytes == WORD_BYTES ? take_one(dimension, head, buffer, WORD_BYTES, true, true)
                               : take_one(dimension, head, buffer, bytes, true, true);
}

/* As send_checked. */
always_inline int recv_checked(uint32_t dimension, void *buffer, size_t bytes) {
    if (!valid(dimension, node.untimed_dimensions, buffer, bytes))
        return -EINVAL;
    const struct link *link = &node.link[dimension];
    uint64_t head = link->in.head;
    for (uint32_t spins = 0; !fast_arrived(link, head); spins++) {
        if (unlikely(spins >= node.idle_spins || route_pending(node.dimension)))
            return recv_pieces(dimension, buffer, bytes, spins);
        system_yield();
    }
    return take_one(dimension, head, buffer, bytes, true, false);
}

static noinline int recv_short(uint32_t dimension, void *buffer, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    return recv_checked(dimension, buffer, bytes);
}

static noinline int recv_long(uint32_t dimension, void *buffer, size_t bytes) {
    return recv_checked(dimension, buffer, bytes);
}

static noinline int recv_other(uint32_t dimension, void *buffer, size_t bytes) {
    if (unlikely(node.untimed_dimensions == 0))
        return recv_timed(dimension, buffer, bytes);
    return bytes <= COPY_SMALL ? recv_short(dimension, buffer, bytes)
                               : recv_long(dimension, buffer, bytes);
}

/* As send_plain. The clock showed `now` when this node began to receive. */
always_inline int take_plain(uint32_t dimension, uint64_t head, void *buffer, uint64_t now,
                             uint64_t executed) {
    uint64_t stamp;
    enum fast_taken taken =
        fast_take(fast_link(dimension), head, OPERATION_LINK, 0, &stamp, buffer, WORD_BYTES);
    if (unlikely(taken == FAST_OTHER))
        return recv_pieces(dimension, buffer, WORD_BYTES, 0);
    if (stamp > now)
        clock_set(&node.clock, executed, stamp);
    if (unlikely(taken == FAST_RELEASE || route_pending(node.timed_dimensions)))
        return recv_finish(dimension);
    return 0;
}

/* The same after a wait, in which the clock stands still. */
static noinline int wait_plain(uint32_t dimension, void *buffer, uint64_t executed) {
    uint64_t now = clock_checked(&node.clock, node.time.since, executed);
    const struct link *link = fast_link(dimension);
    uint64_t head = link->in.head;
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    while (!fast_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    executed = time_executed();
    node.time.since = executed;
    clock_set(&node.clock, executed, now);
    return take_plain(dimension, head, buffer, now, executed);
}

static noinline int recv_plain(uint32_t dimension, void *buffer, size_t bytes) {
    if (unlikely(!(dimension < node.timed_dimensions && bytes == WORD_BYTES && buffer)))
        return recv_other(dimension, buffer, bytes);
    const struct link *link = fast_link(dimension);
    uint64_t head = link->in.head;
    uint64_t executed = time_executed();
    uint64_t now = clock_time(&node.clock, executed);
    if (!fast_arrived(link, head))
        return wait_plain(dimension, buffer, executed);
    return take_plain(dimension, head, buffer, now, executed);
}

/* A look, a turn passed, and another look: what a round trip between two nodes takes. */
int cube_link_recv(int dimension, void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.untimed_dimensions;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer)) {
        const struct link *link = fast_link(d);
        uint64_t head = link->in.head;
        if (fast_arrived(link, head))
            return take_one(d, head, buffer, WORD_BYTES, true, false);
        if (likely(!route_pending(dimensions))) {
            system_yield();
            head = link->in.head;
            if (likely(fast_arrived(link, head)))
                return take_one(d, head, buffer, WORD_BYTES, false, false);
        }
    }
    return recv_plain(d, buffer, bytes);
}
