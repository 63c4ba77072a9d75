#include "tools/bridge/launch.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <mpi.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/wire.h"

enum {
    PATIENCE = 30,         /* seconds until all are connected */
    GREETING_PATIENCE = 2, /* seconds for who has connected to say who it is */
    ATTEMPT_PATIENCE = 3,  /* seconds for one address to answer */
    SECRET_BYTES = 16,
    ADDRESSES_MOST = 16,
    IDENTITY_BYTES = 192,
    LOST_AFTER = 8, /* seconds in which a host that does not answer is lost */
};

/* What host 0 tells all, over the launcher's own channel. */
struct meeting {
    uint8_t secret[2][SECRET_BYTES]; /* that who connects has to know, and that host 0 has to */
    uint32_t addresses;
    in_addr_t address[ADDRESSES_MOST]; /* of host 0, both in the network's byte order */
    in_port_t port;
};

/* What who connects says. */
struct greeting {
    uint8_t secret[SECRET_BYTES];
    uint32_t host;
};

struct member {
    char name[HOST_NAME_BYTES];
    char identity[IDENTITY_BYTES];
};

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* ---- Host 0 ---- */

static int listen_for_all(struct meeting *meeting) {
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
    socklen_t bytes = sizeof own;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&own, sizeof own) ||
        listen(listener, HOSTS_MOST) || getsockname(listener, (struct sockaddr *)&own, &bytes))
        give_up("no host can connect to %s: %s", host_names[0], strerror(errno));
    meeting->port = own.sin_port;
    return listener;
}

/* Notes this host's addresses, that of the machine itself last. */
static void note_addresses(struct meeting *meeting) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all))
        give_up("%s does not know its addresses: %s", host_names[0], strerror(errno));
    for (unsigned loopback = 0; loopback < 2; loopback++)
        for (struct ifaddrs *each = all; each; each = each->ifa_next) {
            if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET ||
                !(each->ifa_flags & IFF_UP) ||
                ((each->ifa_flags & IFF_LOOPBACK) != 0) != loopback ||
                meeting->addresses == ADDRESSES_MOST)
                continue;
            struct sockaddr_in address;
            memcpy(&address, each->ifa_addr, sizeof address);
            meeting->address[meeting->addresses++] = address.sin_addr.s_addr;
        }
    freeifaddrs(all);
}

static bool read_in_time(int socket, void *data, size_t bytes, int seconds) {
    struct timeval patience = {.tv_sec = seconds};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return recv(socket, data, bytes, MSG_WAITALL) == (ssize_t)bytes;
}

/* Whether two secrets are the same, in a time that does not depend on where they differ. */
static bool same_secret(const uint8_t *one, const uint8_t *other) {
    uint8_t difference = 0;
    for (size_t i = 0; i < SECRET_BYTES; i++)
        difference |= one[i] ^ other[i];
    return difference == 0;
}

static void accept_one(int listener, const struct meeting *meeting, uint32_t *missing) {
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    struct greeting greeting;
    if (connection < 0)
        return;
    if (!read_in_time(connection, &greeting, sizeof greeting, GREETING_PATIENCE) ||
        !same_secret(greeting.secret, meeting->secret[0]) || greeting.host == 0 ||
        greeting.host >= host_count || wire_is_open(greeting.host) ||
        send(connection, meeting->secret[1], SECRET_BYTES, MSG_NOSIGNAL) != SECRET_BYTES) {
        close(connection); /* a stranger */
        return;
    }
    wire_open(greeting.host, connection, LOST_AFTER);
    --*missing;
}

static void accept_all(int listener, const struct meeting *meeting) {
    uint32_t missing = host_count - 1;
    for (time_t end = now() + PATIENCE; missing > 0;) {
        struct pollfd wait = {.fd = listener, .events = POLLIN};
        time_t left = end - now();
        if (left <= 0) {
            uint32_t host = 1;
            while (wire_is_open(host))
                host++;
            give_up("host %s (process %u of %u) does not connect to %s", host_names[host], host,
                    host_count, host_names[0]);
        }
        if (poll(&wait, 1, (int)left * 1000) > 0)
            accept_one(listener, meeting, &missing);
    }
    close(listener);
}

/* ---- The others ---- */

static bool connect_in_time(int connection, const struct sockaddr_in *address) {
    struct timeval patience = {.tv_sec = ATTEMPT_PATIENCE};
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return connect(connection, (const struct sockaddr *)address, sizeof *address) == 0;
}

static void connect_to_first(const struct meeting *meeting) {
    struct greeting greeting = {.host = host_self};
    memcpy(greeting.secret, meeting->secret[0], SECRET_BYTES);
    for (uint32_t i = 0; i < meeting->addresses; i++) {
        struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = meeting->port,
                                      .sin_addr.s_addr = meeting->address[i]};
        uint8_t answer[SECRET_BYTES];
        int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection >= 0 && connect_in_time(connection, &address) &&
            send(connection, &greeting, sizeof greeting, MSG_NOSIGNAL) == sizeof greeting &&
            read_in_time(connection, answer, SECRET_BYTES, PATIENCE) &&
            same_secret(answer, meeting->secret[1])) {
            wire_open(0, connection, LOST_AFTER);
            return;
        }
        close(connection);
    }
    give_up("host %s cannot connect to host %s at any of its %u addresses", host_names[host_self],
            host_names[0], meeting->addresses);
}

/* ---- All ---- */

static void check_identities(const struct member *members) {
    for (uint32_t host = 1; host < host_count; host++)
        if (strcmp(members[host].identity, members[0].identity) != 0) {
            if (host_self != 0)
                give_up_silently();
            give_up("host %s (process %u of %u) runs another graycube, program or options than "
                    "%s: '%s', not '%s'",
                    host_names[host], host, host_count, host_names[0], members[host].identity,
                    members[0].identity);
        }
}

void launch(const char *identity) {
    static struct member members[HOSTS_MOST];
    struct meeting meeting = {0};
    struct member self = {0};
    char name[MPI_MAX_PROCESSOR_NAME] = "";
    int rank, size, length, listener = -1;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > HOSTS_MOST)
        give_up("the launcher has started %d processes, and a cube has at most %d parts", size,
                PART_MOST);
    MPI_Get_processor_name(name, &length);
    snprintf(self.name, sizeof self.name, "%.*s", HOST_NAME_BYTES - 1, name);
    snprintf(self.identity, sizeof self.identity, "%.*s", IDENTITY_BYTES - 1, identity);
    host_count = (uint32_t)size;
    host_self = (uint32_t)rank;
    MPI_Allgather(&self, sizeof self, MPI_BYTE, members, sizeof self, MPI_BYTE, MPI_COMM_WORLD);
    for (uint32_t host = 0; host < host_count; host++)
        memcpy(host_names[host], members[host].name, HOST_NAME_BYTES);
    if (host_self == 0) {
        listener = listen_for_all(&meeting);
        note_addresses(&meeting);
        if (getrandom(meeting.secret, sizeof meeting.secret, 0) != sizeof meeting.secret)
            give_up("%s has no random numbers for a secret", host_names[0]);
    }
    MPI_Bcast(&meeting, sizeof meeting, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    check_identities(members);
    if (host_self == 0)
        accept_all(listener, &meeting);
    else
        connect_to_first(&meeting);
}
