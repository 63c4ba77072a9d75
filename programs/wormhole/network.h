/* All routers of a hypercube, driven on the host, cycle by cycle. */
#ifndef WORMHOLE_NETWORK_H
#define WORMHOLE_NETWORK_H

#include "programs/wormhole/router.h"
#include "programs/wormhole/rule.h"
#include "programs/wormhole/source.h"

enum { NETWORK_NODES = 1 << ROUTER_DIMENSIONS };

/* Events since the last network_clear. */
struct network_counts {
    uint64_t flits;    /* delivered */
    uint64_t messages; /* delivered, which means that their tail is delivered */
    uint64_t latency;  /* cycles from being made to being delivered, added up over all messages */
};

struct network {
    const struct rule *rule;
    uint32_t dimensions;
    uint32_t nodes;
    uint32_t cycle;  /* cycles that have passed */
    bool moved;      /* whether any flit has moved in the last one */
    uint64_t inside; /* flits that have been injected and not been delivered */
    struct network_counts counts;
    /* Called with each flit that is delivered, in the cycle network->cycle; may be null. */
    void (*deliver)(void *context, const struct network *network, struct flit flit);
    void *context;
    struct router router[NETWORK_NODES];
    struct source source[NETWORK_NODES];
};

/* Makes *network an idle network of 1 to ROUTER_DIMENSIONS dimensions. The caller then starts the
 * source of each node (programs/wormhole/source.h). A message for the node that sends it passes
 * injection and ejection only. */
void network_start(struct network *network, uint32_t dimensions, const struct rule *rule);

/* Carries out one cycle of all routers and sources. */
void network_cycle(struct network *network);

/* Sets the counts to 0. */
void network_clear(struct network *network);

/* Returns how many messages of all nodes have been made but not begun to be injected. */
uint64_t network_queue(const struct network *network);

/* ---- Deadlocks in a network that runs: deadlock.c ----
 *
 * Messages wait for each other in a circle, so that none of them can ever move again. Load alone,
 * however high, is no deadlock: some message can always move. */

enum { DEADLOCK_CYCLE = 64 }; /* how many channels of a circle are kept at most */

/* The buffer at the end of a channel, and the flit that fills it and cannot move. */
struct stuck {
    uint32_t node;  /* the router that the buffer is at */
    uint32_t input; /* the channel that it ends */
    struct flit flit;
};

struct deadlock {
    uint32_t stuck;                      /* number of flits that can never move */
    uint32_t length;                     /* of the circle, which may be longer than the array */
    struct stuck circle[DEADLOCK_CYCLE]; /* each waits for the next, and the last for the first */
};

/* Looks for flits that can never move; to be called between two cycles. A flit whose message holds
 * the channel in front of it can move if the buffer at that channel's end is empty or can be
 * emptied. A header that still waits for a channel can move if this is so for any of the channels
 * that it may take. Returns whether there are flits that cannot, and then fills *deadlock. */
bool deadlock_find(const struct network *network, struct deadlock *deadlock);

#endif
