/* All-reduce and prefix sums on a ring or mesh, round the rings of one axis after the other. */
#ifndef COLLECTIVES_MESH_PREFIX_H
#define COLLECTIVES_MESH_PREFIX_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_allreduce_operation, mesh_scan_operation;

extern const struct algorithm mesh_allreduce;      /* "mesh-allreduce" */
extern const struct algorithm mesh_allreduce_long; /* "mesh-allreduce-long" */
extern const struct algorithm mesh_scan;           /* "mesh-scan" */

#endif
