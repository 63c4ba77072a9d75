/* The cube on the host, for unit tests and sanitizers. Each node is a thread, the windows are in
 * ordinary memory, and the kernel's part (sleep, doorbells, the deadlock detector) uses a lock. */
#ifndef TESTS_HOST_H
#define TESTS_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "tests/host/threads.h"

enum { HOST_DIRECT = 64 << 10 }; /* bytes of a direct ring by default */

struct host_options {
    uint32_t direct; /* bytes of a direct ring; 0: HOST_DIRECT */
    uint32_t routed; /* bytes of a routed ring; 0: 16 KiB */
    uint32_t spins;  /* failed looks before a wait sleeps; 0: none, sleeps at once */
    uint32_t flags;  /* of the node page: enum cube_page_flags */
    struct cube_costs costs;
    uint32_t ranks;       /* nodes that run the function; 0: all. The others only forward */
    const uint8_t *order; /* of the dimensions, as in the node page; null: 0, 1, 2, ... */
};

enum host_verdict {
    HOST_OK,         /* every node's function returned 0 */
    HOST_FAILED,     /* some node's function returned something else */
    HOST_DEADLOCK,   /* all nodes slept, and not all had finished */
    HOST_ENDED,      /* a node has called system_end */
    HOST_UNRECEIVED, /* every node's function returned 0, but not all that was sent was received */
};

/* Runs function(argument) on each of the 2^dimension nodes; a node whose function has returned goes
 * on forwarding until all have. Null options: all 0. A node whose wait does not
 * end, and one that has called system_end, leaves the function there, without a return. Returns
 * when every node has ended. */
enum host_verdict host_run(uint32_t dimension, const struct host_options *options,
                           int (*function)(void *argument), void *argument);

/* After a deadlock, returns the node's wait (words, operation, peer, step). */
const struct cube_wait *host_wait_of(uint32_t node);

/* Within a node's function: reports the first condition that does not hold, and makes host_run
 * fail. Returns the condition. */
#define host_check(condition) host_expect((condition), #condition, __FILE__, __LINE__)
bool host_expect(bool holds, const char *condition, const char *file, int line);

#endif
