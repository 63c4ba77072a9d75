#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/bridge/bridge.h"
#include "tools/bridge/carrier.h"

enum {
    TAG_BYTES,
    TAG_LAST,
    PATIENCE = 10, /* seconds for the end */
};

/* What is on its way to each host: one message at a time. */
static struct {
    MPI_Request request;
    bool under_way;
    uint8_t *data;
} outgoing[HOSTS_MOST];
static bool last_came[HOSTS_MOST];

static ssize_t send_some(uint32_t host, int connection, const void *data, size_t bytes) {
    (void)connection;
    int done = 1;
    if (outgoing[host].under_way && MPI_Test(&outgoing[host].request, &done, MPI_STATUS_IGNORE))
        return -2;
    outgoing[host].under_way = !done;
    if (!done)
        return -1;
    if (!outgoing[host].data)
        outgoing[host].data = malloc(CARRIED_AT_ONCE);
    if (!outgoing[host].data)
        give_up("host %s does not have enough memory for its messages", host_names[host_self]);
    if (bytes > CARRIED_AT_ONCE)
        bytes = CARRIED_AT_ONCE;
    memcpy(outgoing[host].data, data, bytes);
    if (MPI_Isend(outgoing[host].data, (int)bytes, MPI_BYTE, (int)host, TAG_BYTES, MPI_COMM_WORLD,
                  &outgoing[host].request))
        return -2;
    outgoing[host].under_way = true;
    return (ssize_t)bytes;
}

static ssize_t receive_some(uint32_t host, int connection, void *data, size_t room) {
    int there = 0, bytes;
    uint8_t word;
    MPI_Status status;
    if (MPI_Iprobe((int)host, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status))
        return 0;
    if (!there && carrier_tcp.receive(host, connection, &word, sizeof word) != 0)
        return -1;
    /* What a host has sent comes before it goes: its last words, too. */
    if (!there && (MPI_Iprobe((int)host, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) || !there))
        return 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes < 0 || (size_t)bytes > room ||
        MPI_Recv(data, bytes, MPI_BYTE, (int)host, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE))
        return 0;
    last_came[host] = status.MPI_TAG == TAG_LAST;
    return bytes > 0 ? bytes : -1;
}

/* Discards what has come from a host. */
static void discard(uint32_t host) {
    static uint8_t scratch[CARRIED_AT_ONCE];
    int there = 0;
    MPI_Status status;
    while (MPI_Iprobe((int)host, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) == MPI_SUCCESS &&
           there) {
        MPI_Recv(scratch, sizeof scratch, MPI_BYTE, (int)host, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        last_came[host] = last_came[host] || status.MPI_TAG == TAG_LAST;
    }
}

/* All hosts say to host 0 that no more comes, and it waits for that. When this returns there, it
 * has received all that a host has sent, and else host 0 has. Both sides go on receiving until
 * then: a message that is on its way to who does not receive would be waited for for ever. */
static void settle(uint32_t host) {
    int done = 1, said = host_self == 0;
    alarm(PATIENCE); /* a host that ends now would be waited for for ever, too */
    MPI_Request request = MPI_REQUEST_NULL;
    if (!said)
        MPI_Issend(NULL, 0, MPI_BYTE, (int)host, TAG_LAST, MPI_COMM_WORLD, &request);
    do {
        discard(host);
        if (outgoing[host].under_way)
            MPI_Test(&outgoing[host].request, &done, MPI_STATUS_IGNORE);
        if (host_self != 0)
            MPI_Test(&request, &said, MPI_STATUS_IGNORE);
    } while (!said || !done || (host_self == 0 && !last_came[host]));
    outgoing[host].under_way = false;
}

static void end(void) {
    MPI_Finalize();
}

const struct carrier carrier_mpi = {send_some, receive_some, settle, end, true};
