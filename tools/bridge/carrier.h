/* What carries bytes between bridges, in order: TCP, or the MPI library of the hosts. With MPI a
 * connection by TCP stays beside it, by which a host that goes away is noticed. Nothing here waits,
 * but for carrier_settle and carrier_end. */
#ifndef BRIDGE_CARRIER_H
#define BRIDGE_CARRIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The most bytes that come at once: there has to be room for so many. */
enum { CARRIED_AT_ONCE = 256 << 10 };

struct carrier {
    /* Take what can leave at once for a host, and bring what has come from it. They return the
     * number of bytes; -1 if none can at the moment; 0, of bytes that come, if the host has gone
     * away, and -2, of bytes that leave. */
    ssize_t (*send)(uint32_t host, int connection, const void *data, size_t bytes);
    ssize_t (*receive)(uint32_t host, int connection, void *data, size_t room);
    /* Waits until all that was sent to a host has come there. */
    void (*settle)(uint32_t host);
    /* Ends it, on all hosts. */
    void (*end)(void);
    bool spins; /* nothing wakes who waits for it: so the bridge looks again and again */
};

extern const struct carrier carrier_tcp, carrier_mpi;

#endif
