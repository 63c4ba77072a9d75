#include "net/neighbour.h"

#include <errno.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/node.h"
#include "net/time.h"
#include "net/wait.h"
#include "net/word.h"

int neighbour_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                   size_t bytes, size_t *taken) {
    struct piece piece;
    if (!link_look(dimension, 0, &piece))
        return NEIGHBOUR_NOTHING;
    const struct cube_header *header = &piece.header;
    if (header->operation != operation || header->step != step)
        return -EPROTO;
    if (header->remaining != bytes - *taken)
        return -EMSGSIZE;
    time_take(flow_of(dimension, operation, step), header->clock, header->bytes, *taken == 0);
    copy_out(buffer + *taken, piece.payload, header->bytes);
    *taken += header->bytes;
    link_release(dimension, header);
    return *taken == bytes ? NEIGHBOUR_DONE : NEIGHBOUR_PART;
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

static apart int send_pieces(uint32_t dimension, const uint8_t *data, size_t bytes,
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
static rare int send_finish(uint32_t dimension) {
    node_wake(dimension);
    route_poll();
    return 0;
}

/* As one piece if that can be; `dimensions` is the node's number of them. */
within int send_piece(uint32_t dimension, uint32_t dimensions, const void *buffer, size_t bytes,
                      bool timed) {
    struct link *link = word_link(dimension);
    uint64_t stamp = timed ? time_depart_timed(flow_of(dimension, OPERATION_LINK, 0), bytes) : 0;
    enum word_sent sent = word_send(link, OPERATION_LINK, 0, stamp, buffer, bytes);
    if (unlikely(sent == WORD_FULL))
        return send_pieces(dimension, buffer, bytes, stamp);
    if (unlikely(sent == WORD_WAKE || route_pending(dimensions)))
        return send_finish(dimension);
    return 0;
}

/* Where there is a clock; and wrong arguments. */
static apart int send_timed(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.dimension;
    if (likely(dimension < dimensions && bytes == WORD_BYTES && buffer))
        return send_piece(dimension, dimensions, buffer, WORD_BYTES, true);
    if (!valid(dimension, dimensions, buffer, bytes))
        return -EINVAL;
    return send_piece(dimension, dimensions, buffer, bytes, true);
}

/* Checks all, and has a case for each way of copying; two copies of it, for short messages need no
 * registers saved. */
within int send_checked(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.quick;
    if (!valid(dimension, dimensions, buffer, bytes))
        return -EINVAL;
    return send_piece(dimension, dimensions, buffer, bytes, false);
}

static apart int send_short(uint32_t dimension, const void *buffer, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    return send_checked(dimension, buffer, bytes);
}

static apart int send_long(uint32_t dimension, const void *buffer, size_t bytes) {
    return send_checked(dimension, buffer, bytes);
}

static apart int send_other(uint32_t dimension, const void *buffer, size_t bytes) {
    if (unlikely(node.quick == 0))
        return send_timed(dimension, buffer, bytes);
    return bytes <= COPY_SMALL ? send_short(dimension, buffer, bytes)
                               : send_long(dimension, buffer, bytes);
}

/* A word where there is a clock that counts instructions alone: few of them. */
static apart int send_plain(uint32_t dimension, const void *buffer, size_t bytes) {
    uint32_t dimensions = node.plain;
    if (unlikely(!(dimension < dimensions && bytes == WORD_BYTES && buffer)))
        return send_other(dimension, buffer, bytes);
    struct link *link = word_link(dimension);
    uint64_t stamp = time_now();
    enum word_sent sent = word_send(link, OPERATION_LINK, 0, stamp, buffer, WORD_BYTES);
    if (unlikely(sent == WORD_FULL))
        return send_pieces(dimension, buffer, WORD_BYTES, stamp);
    if (unlikely(sent == WORD_WAKE || route_pending(dimensions)))
        return send_finish(dimension);
    return 0;
}

int cube_link_send(int dimension, const void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.quick;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer))
        return send_piece(d, dimensions, buffer, WORD_BYTES, false);
    return send_plain(d, buffer, bytes);
}

/* ---- Receiving ---- */

/* `looks` looks have failed already. */
static apart int recv_pieces(uint32_t dimension, uint8_t *buffer, size_t bytes, uint32_t looks) {
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    waiting.looks = looks;
    route_poll();
    for (size_t taken = 0;;) {
        int result = neighbour_take(dimension, OPERATION_LINK, 0, buffer, bytes, &taken);
        if (result == NEIGHBOUR_NOTHING)
            wait_more(&waiting, WAIT_ARRIVAL(dimension));
        else if (result != NEIGHBOUR_PART)
            return result == NEIGHBOUR_DONE ? 0 : result;
    }
}

/* The rest of a receive: a head to publish, packets to forward. */
static rare int recv_finish(uint32_t dimension) {
    ring_release(&node.link[dimension].in); /* at worst once more than has to be */
    node_wake(dimension);
    route_poll();
    return 0;
}

/* Takes the packet that has arrived, if it is the one expected. `poll`: forwarding has not had its
 * turn yet. */
within int take_one(uint32_t dimension, uint64_t head, void *buffer, size_t bytes, bool poll,
                    bool timed) {
    uint64_t stamp;
    enum word_result taken = word_take(word_link(dimension), head, OPERATION_LINK, 0,
                                       timed ? &stamp : NULL, buffer, bytes);
    if (unlikely(taken == WORD_OTHER))
        return recv_pieces(dimension, buffer, bytes, 0);
    if (timed)
        time_take_timed(flow_of(dimension, OPERATION_LINK, 0), stamp, bytes, true);
    if (unlikely(taken == WORD_RELEASE || (poll && route_pending(node.dimension))))
        return recv_finish(dimension);
    return 0;
}

/* Waits until something arrives. */
static apart void recv_wait(uint32_t dimension, uint64_t head) {
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    time_stop();
    while (!word_arrived(&node.link[dimension], head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    time_go();
}

/* As send_timed. */
static apart int recv_timed(uint32_t dimension, void *buffer, size_t bytes) {
    if (!valid(dimension, node.dimension, buffer, bytes))
        return -EINVAL;
    const struct link *link = word_link(dimension);
    uint64_t head = link->in.head;
    if (!word_arrived(link, head))
        recv_wait(dimension, head);
    return bytes == WORD_BYTES ? take_one(dimension, head, buffer, WORD_BYTES, true, true)
                               : take_one(dimension, head, buffer, bytes, true, true);
}

/* As send_checked. */
within int recv_checked(uint32_t dimension, void *buffer, size_t bytes) {
    if (!valid(dimension, node.quick, buffer, bytes))
        return -EINVAL;
    const struct link *link = &node.link[dimension];
    uint64_t head = link->in.head;
    for (uint32_t looks = 0; !word_arrived(link, head); looks++) {
        if (unlikely(looks >= node.idle_looks || route_pending(node.dimension)))
            return recv_pieces(dimension, buffer, bytes, looks);
        system_yield();
    }
    return take_one(dimension, head, buffer, bytes, true, false);
}

static apart int recv_short(uint32_t dimension, void *buffer, size_t bytes) {
    assume(bytes <= COPY_SMALL);
    return recv_checked(dimension, buffer, bytes);
}

static apart int recv_long(uint32_t dimension, void *buffer, size_t bytes) {
    return recv_checked(dimension, buffer, bytes);
}

static apart int recv_other(uint32_t dimension, void *buffer, size_t bytes) {
    if (unlikely(node.quick == 0))
        return recv_timed(dimension, buffer, bytes);
    return bytes <= COPY_SMALL ? recv_short(dimension, buffer, bytes)
                               : recv_long(dimension, buffer, bytes);
}

/* As send_plain. The clock showed `now` when this node began to receive. */
within int take_plain(uint32_t dimension, uint64_t head, void *buffer, uint64_t now,
                      uint64_t executed) {
    uint64_t stamp;
    enum word_result taken =
        word_take(word_link(dimension), head, OPERATION_LINK, 0, &stamp, buffer, WORD_BYTES);
    if (unlikely(taken == WORD_OTHER))
        return recv_pieces(dimension, buffer, WORD_BYTES, 0);
    if (stamp > now)
        clock_set(&node.clock, executed, stamp);
    if (unlikely(taken == WORD_RELEASE || route_pending(node.plain)))
        return recv_finish(dimension);
    return 0;
}

/* The same after a wait, in which the clock stands still. */
static apart int wait_plain(uint32_t dimension, void *buffer, uint64_t executed) {
    uint64_t now = clock_checked(&node.clock, node.time.since, executed);
    const struct link *link = word_link(dimension);
    uint64_t head = link->in.head;
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    while (!word_arrived(link, head))
        wait_more(&waiting, WAIT_ARRIVAL(dimension));
    executed = time_executed();
    node.time.since = executed;
    clock_set(&node.clock, executed, now);
    return take_plain(dimension, head, buffer, now, executed);
}

static apart int recv_plain(uint32_t dimension, void *buffer, size_t bytes) {
    if (unlikely(!(dimension < node.plain && bytes == WORD_BYTES && buffer)))
        return recv_other(dimension, buffer, bytes);
    const struct link *link = word_link(dimension);
    uint64_t head = link->in.head;
    uint64_t executed = time_executed();
    uint64_t now = clock_time(&node.clock, executed);
    if (!word_arrived(link, head))
        return wait_plain(dimension, buffer, executed);
    return take_plain(dimension, head, buffer, now, executed);
}

/* A look, a turn passed, and another look: what a round trip between two nodes takes. */
int cube_link_recv(int dimension, void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.quick;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer)) {
        const struct link *link = word_link(d);
        uint64_t head = link->in.head;
        if (word_arrived(link, head))
            return take_one(d, head, buffer, WORD_BYTES, true, false);
        if (likely(!route_pending(dimensions))) {
            system_yield();
            head = link->in.head;
            if (likely(word_arrived(link, head)))
                return take_one(d, head, buffer, WORD_BYTES, false, false);
        }
    }
    return recv_plain(d, buffer, bytes);
}
