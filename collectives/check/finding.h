/* The result of the walk of a schedule, and the events that it shows to observers. */
#ifndef CHECK_FINDING_H
#define CHECK_FINDING_H

#include <stdbool.h>
#include <stdint.h>

struct finding {
    char message[400]; /* the error: step, node, port, block; "" if none */
    uint32_t steps;    /* counted while walking */
    uint64_t packets;
    uint64_t link_words;
    uint32_t blocks; /* of the largest packet */
    bool relays;     /* whether any packet is relayed */
    uint32_t bound;  /* lower bound (bounds.h) for algorithms that use no more than this one */
};

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

/* The content of a node's block after a step; step 0 is the start. */
struct holding {
    uint32_t step; /* 0 .. steps + 1, where the last one is after the closing moves */
    uint32_t node;
    uint32_t area;
    uint32_t block;
    uint32_t contents; /* contents.h */
};

/* An observer of the walk. */
struct observer {
    void (*see)(void *argument, const struct passage *passage);  /* or null */
    void (*hold)(void *argument, const struct holding *holding); /* or null */
    void *argument;                                              /* of both */
};

#endif
