/* Edge-disjoint paths between two nodes of a ring or mesh, and how packets are divided among them
 * so that all arrive in the fewest steps.
 *
 * With k packets on paths of lengths l one behind the other, T steps bring T - l + 1 of them on
 * each path. f edge-disjoint paths with the least sum of lengths, L, so bring f (T + 1) - L. The
 * best f gives the least T, and no other way of sending, along paths or not, needs fewer steps (L.
 * R. Ford and D. R. Fulkerson, Constructing Maximal Dynamic Flows from Static Flows, Operations
 * Research 6 (3), 1958). The sums come by successive shortest paths: the next path may take back a
 * link from those before. Between two nodes of a ring that gives its two ways; on a mesh of two
 * axes the four paths of Ozveren, Communication Aspects of Parallel Processing, 2.2.1, figure 7;
 * where all sides are 2, the n paths of transfer.c.
 */
#ifndef COLLECTIVES_MESH_PATHS_H
#define COLLECTIVES_MESH_PATHS_H

#include "collectives/schedule/schedule.h"

/* A path, and the packets that take it. */
struct mesh_path {
    uint32_t length; /* links */
    uint32_t first;  /* packets first .. first + count - 1 */
    uint32_t count;
};

/* The path that a link is on; none: `passed` is 0. */
struct mesh_arc {
    uint16_t path;
    uint16_t passed; /* which link of the path it is, from 1 */
};

struct mesh_paths {
    uint32_t count; /* 0 where the two nodes are one */
    uint32_t steps; /* T */
    struct mesh_path path[CUBE_MAX_DIMENSION];
    struct mesh_arc arc[]; /* of the link of node v on port p: [v * dimension + p] */
};

/* The size of a table for a shape. */
size_t mesh_paths_bytes(const struct shape *shape);

/* Finds at most `most` paths from rank shape->root to rank shape->target for shape->packets
 * packets, and fills *paths; its arcs, and so all that mesh_paths_bytes says, if `arcs`. The mesh
 * fits and has both ranks. O(most (N + links)) mostly, N the nodes of the cube. */
void mesh_paths_find(const struct shape *shape, uint32_t most, struct mesh_paths *paths, bool arcs);

#endif
