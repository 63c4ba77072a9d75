/* Embeddings of networks in networks: each node of the one is placed at a node of the other, and
 * each link follows a path there. */
#ifndef PROGRAMS_EMBEDDINGS_H
#define PROGRAMS_EMBEDDINGS_H

#include "networks.h"

struct host {
    const struct network *network;
    /* Returns the next node on the path to another one, and sets which of the node's links, 0 .. 2
     * CUBE_DIMENSIONS - 1, leads there. */
    int (*next)(const struct network *network, int at, int to, int *way);
};

struct embedding {
    const struct network *network;
    struct host host;
    /* Where in the host a node is put. */
    int (*place)(const struct embedding *embedding, int node);
};

extern const struct embedding embeddings[];
extern const int embedding_count;

/* A grid in the hypercube, if that has dimensions enough: by Gray codes along each axis or, where
 * the ends of an axis of an even side are joined, by those of half the side, to and fro (cube.h).
 * Ozveren, 2.1.3. Returns whether there is such an embedding. */
bool embedding_of_grid(const struct network *grid, struct embedding *embedding);

/* A ring in a larger grid whose ends are not joined, of two or more axes with even sides, by links
 * of the grid alone: this is possible for every even number of nodes from 4 on. The ring goes down
 * the first positions of an even number of rows, and comes back to and fro through pairs of rows,
 * as far along them as it has nodes. (If there are more axes than two, a row goes to and fro
 * through all but the first.) Of an odd ring the last node is left out, which makes one link two
 * long: there is no ring of an odd number of nodes, because the sum of a node's positions is even
 * at every other node of a path. After Ozveren, 2.1.2. */
struct embedding embedding_of_ring(const struct network *ring, const struct network *grid);

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
