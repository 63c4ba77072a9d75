/* Shared by broadcasts on a ring or mesh, and by the reductions, which are broadcasts backwards. */
#ifndef COLLECTIVES_MESH_BROADCAST_H
#define COLLECTIVES_MESH_BROADCAST_H

#include "collectives/mesh/algorithms.h"

/* A reduction collects in the output at the root, and in a second area at the other nodes. */
enum { MESH_COLLECTED = AREA_OUTPUT + 1, MESH_REDUCTION_AREAS };

/* The members of a reduction that is a broadcast backwards. */
#define MESH_REDUCTION_OF(broadcast)                                                               \
    .operation = &mesh_reduction_operation, .areas = MESH_REDUCTION_AREAS,                         \
    .accumulators = 1u << AREA_OUTPUT | 1u << MESH_COLLECTED, .dual_of = &(broadcast),             \
    .dual_run = mesh_reduction_run

/* The area in which a node has the message of a broadcast: the input at the root. */
uint32_t mesh_broadcast_area(const struct shape *shape, uint32_t node);

/* Returns the run in which a reduction collects, for the broadcast's `run`. */
struct run mesh_reduction_run(const struct shape *shape, uint32_t node, struct run run);

/* k (p - 1): every node but the root receives every packet once. */
uint64_t mesh_packets_of_others(const struct shape *shape);

#endif
