#include <errno.h>
#include <sys/socket.h>

#include "tools/bridge/carrier.h"

static ssize_t send_some(uint32_t host, int connection, const void *data, size_t bytes) {
    (void)host;
    ssize_t sent = send(connection, data, bytes, MSG_NOSIGNAL);
    return sent >= 0 ? sent : errno == EAGAIN || errno == EINTR ? -1 : -2;
}

static ssize_t receive_some(uint32_t host, int connection, void *data, size_t room) {
    (void)host;
    ssize_t got = recv(connection, data, room, 0);
    return got >= 0 ? got : errno == EAGAIN || errno == EINTR ? -1 : 0;
}

static void settle(uint32_t host) {
    (void)host; /* the system goes on sending when the bridge has ended */
}

static void end(void) {
}

const struct carrier carrier_tcp = {send_some, receive_some, settle, end, false};
