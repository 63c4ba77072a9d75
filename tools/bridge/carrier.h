/* The transport of bytes between bridges, in order: TCP, or the MPI library of the hosts. With MPI
 * a TCP connection stays, to detect the loss of a host. Only carrier_settle and carrier_end wait.
 */
#ifndef BRIDGE_CARRIER_H
#define BRIDGE_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The most bytes received at once, for which there must be room. */
enum { CARRIED_AT_ONCE = 256 << 10 };

struct carrier {
    /* Send to a host and receive from it, without waiting. They return the number of bytes; -1 if
     * none are possible at the moment. On a lost host, a receive returns 0 and a send -2. */
    ssize_t (*send)(uint32_t host, int connection, const void *data, size_t bytes);
    ssize_t (*receive)(uint32_t host, int connection, void *data, size_t room);
    /* Waits until all data sent to a host have arrived. */
    void (*settle)(uint32_t host);
    /* Ends it, on all hosts. */
    void (*end)(void);
    bool spins; /* it cannot wake a waiter, so the bridge polls */
};

extern const struct carrier carrier_tcp, carrier_mpi;

#endif
