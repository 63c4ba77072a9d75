/* Placing processes that talk to each other on the nodes of the cube (MPI 5.0, section 8.5.8: what
 * `reorder` allows). Pure: all processes compute the same. */
#ifndef MPI_TOPOLOGY_PLACEMENT_H
#define MPI_TOPOLOGY_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* One that talks to another: `weight`, 0 or more, says how much. */
struct edge {
    int from, to, weight;
};

/* Who talks to whom: an undirected graph. The neighbours of vertex v are `ends` first[v] to
 * first[v + 1] - 1. */
struct traffic {
    int vertices;
    int *first;
    struct end {
        int to, weight;
    } * ends;
};

/* The graph of `count` edges in any order, or false without memory. Directions are forgotten, edges
 * from a vertex to itself left out. traffic_free lets go of its memory. */
bool traffic_make(struct traffic *traffic, int vertices, int count, const struct edge edges[]);
void traffic_free(struct traffic *traffic);

/* The links that all traffic crosses, each counted as often as the edge's weight says, if vertex v
 * is placed on process place[v], which runs on node[place[v]]. */
int64_t placement_hops(const struct traffic *traffic, const int node[], const int place[]);

/* Chooses a process for each vertex: place[v], 0 .. processes - 1, each one at most once.
 * `processes` is at least the number of vertices. There are two attempts, of which the one with
 * fewer hops is taken: the identity, and a greedy placement, which places next the vertex that
 * talks most to those that are placed, on the free node where this costs least. Either is then
 * improved for as long as it helps to exchange two vertices, or to move one to a free process, but
 * at most for PLACEMENT_SWEEPS tries of all exchanges. So it is never worse than the identity.
 * Returns false without memory. */
bool placement_choose(const struct traffic *traffic, int processes, const int node[], int place[]);

enum { PLACEMENT_SWEEPS = 4 }; /* few placements gain from more */

#endif
