/* The directions in which the links of a ring or mesh lead: direction 2a is forwards on axis a, and
 * 2a + 1 back. A side of 2 has one link, which leads forwards. A side of 1 has none.
 *
 * The functions need a mesh that fits. */
#ifndef COLLECTIVES_MESH_DIRECTIONS_H
#define COLLECTIVES_MESH_DIRECTIONS_H

#include "collectives/schedule/algorithm.h"

enum { MESH_DIRECTIONS = 2 * SCHEDULE_DIMENSIONS };

/* Two for each axis, also where there are no links. */
uint32_t mesh_directions(const struct shape *shape);

/* Whether links lead in that direction. */
bool mesh_has_direction(const struct shape *shape, uint32_t direction);

/* How many links a node has: the number of directions in which links lead. */
uint32_t mesh_links(const struct shape *shape);

/* The opposite direction. */
static inline uint32_t mesh_opposite(uint32_t direction) {
    return direction ^ 1;
}

/* The port of a node of the mesh that leads in a direction. On a side of 2 one port leads both
 * ways. */
uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction);

/* The rank of the neighbour in a direction. */
uint32_t mesh_neighbour(const struct shape *shape, uint32_t rank, uint32_t direction);

/* The links between rank 0 and `rank`. */
uint32_t mesh_distance(const struct shape *shape, uint32_t rank);

/* The rank to which a translation by rank `by` takes `rank`: the sums of their positions, modulo
 * the sides. The second function returns the rank that is taken to `rank`. */
uint32_t mesh_translate(const struct shape *shape, uint32_t rank, uint32_t by);
uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by);

/* The sum of the distances of all nodes from one. */
uint64_t mesh_distances(const struct shape *shape);

#endif
