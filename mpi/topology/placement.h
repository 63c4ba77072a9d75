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

/* ---- Gray codes ----
 *
 * Grids and tori on the cube by Gray codes (Ozveren, section 2.1.3: a mesh whose extents are powers
 * of two is a part of the cube, because the code of each coordinate changes in one bit from one
 * place to the next). */

/* Places a grid on processes that run on `node[0 .. processes - 1]`: place[v] becomes the process
 * for the position of rank v, in the order of MPI_Cart_create (the last coordinate counts fastest).
 * process_at[] is room for CUBE_MAX_NODES numbers, too many for a small stack.
 *
 * A coordinate of extent e takes ceil(log2 e) dimensions of the least subcube that has all the
 * processes. Returns false, and leaves `place` undefined, if there are not N dimensions, or
 * if no process is at a node that the codes lead to.
 *
 * All neighbours in the grid are then neighbours on the cube, with one exception: on each ring of
 * odd extent, one pair of neighbours is two links apart, because a cube has no circles of odd
 * length. So no placement needs fewer links in all. */
bool gray_place(int dimensions, const int extents[], const int periodic[], int processes,
                const int node[], int process_at[], int place[]);

#endif
