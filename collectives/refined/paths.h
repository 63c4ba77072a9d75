/* The n edge-disjoint paths between two nodes of the cube. After Ozveren, Communication Aspects of
 * Parallel Processing, section 2.2.1.
 *
 * Let D be the h dimensions in which the two nodes differ, in ascending order. Path p, 0 <= p < h,
 * crosses all of D: first those from number p to the last one, and then those from the first one
 * on. So path 0 is the E-cube path. Each of the other n - h dimensions c has a path, too: it
 * crosses c, then D, then c again. No two of these n paths have a node in common except the first
 * and the last node.
 *
 * Example, n = 3, from 0 to 3, so that D = 0, 1 and h = 2:
 *     path 0   0 -> 1 -> 3
 *     path 1   0 -> 2 -> 3
 *     path 2   0 -> 4 -> 5 -> 7 -> 3
 *
 * Below, the paths lead from shape->root to shape->target.
 */
#ifndef COLLECTIVES_CUBE_PATHS_H
#define COLLECTIVES_CUBE_PATHS_H

#include "collectives/schedule/shape.h"

/* The place of a node between the two ends of a path. */
struct path_position {
    uint32_t path;
    uint32_t passed; /* the links from the root to this node */
    uint32_t in;     /* the port on which the path comes to the node */
    uint32_t out;    /* the port on which it leaves the node */
};

/* h, the distance of the two nodes. */
uint32_t path_distance(const struct shape *shape);

/* Finds the position of a node between the two on one of the first `paths` paths, and fills
 * *position, the caller's. Returns false if the node is on none of them, or is one of the two. */
bool path_position_of(const struct shape *shape, uint32_t node, uint32_t paths,
                      struct path_position *position);

/* The port on which a path leaves the root, and the one on which it comes to the target. h > 0. */
uint32_t path_first_port(const struct shape *shape, uint32_t path);
uint32_t path_last_port(const struct shape *shape, uint32_t path);

#endif
