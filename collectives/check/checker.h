/* The schedule checker: walks all nodes of a schedule, step by step, with symbolic contents, and
 * proves it right or says what is wrong with it. It moves no byte and knows no ring. */
#ifndef CHECK_CHECKER_H
#define CHECK_CHECKER_H

#include "collectives/schedule/algorithm.h"

struct finding {
    char message[400]; /* what is wrong: step, node, port, block; "" if nothing is */
    uint32_t steps;    /* counted while walking */
    uint64_t packets;
    uint64_t link_words;
    uint32_t blocks; /* of the largest packet */
    bool relays;     /* whether any packet is relayed */
    uint32_t bound;  /* lower bound (bounds.h) for algorithms that use no more than this one */
};

/* Walks `algorithm` in that shape, which it is applicable to and whose table is not set, and fills
 * *finding. Returns whether all of this holds:
 *   - no directed link carries two packets in a step, the links of relayed packets included;
 *   - what is sent is received or relayed, and the other way round, with the same number of blocks;
 *   - no step sends and receives into one block, or receives into one twice, but for combining as
 *     step.h allows it; runs and moves stay in their areas; nothing writes the input or moves a
 *     block onto itself; only operations with an operator combine;
 *   - the port model is kept, and on a ring or mesh its links;
 *   - each block of each output ends with the contents that the operation demands, every node's
 *     contribution in it once, and in the order of the ranks if the catalogue says so; and each
 *     node has heard of every other where the operation synchronizes;
 *   - steps, packets and link words are those of the catalogue, and its bound is the one of
 *     bounds.h, for the port model, for packets that are no larger than the largest of these, and
 *     without relays if there is none here; and it is not above the steps.
 */
bool check_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding);

/* A packet on one of its links. */
struct passage {
    uint32_t step;
    uint32_t from;            /* the node that it leaves */
    uint32_t port;            /* on which it leaves it */
    bool first;               /* link of its path */
    bool last;                /* link of its path */
    const uint32_t *contents; /* of its blocks (contents.h); the walk's, until `see` returns */
    uint32_t blocks;
};

/* Does what check_schedule does, and calls see(argument, passage) for each link that each packet
 * passes, step after step. */
bool watch_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding,
                    void (*see)(void *argument, const struct passage *passage), void *argument);

/* What a block of a node holds after a step; after step 0 it is what the block begins with. */
struct holding {
    uint32_t step; /* 0 .. steps + 1, where the last one is after the closing moves */
    uint32_t node;
    uint32_t area;
    uint32_t block;
    uint32_t contents; /* contents.h */
};

/* Who looks on while a schedule is walked. */
struct observer {
    void (*see)(void *argument, const struct passage *passage);  /* or null */
    void (*hold)(void *argument, const struct holding *holding); /* or null */
    void *argument;                                              /* of both */
};

/* Does what watch_schedule does, and calls hold(argument, holding) as well: for every block of
 * every node, before the first step and after each. */
bool observe_schedule(const struct algorithm *algorithm, const struct shape *shape,
                      struct finding *finding, const struct observer *observer);

#endif
