/* Scatter and gather on a ring or mesh. */
#ifndef COLLECTIVES_MESH_SCATTER_H
#define COLLECTIVES_MESH_SCATTER_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_scatter_operation;
extern const struct operation mesh_gather_operation;

extern const struct algorithm mesh_scatter; /* "mesh-scatter" */
extern const struct algorithm mesh_gather;  /* "mesh-gather" */

#endif
