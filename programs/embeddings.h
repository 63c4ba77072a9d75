/* Embeddings of networks in networks: each node of the one is placed at a node of the other, and
 * each link follows a path there. */
#ifndef PROGRAMS_EMBEDDINGS_H
#define PROGRAMS_EMBEDDINGS_H

#include "networks.h"

struct host {
    const struct network *network;
    int ways; /* the most links that a node has, at most CUBE_DIMENSIONS */
    /* Returns the next node on the path to another one, and sets which of the node's links leads
     * there. */
    int (*next)(int at, int to, int *way);
};

extern const struct host in_ring, in_mesh, in_hypercube;

struct embedding {
    const struct network *network;
    const struct host *host;
    int (*place)(int node); /* where in the host a node is put */
};

extern const struct embedding embeddings[];
extern const int embedding_count;

/* The quality of an embedding. All nodes compute it together: every node makes the call and has the
 * result. */
struct quality {
    int dilation;   /* the longest path of a link */
    int congestion; /* the most paths over a link of the host in one direction */
};

struct quality embedding_quality(const struct embedding *embedding);

/* The exchange of the hypercube on one dimension, along a ring. */
struct quality exchange_on_ring(int dimension);

#endif
