/* The time of a schedule by the cost model of the literature, T = A t_s + B t_w m + C t_h: A
 * start-ups, B blocks of m bytes at t_w a byte, and C hops, on the longest chain of packets that
 * wait for each other. Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing, section
 * 2.5.
 *
 * The algebra is that of the node clock (docs/guide/measuring.md), so a run in which instructions
 * are free takes exactly this time.
 *
 * A packet leaves when its node has all of the step before, and the port is free. It keeps the port
 * for t_s + t_w m. Its first byte is at the next node t_s + t_h after it left, and its last one t_w
 * m later. A relay passes it on t_h later. With store and forward it passes it on as a packet of
 * its own, which begins when all of it has arrived. Neither takes the relay's time or ports.
 *
 * With one port a node's sends follow each other, and its receives follow each other. With all
 * ports each link is by itself. What a node does with the blocks takes no time.
 *
 * Algorithms give their chains as formulas. The choice of an algorithm, --explain and the tables
 * use these. tests/unit/collectives/test_cost.c checks the formulas: it walks the schedules by the
 * rules above, packet by packet (collectives/check/walk.h).
 */
#ifndef COLLECTIVES_SCHEDULE_COST_H
#define COLLECTIVES_SCHEDULE_COST_H

#include "collectives/schedule/shape.h"

/* ---- Chains of packets ---- */

/* The precision of a cost, relative to that of the longest chain. */
enum exactness {
    COST_EXACT,
    COST_EXACT_BUT_HOPS, /* exact if hops are free; otherwise not less */
    COST_AT_MOST,        /* never less */
};

/* The cost of a chain of packets that wait for each other, A t_s + B t_w m + C t_h. */
struct chain_cost {
    uint64_t starts; /* A: packets that are begun */
    uint64_t blocks; /* B: blocks that are sent, of m bytes each */
    uint64_t hops;   /* C: links that their first bytes pass */
    uint64_t longer; /* how many of the blocks are an element longer */
    enum exactness exactness;
};

/* The cost of a chain of blocks that are all of one size. */
static inline struct chain_cost chain_of(uint64_t starts, uint64_t blocks, uint64_t hops) {
    return (struct chain_cost){.starts = starts, .blocks = blocks, .hops = hops};
}

/* The cost of a chain of `steps` packets, each a block over a link. */
static inline struct chain_cost chain_of_steps(uint64_t steps) {
    return chain_of(steps, steps, steps);
}

/* ---- Times ---- */

/* The costs of links, in any unit of time. */
struct cost_model {
    double start;  /* t_s, of a packet */
    double hop;    /* t_h, of a link */
    double byte;   /* t_w */
    bool one_port; /* a node sends one packet at a time, and receives one */
};

/* How long the blocks of a message are: the first `longer` ones have one element more. */
struct block_sizes {
    uint64_t bytes;
    uint64_t element;
    uint32_t longer;
};

/* The time of a chain of packets. It is exact up to 2^53, where the costs are whole numbers. */
static inline double cost_time(const struct chain_cost *cost, const struct cost_model *model,
                               const struct block_sizes *sizes) {
    uint64_t bytes = cost->blocks * sizes->bytes + cost->longer * sizes->element;
    return (double)cost->starts * model->start + (double)bytes * model->byte +
           (double)cost->hops * model->hop;
}

/* Whether the longest chain takes exactly the time that this cost gives with these prices. */
static inline bool cost_is_exact(const struct chain_cost *cost, const struct cost_model *model) {
    return cost->exactness == COST_EXACT ||
           (cost->exactness == COST_EXACT_BUT_HOPS && model->hop == 0);
}

/* ---- Members of struct algorithm that several algorithms share ---- */

/* Each of n steps doubles, or halves, the blocks of a packet. */
struct chain_cost cost_doubling(const struct shape *shape);

/* N blocks, by halving and then by doubling, so that each block goes to and fro. */
void longer_twice_doubling(const struct shape *shape, bool one_port, uint32_t longer,
                           struct chain_cost *cost);

/* A scatter of N parts of a message by halving, then an all-gather by doubling; or both backwards.
 * The node that receives its part last need not wait for the first link of the all-gather. */
struct chain_cost cost_scattered(const struct shape *shape);
void longer_scattered(const struct shape *shape, bool one_port, uint32_t longer,
                      struct chain_cost *cost);

/* N - 1 packets of a block over paths, of which the last one has n links. */
struct chain_cost cost_one_by_one(const struct shape *shape);

/* k packets one behind the other, each through all n dimensions. Names that end in _copies are for
 * n copies of that, which use all ports. Names that end in _all_ports are for an algorithm of one
 * port on nodes that have all ports, so that packets on different ports overtake each other. In
 * "pipelined" the last packet doubles (broadcast_pipelined.c), in "esbt" it does not. */
struct chain_cost cost_pipelined(const struct shape *shape);
struct chain_cost cost_pipelined_all_ports(const struct shape *shape);
struct chain_cost cost_pipelined_copies(const struct shape *shape);
struct chain_cost cost_esbt(const struct shape *shape);
struct chain_cost cost_esbt_all_ports(const struct shape *shape);
struct chain_cost cost_esbt_copies(const struct shape *shape);
void longer_pipelined(const struct shape *shape, bool one_port, uint32_t longer,
                      struct chain_cost *cost);
void longer_pipelined_copies(const struct shape *shape, bool one_port, uint32_t longer,
                             struct chain_cost *cost);

/* The steps and the cost of `packets` packets of a block each, one behind the other, on a path of
 * `links` links. A path without links has no steps and no cost. */
static inline uint32_t steps_over_path(uint32_t packets, uint32_t links) {
    return links == 0 ? 0 : packets + links - 1;
}

static inline struct chain_cost cost_over_path(uint32_t packets, uint32_t links) {
    uint32_t steps = steps_over_path(packets, links);
    return chain_of(steps, steps, links);
}

/* N trees of n steps, one after the other. */
struct chain_cost cost_trees(const struct shape *shape);
struct chain_cost cost_trees_all_ports(const struct shape *shape);

#endif
