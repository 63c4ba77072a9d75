/* Total exchange on a ring or mesh: block r of each rank comes to rank r. */
#ifndef COLLECTIVES_MESH_ALLTOALL_H
#define COLLECTIVES_MESH_ALLTOALL_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_alltoall_operation;

enum {
    MESH_ALLTOALL_AREAS = 6
}; /* of each of these: input, output, two arrangements and arrivals */

extern const struct algorithm mesh_alltoall;          /* "mesh-alltoall" */
extern const struct algorithm mesh_alltoall_one_way;  /* "mesh-alltoall-one-way" */
extern const struct algorithm mesh_alltoall_all_port; /* "mesh-alltoall-all-port" */
extern const struct algorithm mesh_alltoall_links;    /* "mesh-alltoall-links", alltoall_links.c */

#endif
