/* Embeddings of networks in networks: each node of the one is placed at a node of the other, and
 * each link follows a path there. */
#ifndef PROGRAMS_PARTS_EMBEDDINGS_H
#define PROGRAMS_PARTS_EMBEDDINGS_H

#include "programs/parts/networks.h"

struct host {
    const struct network *network;
    /* Returns the next node on the path to another node. Sets *way to the link that leads there, as
     * a number from 0 to 2 CUBE_DIMENSIONS - 1. */
    int (*next)(const struct network *network, int at, int to, int *way);
};

struct embedding {
    const struct network *network;
    struct host host;
    /* Returns the node of the host at which a node is placed. */
    int (*place)(const struct embedding *embedding, int node);
};

extern const struct embedding embeddings[];
extern const int embedding_count;

/* Embeds a grid in the hypercube, by Gray codes along each axis. If the ends of an axis of an even
 * side are joined, the nodes go to and fro along a Gray code of half the side (cube.h). See
 * Ozveren, 2.1.3. Returns whether the cube has enough dimensions for this. */
bool embedding_of_grid(const struct network *grid, struct embedding *embedding);

/* Embeds a ring in a larger grid whose ends are not joined, with two or more axes with even sides,
 * so that it uses links of the grid alone. This is possible for every even number of nodes from 4
 * on. The ring goes down the first positions of an even number of rows, and comes back to and fro
 * through pairs of rows, as far along them as it has nodes. (If there are more than two axes, a row
 * goes to and fro through all but the first.) An odd ring is one of the next even number of nodes
 * without its last node, so one of its links is a path of two. It cannot do without this, because
 * the sum of a node's positions is even at every other node of a path. After Ozveren, 2.1.2. */
struct embedding embedding_of_ring(const struct network *ring, const struct network *grid);

/* The quality of an embedding. All nodes compute it together: every node makes the call and has the
 * result. */
struct quality {
    int dilation;   /* the length of the longest path of a link */
    int congestion; /* the most paths over a link of the host in one direction */
};

struct quality embedding_quality(const struct embedding *embedding);

/* The exchange of the hypercube on one dimension, along a ring. */
struct quality exchange_on_ring(int dimension);

#endif
