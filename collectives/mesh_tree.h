/* Broadcast, reduction, scatter and gather on a ring or mesh: by halving, along one axis after the
 * other. */
#ifndef COLLECTIVES_MESH_TREE_H
#define COLLECTIVES_MESH_TREE_H

#include "collectives/schedule.h"

extern const struct schedule mesh_broadcast; /* "mesh-bcast" */
extern const struct schedule mesh_reduction; /* "mesh-reduce" */
extern const struct schedule mesh_scatter;   /* "mesh-scatter" */
extern const struct schedule mesh_gather;    /* "mesh-gather" */

#endif
