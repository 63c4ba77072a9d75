/* Edge-disjoint paths between two nodes of a ring or mesh, and how packets are divided among them
 * so that all arrive in the fewest steps.
 *
 * Packets go along a path one behind the other, so in T steps T - l + 1 of them arrive over a path
 * of length l. Over f edge-disjoint paths whose lengths sum up to L, f (T + 1) - L packets arrive.
 * So L has to be the least sum for f paths. The best f gives the least T, and no other way to send
 * the packets, along paths or not, takes fewer steps (L. R. Ford and D. R. Fulkerson, Constructing
 * Maximal Dynamic Flows from Static Flows, Operations Research 6 (3), 1958). The least sums are
 * found by successive shortest paths, where a new path may take links back from the paths before
 * it.
 *
 * Between two nodes of a ring this gives the two ways round it, on a mesh of two axes the four
 * paths of Ozveren, Communication Aspects of Parallel Processing, 2.2.1, figure 7, and if all sides
 * are 2 the n paths of refined/transfer.c.
 */
#ifndef COLLECTIVES_MESH_PATHS_H
#define COLLECTIVES_MESH_PATHS_H

#include "collectives/schedule/algorithm.h"

/* A path, and the packets that go along it. */
struct mesh_path {
    uint32_t length; /* links */
    uint32_t first;  /* packets first .. first + count - 1 */
    uint32_t count;
};

/* The path that a link is on. */
struct mesh_arc {
    uint16_t path;
    uint16_t passed; /* which link of the path it is, from 1; 0: it is on no path */
};

struct mesh_paths {
    uint32_t count; /* 0 if the two nodes are the same */
    uint32_t steps; /* T */
    struct mesh_path path[SCHEDULE_DIMENSIONS];
    struct mesh_arc arc[]; /* of the link of node v on port p: [v * dimension + p] */
};

/* The size of struct mesh_paths with the arcs of a shape, in bytes. */
size_t mesh_paths_bytes(const struct shape *shape);

/* Finds at most `most` paths from rank shape->root to rank shape->target for shape->packets
 * packets, and fills *paths, the caller's. Its arcs are filled only if `arcs` is set, and then it
 * must have room for them (mesh_paths_bytes). The mesh must fit and have both ranks. Usually this
 * takes O(most (N + links)) time, where N is the number of nodes of the cube. */
void mesh_paths_find(const struct shape *shape, uint32_t most, struct mesh_paths *paths, bool arcs);

#endif
