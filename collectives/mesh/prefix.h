/* All-reduce and prefix sums on a ring or mesh, round the rings of one axis after the other. */
#ifndef COLLECTIVES_MESH_PREFIX_H
#define COLLECTIVES_MESH_PREFIX_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_allreduce_operation, mesh_scan_operation;

extern const struct algorithm mesh_allreduce; /* "mesh-allreduce" */
extern const struct algorithm mesh_scan;      /* "mesh-scan" */

extern const struct algorithm mesh_allreduce_all_port; /* "mesh-allreduce-all-port" */
extern const struct algorithm mesh_scan_all_port;      /* "mesh-scan-all-port" */

extern const struct algorithm mesh_allreduce_pairs; /* "mesh-allreduce-pairs" */
extern const struct algorithm mesh_scan_pairs;      /* "mesh-scan-pairs" */

/* In allreduce_long.c. */
extern const struct algorithm mesh_allreduce_long;          /* "mesh-allreduce-long" */
extern const struct algorithm mesh_allreduce_long_all_port; /* "mesh-allreduce-long-all-port" */

/* In allreduce_mixed.c. */
extern const struct algorithm mesh_allreduce_mixed; /* "mesh-allreduce-mixed" */

/* In allreduce_edges.c. */
extern const struct algorithm mesh_allreduce_long_edges; /* "mesh-allreduce-long-edges" */
extern const struct algorithm allreduce_edges;           /* "allreduce-edges", on the cube */

#endif
