/* The time of a schedule by the cost model of the literature, T = A t_s + B t_w m + C t_h: A
 * start-ups, B blocks of m bytes at t_w a byte, C hops on the longest chain of packets that wait
 * for each other. Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing, section 2.5.
 *
 * The algebra is that of the node clock (docs/clock.md), so with instructions free a run takes just
 * this time:
 *   - a packet leaves when its node has all of the step before, and the port is free; it keeps the
 *     port for t_s + t_w m;
 *   - its first byte is t_s + t_h after that at the next node, its last one t_w m later;
 *   - a relay passes it on, t_h later, or with store and forward as a packet of its own that begins
 *     when all of it has arrived; neither takes the relay's time or ports;
 *   - with one port a node's sends follow each other, and its receives follow each other; with all
 *     ports each link is by itself;
 *   - what a node does with the blocks takes no time.
 */
#ifndef COLLECTIVES_COST_H
#define COLLECTIVES_COST_H

#include "collectives/schedule.h"

/* What links cost, in any unit of time. */
struct cost_model {
    uint64_t start; /* t_s: a packet */
    uint64_t hop;   /* t_h: a link */
    uint64_t byte;  /* t_w */
    bool one_port;  /* a node sends one packet at a time, and receives one */
};

/* The time of a chain of packets, with blocks of `bytes` bytes. It must be less than 2^64. */
static inline uint64_t cost_time(const struct cost *cost, const struct cost_model *model,
                                 uint64_t bytes) {
    return cost->starts * model->start + cost->blocks * bytes * model->byte +
           cost->hops * model->hop;
}

/* Fills *cost, the caller's, with the longest chain of the schedule in that shape, which it admits
 * and whose table is not set, with blocks of `bytes` bytes each. Of several that are as long: one
 * of them. It walks all nodes in all steps. Returns 0, or -ENOMEM. */
int cost_walk(const struct schedule *schedule, const struct shape *shape,
              const struct cost_model *model, uint64_t bytes, struct cost *cost);

/* What the catalogue says of it, at once: schedule->cost. */
struct cost cost_of(const struct schedule *schedule, const struct shape *shape);

/* Costs of several schedules. Each of n steps doubles, or halves, the blocks of a packet. */
struct cost cost_doubling(const struct shape *shape);
/* Halving, then doubling. */
struct cost cost_twice_doubling(const struct shape *shape);
/* N - 1 packets of a block over paths, of which the last is of n links. */
struct cost cost_one_by_one(const struct shape *shape);

#endif
