/* A node's state: who it is, its links, its meters. Of no interest to programs. */
#ifndef NET_NODE_H
#define NET_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "cube_abi.h"
#include "net/ring.h"
#include "net/system.h"

static_assert(CUBE_DIMENSIONS == CUBE_MAX_DIMENSION, "programs and kernel mean the same cube");

/* A process has one node's state; on the host, each node is a thread. */
#ifdef CUBE_HOST
#define NODE_LOCAL _Thread_local
#else
#define NODE_LOCAL
#endif

/* The direct channel of the two links between this node and its neighbour on one dimension. */
struct link {
    struct ring_sender out;
    const _Atomic uint32_t *asleep; /* the neighbour's word: ring its doorbell when set */
    struct ring_receiver in;
    uint64_t packets; /* meters of the incoming link */
    uint64_t bytes;
};

/* The routed channel's meters and place in the packet being forwarded, for one dimension. */
struct route {
    struct ring_sender out;
    uint64_t packets;
    uint64_t bytes;
    uint32_t seen;   /* tail of the incoming ring when forwarding last looked at it */
    uint32_t passed; /* bytes of its oldest piece that have already been forwarded */
};

struct peer; /* net/inbox.h */

/* What cube_stats_clear remembers of an incoming link's rings. */
struct slots_cleared {
    uint64_t direct;
    uint64_t routed;
};

struct node {
    uint32_t number;
    uint32_t dimension;
    uint32_t looks; /* failed looks before a wait goes to sleep */
    uint32_t stuck; /* dimensions whose routed ring was too full for what had to be forwarded */
    struct peer *acknowledging; /* peers whose acknowledgement is due */
    uint64_t alias;             /* distance of each window's second mapping, 0 if none */
    uint32_t steps;             /* meter: the largest step tag that arrived */
    size_t records;             /* number of records of cube_trace */
    struct cube_step_record *record;
    struct link link[CUBE_MAX_DIMENSION];
    /* The consumer's sides of the routed rings, apart because every poll walks them. */
    struct ring_receiver routed_in[CUBE_MAX_DIMENSION];
    struct route route[CUBE_MAX_DIMENSION];
    struct slots_cleared cleared[CUBE_MAX_DIMENSION];
};

extern NODE_LOCAL struct node node;

/* Reads the node page and sets everything up; the first thing that a node does. */
void node_start(void);

/* The neighbour on `dimension`. */
static inline uint32_t node_neighbour(uint32_t dimension) {
    return node.number ^ (1u << dimension);
}

/* To be called after publishing a tail or a head on `dimension`: wakes the neighbour if it sleeps.
 */
static inline void node_wake(uint32_t dimension) {
    /* Orders what we published before reading whether the neighbour sleeps. The partner is the
     * fence in the kernel's wait, between setting `asleep` and looking at the watched words again:
     * one of the two sees the other's word. */
    atomic_thread_fence(memory_order_seq_cst);
    if (__builtin_expect(
            atomic_load_explicit(node.link[dimension].asleep, memory_order_relaxed) != 0, 0))
        system_ring(1u << dimension);
}

#endif
