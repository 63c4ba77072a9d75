/* Broadcast and reduction on a ring or mesh. */
#ifndef COLLECTIVES_MESH_BROADCAST_H
#define COLLECTIVES_MESH_BROADCAST_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_broadcast;            /* "mesh-bcast" */
extern const struct algorithm mesh_broadcast_neighbours; /* "mesh-bcast-neighbours" */
extern const struct algorithm mesh_reduction;            /* "mesh-reduce" */
extern const struct algorithm mesh_reduction_neighbours; /* "mesh-reduce-neighbours" */

#endif
