/* Placing processes that talk to each other on the nodes of the cube, as `reorder` allows (MPI 5.0,
 * section 8.5.8). These functions depend on their arguments alone, so all processes compute the
 * same. */
#ifndef MPI_TOPOLOGY_PLACEMENT_H
#define MPI_TOPOLOGY_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* An edge says that vertex `from` talks to vertex `to`. `weight`, 0 or more, says how much. */
struct edge {
    int from, to, weight;
};

/* The communication of processes: an undirected graph. The neighbours of vertex v are `ends`
 * first[v] to first[v + 1] - 1. */
struct traffic {
    int vertices;
    int *first;
    struct end {
        int to, weight;
    } * ends;
};

/* Makes the graph of `count` edges, which may be in any order. Directions are ignored, and edges
 * from a vertex to itself are left out. Returns false without memory. traffic_free frees the
 * graph's memory. */
bool traffic_make(struct traffic *traffic, int vertices, int count, const struct edge edges[]);
void traffic_free(struct traffic *traffic);

/* Returns how many links all traffic crosses if vertex v is placed on process place[v], which runs
 * on node[place[v]]. A link counts as often as the edge's weight says. */
int64_t placement_hops(const struct traffic *traffic, const int node[], const int place[]);

/* Chooses a process for each vertex: place[v], 0 .. processes - 1, each one at most once.
 * `processes` is at least the number of vertices. There are two attempts, and the one with fewer
 * hops is taken. One begins with the identity. The other one begins with a greedy placement: it
 * always takes the vertex that talks most to those that are placed, and places it on the free node
 * where this costs least. Each attempt is then improved for as long as it helps to exchange two
 * vertices, or to move one to a free process, but all exchanges are tried at most PLACEMENT_SWEEPS
 * times. So the result is never worse than the identity. Returns false without memory. */
bool placement_choose(const struct traffic *traffic, int processes, const int node[], int place[]);

enum { PLACEMENT_SWEEPS = 4 }; /* few placements gain from more */

#endif
