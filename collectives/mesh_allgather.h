/* All-gather and reduce-scatter on a ring or mesh: round the rings of one axis after the other. */
#ifndef COLLECTIVES_MESH_ALLGATHER_H
#define COLLECTIVES_MESH_ALLGATHER_H

#include "collectives/schedule.h"

extern const struct schedule mesh_allgather;      /* "mesh-allgather" */
extern const struct schedule mesh_reduce_scatter; /* "mesh-reduce-scatter" */

#endif
