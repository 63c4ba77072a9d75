/* All-gather, reduce-scatter, gather and scatter on a ring or mesh, with all ports. */
#ifndef COLLECTIVES_MESH_ALL_PORT_H
#define COLLECTIVES_MESH_ALL_PORT_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_allgather_all_port;      /* "mesh-allgather-all-port" */
extern const struct algorithm mesh_reduce_scatter_all_port; /* "mesh-reduce-scatter-all-port" */
extern const struct algorithm mesh_gather_all_port;         /* "mesh-gather-all-port" */
extern const struct algorithm mesh_scatter_all_port;        /* "mesh-scatter-all-port" */

#endif
