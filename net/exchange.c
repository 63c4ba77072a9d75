/* Messages to and from several neighbours at once.
 *
 * Plans can do this (collectives/run/pieces/pieces.c) and would save a hundred lines. But they know
 * more kinds of packets: exchanging a word with each neighbour would take a node 2,225 instructions
 * instead of 668 on 8 nodes, and 4,529 instead of 1,285 on 64. */
#include <errno.h>

#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/link.h"
#include "net/link_message.h"
#include "net/node.h"
#include "net/system/buffers.h"
#include "net/wait.h"

struct exchange {
    unsigned sending; /* dimensions on which something is still to be sent */
    unsigned receiving;
    size_t sent[CUBE_DIMENSIONS];
    size_t taken[CUBE_DIMENSIONS];
    uint64_t stamp[CUBE_DIMENSIONS]; /* stamp of the first byte still to be sent */
};

/* Sends the message on every dimension of the set on which the ring takes it as one piece. Adds the
 * other dimensions to exchange->sending. */
static void send_whole(struct exchange *exchange, unsigned senders, const void *const send[],
                       const size_t sizes[]) {
    unsigned asleep = 0;
    for (unsigned left = senders; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        uint64_t stamp = time_depart(flow_of(d, OPERATION_LINK, 0), sizes[d]);
        enum fast_sent sent = fast_send(fast_link(d), OPERATION_LINK, 0, stamp, send[d], sizes[d]);
        if (UNLIKELY(sent == FAST_FULL)) {
            exchange->sending |= 1u << d;
            exchange->sent[d] = 0;
            exchange->stamp[d] = stamp;
        } else if (UNLIKELY(sent == FAST_WAKE)) {
            asleep |= 1u << d;
        }
    }
    if (UNLIKELY(asleep != 0))
        node_ring(asleep);
}

/* Publishes what there is room for, before the node waits. Returns whether anything was
 * published. */
ALWAYS_INLINE bool exchange_send(struct exchange *exchange, const void *const send[],
                                 const size_t sizes[]) {
    bool moved = false;
    for (unsigned left = exchange->sending; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        size_t *sent = &exchange->sent[d], bytes = sizes[d];
        size_t put;
        while ((put = link_put(d, OPERATION_LINK, 0, exchange->stamp[d],
                               (const uint8_t *)send[d] + *sent, bytes - *sent, bytes - *sent)) !=
               LINK_FULL) {
            moved = true;
            *sent += put;
            exchange->stamp[d] = time_after(exchange->stamp[d], put);
            if (*sent == bytes) {
                exchange->sending &= ~(1u << d);
                break;
            }
        }
    }
    return moved;
}

/* Takes the message if it has arrived as one piece. Returns LINK_MESSAGE_DONE then, and
 * LINK_MESSAGE_NOTHING if nothing has arrived. Leaves everything else to link_message_take. */
ALWAYS_INLINE int take_whole(uint32_t dimension, uint8_t *buffer, size_t bytes, size_t *taken) {
    struct link *link = fast_link(dimension);
    uint64_t head = link->in.head, mask = link->in.mask, stamp;
    if (!fast_arrived(link, head))
        return LINK_MESSAGE_NOTHING;
    const uint8_t *payload =
        *taken == 0 ? fast_payload(link, head, mask, OPERATION_LINK, 0, &stamp, bytes) : NULL;
    if (UNLIKELY(!payload))
        return link_message_take(dimension, OPERATION_LINK, 0, buffer, bytes, taken);
    copy_out(buffer, payload, bytes);
    time_take(flow_of(dimension, OPERATION_LINK, 0), stamp, bytes, true);
    if (UNLIKELY(fast_consume(link, head, mask, bytes))) {
        ring_release(&link->in);
        node_wake(dimension);
    }
    return LINK_MESSAGE_DONE;
}

static int exchange_receive(struct exchange *exchange, void *const recv[], const size_t sizes[]) {
    int moved = 0;
    for (unsigned left = exchange->receiving; left; left &= left - 1) {
        uint32_t d = (uint32_t)__builtin_ctz(left);
        int result = take_whole(d, recv[d], sizes[d], &exchange->taken[d]);
        if (result < 0)
            return result;
        if (result == LINK_MESSAGE_DONE)
            exchange->receiving &= ~(1u << d);
        moved |= result != LINK_MESSAGE_NOTHING;
    }
    return moved;
}

ALWAYS_INLINE uint64_t exchange_words(const struct exchange *exchange) {
    uint64_t words = 0;
    for (uint32_t d = 0; d < node.dimension; d++) {
        words |= exchange->sending & (1u << d) ? WAIT_ROOM(d) : 0;
        words |= exchange->receiving & (1u << d) ? WAIT_ARRIVAL(d) : 0;
    }
    return words;
}

/* Returns the neighbour that the deadlock report names: the only one of the set, or CUBE_NOBODY. */
static uint32_t exchange_peer(unsigned dimensions) {
    if (dimensions == 0 || (dimensions & (dimensions - 1)) != 0)
        return CUBE_NOBODY;
    return node.number ^ dimensions;
}

/* Whether there is a neighbour, a size below 4 GiB and, for more than 0 bytes, a buffer on each
 * dimension of the set. */
static bool exchange_valid(unsigned dimensions, const void *const buffers[], const size_t sizes[]) {
    if (dimensions >> node.dimension || (dimensions && (!buffers || !sizes)))
        return false;
    for (unsigned left = dimensions; left; left &= left - 1) {
        size_t bytes = sizes[__builtin_ctz(left)];
        if (bytes > UINT32_MAX || (bytes > 0 && !buffers[__builtin_ctz(left)]))
            return false;
    }
    return true;
}

/* Finishes an exchange that found an unexpected packet, except for messages from neighbours whose
 * programs have failed. Returns -EHOSTDOWN, or another error. */
static COLD int exchange_without(struct exchange *exchange, int error, const void *const send[],
                                 const size_t send_bytes[], void *const recv[],
                                 const size_t recv_bytes[]) {
    if (error != -EPROTO)
        return error;
    struct waiting waiting = wait_begin("exchange", CUBE_NOBODY, 0);
    while ((exchange->sending | exchange->receiving) != 0) {
        bool moved = exchange->sending != 0 && exchange_send(exchange, send, send_bytes);
        for (unsigned left = exchange->receiving; left; left &= left - 1) {
            uint32_t d = (uint32_t)__builtin_ctz(left);
            int result =
                link_message_error(d, link_message_take(d, OPERATION_LINK, 0, recv[d],
                                                        recv_bytes[d], &exchange->taken[d]));
            if (result < 0 && result != -EHOSTDOWN)
                return result;
            if (result == LINK_MESSAGE_DONE || result == -EHOSTDOWN)
                exchange->receiving &= ~(1u << d);
            moved |= result != LINK_MESSAGE_NOTHING;
        }
        if (!moved && (exchange->sending | exchange->receiving) != 0)
            waiting.spins = wait_rest(waiting, exchange_words(exchange));
    }
    if (node.time.on)
        time_taken();
    return -EHOSTDOWN;
}

/* Tells of a use of the buffers of the dimensions of a set. */
static void tell(enum buffer_use use, unsigned dimensions, const void *const buffers[],
                 const size_t sizes[]) {
    for (unsigned left = buffers_watched ? dimensions : 0; left; left &= left - 1)
        buffer_used(use, buffers[__builtin_ctz(left)], sizes[__builtin_ctz(left)]);
}

int cube_links_exchangev(unsigned senders, const void *const send[], const size_t send_bytes[],
                         unsigned receivers, void *const recv[], const size_t recv_bytes[]) {
    if (!exchange_valid(senders, send, send_bytes) ||
        !exchange_valid(receivers, (const void *const *)recv, recv_bytes))
        return -EINVAL;
    tell(BUFFER_READ, senders, send, send_bytes);
    tell(BUFFER_GIVEN, receivers, (const void *const *)recv, recv_bytes);
    route_poll();
    struct exchange exchange; /* its arrays are initialized only where a message needs them */
    exchange.sending = 0;
    exchange.receiving = receivers;
    for (unsigned left = receivers; left; left &= left - 1)
        exchange.taken[__builtin_ctz(left)] = 0;
    send_whole(&exchange, senders, send, send_bytes);
    if (UNLIKELY(node.time.on))
        time_take_several(receivers);
    struct waiting waiting = wait_begin("exchange", exchange_peer(senders | receivers), 0);
    for (;;) {
        int received = exchange_receive(&exchange, recv, recv_bytes);
        if (UNLIKELY(received < 0)) {
            /* A copy, and not on the stack, so that the usual case has its members in registers. */
            static NODE_TABLE struct exchange rest;
            rest = exchange;
            return exchange_without(&rest, received, send, send_bytes, recv, recv_bytes);
        }
        bool sent = exchange.sending != 0 && exchange_send(&exchange, send, send_bytes);
        if ((exchange.sending | exchange.receiving) == 0)
            break;
        if (!sent && !received)
            wait_more(&waiting, exchange_words(&exchange));
    }
    if (UNLIKELY(node.time.on))
        time_taken();
    tell(BUFFER_TAKEN, receivers, (const void *const *)recv, recv_bytes);
    return 0;
}

int cube_links_exchange(unsigned senders, const void *const send[], unsigned receivers,
                        void *const recv[], size_t bytes) {
    size_t sizes[CUBE_DIMENSIONS];
    if (bytes > UINT32_MAX) /* even where there is nobody to send it to */
        return -EINVAL;
    for (int d = 0; d < CUBE_DIMENSIONS; d++)
        sizes[d] = bytes;
    return cube_links_exchangev(senders, send, sizes, receivers, recv, sizes);
}
