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
 *
 * The catalogue tells the chains as formulas, and these are what the choice of an algorithm,
 * --explain and the tables go by. tests/unit/collectives/test_cost.c walks the schedules by these
 * rules, packet after packet (tests/check/walk.h), and finds the same.
 */
#ifndef COLLECTIVES_SCHEDULE_COST_H
#define COLLECTIVES_SCHEDULE_COST_H

#include "collectives/schedule/schedule.h"

/* What links cost, in any unit of time. */
struct cost_model {
    double start;  /* t_s: a packet */
    double hop;    /* t_h: a link */
    double byte;   /* t_w */
    bool one_port; /* a node sends one packet at a time, and receives one */
};

/* How long the blocks of a message are: the first `longer` have one element more. */
struct block_sizes {
    uint64_t bytes;
    uint64_t element;
    uint32_t longer;
};

/* The time of a chain of packets. Exact up to 2^53, where the costs are whole numbers. */
static inline double cost_time(const struct cost *cost, const struct cost_model *model,
                               const struct block_sizes *sizes) {
    uint64_t bytes = cost->blocks * sizes->bytes + cost->longer * sizes->element;
    return (double)cost->starts * model->start + (double)bytes * model->byte +
           (double)cost->hops * model->hop;
}

/* Whether the longest chain is just as long, with these costs. */
static inline bool cost_is_exact(const struct cost *cost, const struct cost_model *model) {
    return cost->exactness == COST_EXACT ||
           (cost->exactness == COST_EXACT_BUT_HOPS && model->hop == 0);
}

/* The longest chain of the schedule, or one that is longer (exactness), by the nodes' clocks: in a
 * shape that it admits, with these ports, where the first `longer` blocks of a message are longer
 * than the others. A schedule for all ports takes more with one port than this says. */
struct cost cost_of(const struct algorithm *algorithm, const struct shape *shape, bool one_port,
                    uint32_t longer);

/* ---- Costs that several schedules share, and how many of their blocks are longer ---- */

/* Each of n steps doubles, or halves, the blocks of a packet. */
struct cost cost_doubling(const struct shape *shape);

/* Halving, then doubling, with the same block going to and fro: of N blocks, in order. */
struct cost cost_twice_doubling(const struct shape *shape);
void longer_twice_doubling(const struct shape *shape, bool one_port, uint32_t longer,
                           struct cost *cost);

/* A scatter of N parts of a message by halving, then an all-gather by doubling; or both backwards.
 * The node that receives its part last need not wait for the first link of the all-gather. */
struct cost cost_scattered(const struct shape *shape);
void longer_scattered(const struct shape *shape, bool one_port, uint32_t longer, struct cost *cost);

/* N - 1 packets of a block over paths, of which the last is of n links. */
struct cost cost_one_by_one(const struct shape *shape);

/* k packets one behind the other, each through all n dimensions, and copies of that with all ports.
 * Of "pipelined" the last packet doubles (broadcast_pipelined.c); _all_ports: one-port algorithms
 * where a node has all ports, so that packets which use different ports overtake each other. */
struct cost cost_pipelined(const struct shape *shape);
struct cost cost_pipelined_all_ports(const struct shape *shape);
struct cost cost_pipelined_copies(const struct shape *shape);
struct cost cost_esbt(const struct shape *shape);
struct cost cost_esbt_all_ports(const struct shape *shape);
struct cost cost_esbt_copies(const struct shape *shape);
void longer_pipelined(const struct shape *shape, bool one_port, uint32_t longer, struct cost *cost);
void longer_pipelined_copies(const struct shape *shape, bool one_port, uint32_t longer,
                             struct cost *cost);

/* N trees of n steps, one after the other. */
struct cost cost_trees(const struct shape *shape);
struct cost cost_trees_all_ports(const struct shape *shape);

#endif
