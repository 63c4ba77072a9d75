#include "tools/bridge/invitation.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/wire.h"

enum {
    PATIENCE = 10,         /* seconds until all are connected, once they all have the invitation */
    GREETING_PATIENCE = 2, /* seconds for who has connected to say who it is */
    ATTEMPT_PATIENCE = 3,  /* seconds for one address to answer */
    STRANGERS_MOST = 64,   /* who have connected and not yet said who they are */
    LOST_AFTER = 8,        /* seconds in which a host that does not answer is lost */
};

/* What who connects says. */
struct greeting {
    uint8_t secret[SECRET_BYTES];
    uint32_t host;
};

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* Whether two secrets are the same, in a time that does not depend on where they differ. */
static bool same_secret(const uint8_t *one, const uint8_t *other) {
    uint8_t difference = 0;
    for (size_t i = 0; i < SECRET_BYTES; i++)
        difference |= one[i] ^ other[i];
    return difference == 0;
}

/* ---- Host 0 ---- */

static int listen_for_all(struct invitation *invitation) {
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
    socklen_t bytes = sizeof own;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&own, sizeof own) ||
        listen(listener, HOSTS_MOST) || getsockname(listener, (struct sockaddr *)&own, &bytes))
        give_up("cannot listen on host %s: %s", host_names[0], strerror(errno));
    invitation->port = own.sin_port;
    return listener;
}

/* Notes this host's addresses, that of the machine itself last. */
static void note_addresses(struct invitation *invitation) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all))
        give_up("host %s: cannot read its addresses: %s", host_names[0], strerror(errno));
    for (unsigned loopback = 0; loopback < 2; loopback++)
        for (struct ifaddrs *each = all; each; each = each->ifa_next) {
            if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET ||
                !(each->ifa_flags & IFF_UP) ||
                ((each->ifa_flags & IFF_LOOPBACK) != 0) != loopback ||
                invitation->addresses == ADDRESSES_MOST)
                continue;
            struct sockaddr_in address;
            memcpy(&address, each->ifa_addr, sizeof address);
            invitation->address[invitation->addresses++] = address.sin_addr.s_addr;
        }
    freeifaddrs(all);
}

int invitation_open(struct invitation *invitation) {
    int listener = listen_for_all(invitation);
    note_addresses(invitation);
    if (getrandom(invitation->secret, sizeof invitation->secret, 0) != sizeof invitation->secret)
        give_up("host %s: cannot read random numbers", host_names[0]);
    return listener;
}

/* Who has connected and has not yet said who it is, the oldest first. Nobody waits for one of them
 * alone: so who says nothing keeps nobody else from coming. */
static struct stranger {
    int connection;
    time_t until;
    size_t heard;
    struct greeting greeting;
} strangers[STRANGERS_MOST];
static uint32_t stranger_count;

static void forget(uint32_t number) {
    stranger_count--;
    memmove(&strangers[number], &strangers[number + 1],
            (stranger_count - number) * sizeof *strangers);
}

static void turn_away(uint32_t number) {
    close(strangers[number].connection);
    forget(number);
}

static void welcome(int listener) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0)
        return;
    if (stranger_count == STRANGERS_MOST)
        turn_away(0);
    strangers[stranger_count++] =
        (struct stranger){.connection = connection, .until = now() + GREETING_PATIENCE};
}

/* Whether a whole greeting is that of a host which has not connected yet. */
static bool is_invited(const struct greeting *greeting, const struct invitation *invitation) {
    return same_secret(greeting->secret, invitation->secret[0]) && greeting->host > 0 &&
           greeting->host < host_count && !wire_is_open(greeting->host);
}

/* Hears what a stranger has said, without waiting. Whoever has said all of a greeting is a host
 * from then on, or is turned away. Returns whether it is a host. */
static bool hear(uint32_t number, const struct invitation *invitation) {
    struct stranger *stranger = &strangers[number];
    struct greeting *greeting = &stranger->greeting;
    ssize_t got = recv(stranger->connection, (uint8_t *)greeting + stranger->heard,
                       sizeof *greeting - stranger->heard, 0);
    bool waits = got < 0 && (errno == EAGAIN || errno == EINTR);
    stranger->heard += got > 0 ? (size_t)got : 0;
    if ((got > 0 || waits) && stranger->heard < sizeof *greeting && now() < stranger->until)
        return false;
    if (stranger->heard < sizeof *greeting || !is_invited(greeting, invitation) ||
        send(stranger->connection, invitation->secret[1], SECRET_BYTES, MSG_NOSIGNAL) !=
            SECRET_BYTES) {
        turn_away(number);
        return false;
    }
    wire_open(greeting->host, stranger->connection, LOST_AFTER);
    forget(number);
    return true;
}

static void await_some(int listener) {
    struct pollfd waits[STRANGERS_MOST + 1];
    for (uint32_t i = 0; i < stranger_count; i++)
        waits[i] = (struct pollfd){.fd = strangers[i].connection, .events = POLLIN};
    waits[stranger_count] = (struct pollfd){.fd = listener, .events = POLLIN};
    /* After a second somebody's patience may be over. */
    if (poll(waits, stranger_count + 1, 1000) > 0 && waits[stranger_count].revents)
        welcome(listener);
}

void invitation_await(int listener, const struct invitation *invitation) {
    uint32_t missing = host_count - 1;
    for (time_t end = now() + PATIENCE; missing > 0;) {
        if (now() >= end) {
            uint32_t host = 1;
            while (wire_is_open(host))
                host++;
            give_up("host %s (process %u of %u) did not connect to %s", host_names[host], host,
                    host_count, host_names[0]);
        }
        await_some(listener);
        for (uint32_t number = stranger_count; number-- > 0;)
            missing -= hear(number, invitation);
    }
    while (stranger_count > 0)
        turn_away(0);
    close(listener);
}

/* ---- The others ---- */

static bool read_in_time(int socket, void *data, size_t bytes, int seconds) {
    struct timeval patience = {.tv_sec = seconds};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return recv(socket, data, bytes, MSG_WAITALL) == (ssize_t)bytes;
}

static bool connect_in_time(int connection, const struct sockaddr_in *address) {
    struct timeval patience = {.tv_sec = ATTEMPT_PATIENCE};
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return connect(connection, (const struct sockaddr *)address, sizeof *address) == 0;
}

void invitation_take(const struct invitation *invitation) {
    struct greeting greeting = {.host = host_self};
    memcpy(greeting.secret, invitation->secret[0], SECRET_BYTES);
    for (uint32_t i = 0; i < invitation->addresses; i++) {
        struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = invitation->port,
                                      .sin_addr.s_addr = invitation->address[i]};
        uint8_t answer[SECRET_BYTES];
        int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection >= 0 && connect_in_time(connection, &address) &&
            send(connection, &greeting, sizeof greeting, MSG_NOSIGNAL) == sizeof greeting &&
            read_in_time(connection, answer, SECRET_BYTES, PATIENCE) &&
            same_secret(answer, invitation->secret[1])) {
            wire_open(0, connection, LOST_AFTER);
            return;
        }
        close(connection);
    }
    give_up("host %s cannot connect to host %s at any of its %u addresses", host_names[host_self],
            host_names[0], invitation->addresses);
}
