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

static rare int send_general(uint32_t dimension, const uint8_t *data, size_t bytes) {
    if (!valid(dimension, data, bytes))
        return -EINVAL;
    route_poll();
    struct waiting waiting = wait_begin("link send", node_neighbour(dimension), 0);
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

int cube_link_send(int dimension, const void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.dimension;
    if (unlikely(d >= dimensions || bytes != WORD_BYTES || !buffer))
        return send_general(d, buffer, bytes);
    enum word_sent sent = word_send(word_link(d), OPERATION_LINK, 0, buffer, WORD_BYTES);
    if (unlikely(sent == WORD_FULL))
        return send_general(d, buffer, bytes);
    if (unlikely(sent == WORD_WAKE || route_pending(dimensions)))
        return send_finish(d, sent);
    return 0;
}

/* ---- Receiving ---- */

/* `looks` looks have failed already. */
static rare int recv_general(uint32_t dimension, uint8_t *buffer, size_t bytes, uint32_t looks) {
    if (!valid(dimension, buffer, bytes))
        return -EINVAL;
    route_poll();
    struct waiting waiting = wait_begin("link recv", node_neighbour(dimension), 0);
    waiting.looks = looks;
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

int cube_link_recv(int dimension, void *buffer, size_t bytes) {
    uint32_t d = (uint32_t)dimension;
    uint32_t dimensions = node.dimension;
    if (unlikely(d >= dimensions || bytes != WORD_BYTES || !buffer))
        return recv_general(d, buffer, bytes, 0);
    struct link *link = word_link(d);
    uint64_t head = link->in.head;
    enum word_result taken;
    if (!word_arrived(link, head)) {
        uint32_t left = node.idle_looks;
        do {
            if (unlikely(left == 0 || route_pending(dimensions)))
                return recv_general(d, buffer, bytes, node.looks - left);
            left--;
            system_yield();
        } while (unlikely(!word_arrived(link, head)));
        taken = word_take(link, head, OPERATION_LINK, 0, buffer, WORD_BYTES);
        if (likely(taken == WORD_TAKEN))
            return 0;
    } else {
        taken = word_take(link, head, OPERATION_LINK, 0, buffer, WORD_BYTES);
        if (likely(taken == WORD_TAKEN && !route_pending(dimensions)))
            return 0;
    }
    if (taken == WORD_OTHER)
        return recv_general(d, buffer, bytes, 0);
    return recv_finish(d, taken);
}
