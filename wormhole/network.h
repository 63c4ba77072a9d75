/* All routers of a hypercube, driven on the host, cycle by cycle. */
#ifndef WORMHOLE_NETWORK_H
#define WORMHOLE_NETWORK_H

#include "wormhole/router.h"
#include "wormhole/rule.h"
#include "wormhole/source.h"

enum { NETWORK_NODES = 1 << ROUTER_DIMENSIONS };

/* What has happened since the last network_clear. */
struct network_counts {
    uint64_t flits;    /* delivered */
    uint64_t messages; /* delivered, which is when their tail is */
    uint64_t latency;  /* of those, in all: cycles from being made to being delivered */
};

struct network {
    const struct rule *rule;
    uint32_t dimensions;
    uint32_t nodes;
    uint32_t cycle;  /* cycles that have passed */
    bool moved;      /* any flit, in the last of them */
    uint64_t inside; /* flits that have been injected and not been delivered */
    struct network_counts counts;
    /* Is given each flit that is delivered, in the cycle network->cycle; may be null. */
    void (*deliver)(void *context, const struct network *network, struct flit flit);
    void *context;
    struct router router[NETWORK_NODES];
    struct source source[NETWORK_NODES];
};

/* An idle network of 1 to ROUTER_DIMENSIONS dimensions; the caller then starts each node's source.
 * A node whose source's destination is itself sends nothing. */
void network_start(struct network *network, uint32_t dimensions, const struct rule *rule);

/* One cycle. */
void network_cycle(struct network *network);

/* Forgets the counts. */
void network_clear(struct network *network);

/* Messages that have been made and not been injected, at all nodes. */
uint64_t network_queue(const struct network *network);

#endif
