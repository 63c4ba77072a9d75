#include "net/neighbour.h"

#include <errno.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/node.h"
#include "net/wait.h"
#include "net/word.h"

int neighbour_take(uint32_t dimension, uint32_t operation, uint32_t step, uint8_t *buffer,
                   size_t bytes, size_t *taken) {
    const struct cube_piece *piece = link_look(dimension);
    if (!piece)
        return NEIGHBOUR_NOTHING;
    if (piece->operation != operation || piece->step != step)
        return -EPROTO;
    if (piece->remaining != bytes - *taken)
        return -EMSGSIZE;
    copy_out(buffer + *taken, piece->payload, piece->bytes);
    *taken += piece->bytes;
    link_release(dimension);
    return *taken == bytes ? NEIGHBOUR_DONE : NEIGHBOUR_PART;
}

static bool valid(uint32_t dimension, const void *buffer, size_t bytes) {
    return dimension < node.dimension && (buffer || bytes == 0) && bytes <= UINT32_MAX;
}

/* ---- Sending ---- */

static apart int send_pieces(uint32_t dimension, const uint8_t *data, size_t bytes) {
    struct waiting waiting = wait_begin("link send", node_neighbour(dimension), 0);
    route_poll();
    for (size_t sent = 0;;) {
        size_t rest = bytes - sent;
        size_t put = link_put(dimension, OPERATION_LINK, 0, data + sent, rest, rest);
        if (put == LINK_FULL)
            wait_more(&waiting, WAIT_ROOM(dimension));
        else if (put == rest)
            return 0;
        else
            sent += put;
    }
}

/* The rare rest of a send: a neighbour to wake, packets to forward. */
static rare int send_finish(uint32_t dimension, enum word_sent sent) {
    if (sent == WORD_WAKE)
        system_ring(1u << dimension);
    route_poll();
    return 0;
}

/* `bytes` <= COPY_SMALL; `dimensions` is the node's number of them. */
within int send_slot(uint32_t dimension, uint32_t dimensions, const void *buffer, size_t bytes) {
    enum word_sent sent = word_send(word_link(dimension), OPERATION_LINK, 0, buffer, bytes);
    if (unlikely(sent == WORD_FULL))
        return send_pieces(dimension, buffer, bytes);
    if (unlikely(sent == WORD_WAKE || route_pending(dimensions)))
        return send_finish(dimension, sent);
    return 0;
}

static apart int send_other(uint32_t dimension, const void *buffer, size_t bytes) {
    if (!valid(dimension, buffer, bytes))
        return -EINVAL;
    return bytes <= COPY_SMALL ? send_slot(dimension, node.dimension, buffer, bytes)
                               : send_pieces(dimension, buffer, bytes);
}

int cube_link_send(int dimension, const void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.dimension;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer))
        return send_slot(d, dimensions, buffer, WORD_BYTES);
    return send_other(d, buffer, bytes);
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

/* The rare rest of a receive: a head to publish, packets to forward. */
static rare int recv_finish(uint32_t dimension, enum word_result taken) {
    if (taken == WORD_RELEASE) {
        ring_release(&node.link[dimension].in);
        node_wake(dimension);
    }
    route_poll();
    return 0;
}

/* As send_slot. */
within int recv_slot(uint32_t dimension, uint32_t dimensions, void *buffer, size_t bytes) {
    struct link *link = word_link(dimension);
    uint64_t head = link->in.head;
    enum word_result taken;
    if (!word_arrived(link, head)) {
        uint32_t left = node.idle_looks;
        do {
            if (unlikely(left == 0 || route_pending(dimensions)))
                return recv_pieces(dimension, buffer, bytes, node.looks - left);
            left--;
            system_yield();
        } while (unlikely(!word_arrived(link, head)));
        taken = word_take(link, head, OPERATION_LINK, 0, buffer, bytes);
        if (likely(taken == WORD_TAKEN))
            return 0;
    } else {
        taken = word_take(link, head, OPERATION_LINK, 0, buffer, bytes);
        if (likely(taken == WORD_TAKEN && !route_pending(dimensions)))
            return 0;
    }
    if (taken == WORD_OTHER)
        return recv_pieces(dimension, buffer, bytes, 0);
    return recv_finish(dimension, taken);
}

static apart int recv_other(uint32_t dimension, void *buffer, size_t bytes) {
    if (!valid(dimension, buffer, bytes))
        return -EINVAL;
    return bytes <= COPY_SMALL ? recv_slot(dimension, node.dimension, buffer, bytes)
                               : recv_pieces(dimension, buffer, bytes, 0);
}

int cube_link_recv(int dimension, void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.dimension;
    if (likely(d < dimensions && bytes == WORD_BYTES && buffer))
        return recv_slot(d, dimensions, buffer, WORD_BYTES);
    return recv_other(d, buffer, bytes);
}
