/* The algebra of a node's clock: pure, on nothing but what it is given. Times are in the units of
 * the costs, below 2^63; one that would go beyond ends the program.
 *
 * The clock shows offset + t_i * executed, where `executed` is the node's own instructions so far.
 * So it moves on by itself as they are executed, and else by changes of its offset: declared work,
 * and the arrival of what the node receives (Lamport's logical clocks, with the costs of LogGP).
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
 * f is that of the link, or with one port that of all of the node's links. Sending does not move
 * the clock; passing on moves neither the clock nor a port.
 */
#ifndef NET_CLOCK_H
#define NET_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* What a packet belongs to: the first or last link of its way, its operation and step as its header
 * has them, and on the routed channel the node at the other end, else CUBE_NOBODY. */
struct flow {
    uint32_t dimension;
    uint32_t operation;
    uint32_t step;
    uint32_t peer;
};

/* What has arrived: the stamp of the first byte, which is when it did, and how many. */
struct clock_arrival {
    struct flow flow;
    uint64_t stamp;
    uint64_t bytes;
};

struct clock {
    uint64_t offset; /* modulo 2^64 */
    struct cube_costs costs;
    bool one_port;
    uint64_t out_free[CUBE_MAX_DIMENSION]; /* f, by dimension; with one port, [0] of all */
    uint64_t in_free;                      /* g */
};

/* What the clock shows. */
static inline uint64_t clock_time(const struct clock *clock, uint64_t executed) {
    return clock->offset + (uint64_t)clock->costs.instruction * executed;
}

/* Sets it to `time`. */
static inline void clock_set(struct clock *clock, uint64_t executed, uint64_t time) {
    clock->offset = time - (uint64_t)clock->costs.instruction * executed;
}

/* Returns what the clock shows, checked: by what was executed since it was last checked, when
 * `before` instructions had been, it has not gone beyond its end. */
uint64_t clock_checked(const struct clock *clock, uint64_t before, uint64_t executed);

/* time + count * cost. */
uint64_t clock_add(uint64_t time, uint64_t count, uint64_t cost);

/* A packet of `bytes` bytes leaves on `dimension` at `now` or later. Returns when its first byte
 * arrives. */
uint64_t clock_depart(struct clock *clock, uint64_t now, uint32_t dimension, uint64_t bytes);

/* `bytes` bytes, the first of which arrives at `stamp`, are received; `first`: they begin a packet.
 * Returns when all have arrived. */
uint64_t clock_arrive(struct clock *clock, uint64_t stamp, uint64_t bytes, bool first);

/* Returns when the first byte of a packet that is passed on arrives at the next node; `stamp`: when
 * it does so here. The other way, all of it was here at `done`. */
uint64_t clock_pass(const struct clock *clock, uint64_t stamp);
uint64_t clock_pass_whole(const struct clock *clock, uint64_t done);

#endif
