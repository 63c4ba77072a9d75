/* Messages between any two nodes, on the routed channel. */
#include <errno.h>

#include "net/inbox.h"
#include "net/link.h"
#include "net/route.h"
#include "net/time.h"
#include "net/wait.h"

static int check(int peer, const void *buffer, size_t bytes) {
    if (peer < 0 || peer >= cube_nodes() || (!buffer && bytes > 0) || bytes > UINT32_MAX)
        return -EINVAL;
    return 0;
}

int cube_send(int to, const void *buffer, size_t bytes) {
    if (check(to, buffer, bytes))
        return -EINVAL;
    route_poll();
    if ((uint32_t)to == node.number)
        return inbox_put_own(buffer, bytes);

    struct peer *peer = inbox_peer((uint32_t)to);
    struct waiting waiting = wait_begin("send", (uint32_t)to, 0);
    struct cube_header header = {
        .operation = OPERATION_SEND,
        .source = (uint16_t)node.number,
        .destination = (uint16_t)to,
        .clock = time_depart(
            (struct flow){route_dimension((uint32_t)to), OPERATION_SEND, 0, (uint32_t)to}, bytes),
    };
    peer->unsent = (uint32_t)bytes;
    const uint8_t *data = buffer;
    size_t sent = 0;
    bool first = true;
    while (first || sent < bytes) {
        uint64_t words = 0; /* for credits: forwarding watches every routed arrival anyway */
        size_t part = bytes - sent;
        if (inbox_credit(peer, first, &part)) {
            header.remaining = (uint32_t)(bytes - sent);
            header.acknowledged = inbox_owed(peer);
            size_t put = route_put(&header, data + sent, part);
            if (put != ROUTE_FULL) {
                inbox_repaid(peer, header.acknowledged);
                peer->credit -= put + (first ? CUBE_MESSAGE_COST : 0);
                first = false;
                sent += put;
                peer->unsent = (uint32_t)(bytes - sent);
                header.clock = time_after(header.clock, put);
                route_poll();
                continue;
            }
            words = WAIT_ROUTED_ROOM(route_dimension((uint32_t)to));
        } else if (!inbox_ask(peer)) {
            words = WAIT_ROUTED_ROOM(route_dimension((uint32_t)to));
        }
        wait_more(&waiting, words);
    }
    return 0;
}

/* The dimension on which what `from` sends, another node, arrives here. */
static uint32_t last_dimension(uint32_t from) {
    return 31 - (uint32_t)__builtin_clz(from ^ node.number);
}

int cube_recv(int from, void *buffer, size_t bytes) {
    if (check(from, buffer, bytes))
        return -EINVAL;
    route_poll();
    bool settled = inbox_receive((uint32_t)from, buffer, bytes);
    inbox_acknowledge();
    struct waiting waiting = wait_begin("recv", (uint32_t)from, 0);
    while (!settled) {
        wait_more(&waiting, 0);
        settled = inbox_received();
    }
    int result = inbox_result();
    struct clock_arrival arrival = inbox_arrival();
    if (result != -ENOMEM && (uint32_t)from != node.number)
        time_take((struct flow){last_dimension((uint32_t)from), OPERATION_SEND, 0, (uint32_t)from},
                  arrival.stamp, arrival.bytes, true);
    return result;
}
