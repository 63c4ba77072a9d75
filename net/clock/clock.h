/* The algebra of a node's clock, as pure functions. Times are in the units of the costs and stay
 * below 2^63; a later time ends the program.
 *
 * The clock shows offset + t_i * executed, where `executed` counts the node's own instructions. So
 * executing instructions moves it. Declared work and arrivals change its offset (Lamport's logical
 * clocks, with the costs of LogGP).
 *
 *     sending m bytes     the port is free from   f' = max(now, f) + t_s + t_w m
 *                         first byte arrives      a  = max(now, f) + t_s + t_h
 *                         byte i arrives          a + t_w i
 *     receiving them      all has arrived         b  = a + t_w m, and with one port
 *                                                 b  = max(a + t_w m, g + t_s + t_w m)
 *                         the port is free from   g' = b
 *                         the clock shows         max(now, b)
 *     passing them on     first byte arrives      a' = a + t_h
 *     all at once         first byte arrives      a' = b + t_s + t_h
 *
 * A packet that takes a detour around a dead link, over h links, passes h - 1 nodes on its way,
 * also if it is passed on there. Each link has an f of its own; with one port all links of the node
 * share one. Sending does not move the clock. Passing a packet on moves neither the clock nor f and
 * g. */
#ifndef NET_CLOCK_H
#define NET_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* A packet's identity. `dimension` is that of the first or last link of its way, `operation` and
 * `step` are those of its header, and `peer` is the node at the other end on the routed channel,
 * CUBE_NOBODY on the direct one. */
struct flow {
    uint32_t dimension;
    uint32_t operation;
    uint32_t step;
    uint32_t peer;
};

/* The number of bytes that have arrived, and the stamp of the first one: the time of its
 * arrival. */
struct clock_arrival {
    struct flow flow;
    uint64_t stamp;
    uint64_t bytes;
};

struct clock {
    uint64_t offset; /* modulo 2^64 */
    struct cube_costs costs;
    bool one_port;
    uint64_t out_free[CUBE_MAX_DIMENSION]; /* f, by dimension; with one port, [0] serves all */
    uint64_t in_free;                      /* g */
    /* Links that a packet on the direct channel, and one on the routed channel, passes beyond the
     * first where a virtual link stands for a dead one. Where packets of the routed channel go
     * round dead links themselves (net/faults/dead.h), their hops are counted where they pass. */
    uint8_t further[CUBE_MAX_DIMENSION], routed_further[CUBE_MAX_DIMENSION];
};

/* Returns the clock. */
static inline uint64_t clock_time(const struct clock *clock, uint64_t executed) {
    return clock->offset + (uint64_t)clock->costs.instruction * executed;
}

/* Sets the clock to `time`. */
static inline void clock_set(struct clock *clock, uint64_t executed, uint64_t time) {
    clock->offset = time - (uint64_t)clock->costs.instruction * executed;
}

/* Returns the clock after `executed` instructions, and notes them in *since. Ends the program if
 * the clock has gone beyond its end since it was last checked, after *since instructions. If the
 * count has gone back meanwhile (kernel/clock/turn_word.h says by how much it may), the clock
 * stands still. */
uint64_t clock_checked(const struct clock *clock, uint64_t *since, uint64_t executed);

/* Returns time + count * cost, or ends the program if that is beyond the clock's end. */
uint64_t clock_add(uint64_t time, uint64_t count, uint64_t cost);

/* A packet of `bytes` bytes leaves on `dimension` at `now` or later. Returns when its first byte
 * arrives. */
uint64_t clock_depart(struct clock *clock, uint64_t now, uint32_t dimension, uint64_t bytes);

/* Receives `bytes` bytes, the first of which arrives at `stamp`; `first`: they begin a packet.
 * Returns when all have arrived. */
uint64_t clock_arrive(struct clock *clock, uint64_t stamp, uint64_t bytes, bool first);

/* Return when the first byte of a packet that is passed on arrives at the next node. With
 * clock_pass each byte leaves as it arrives here, the first one at `stamp`. With clock_pass_whole
 * the packet leaves after its last byte has arrived here, at `done`. */
uint64_t clock_pass(const struct clock *clock, uint64_t stamp);
uint64_t clock_pass_whole(const struct clock *clock, uint64_t done);

#endif
