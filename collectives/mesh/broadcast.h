/* Broadcast and reduction on a ring or mesh. */
#ifndef COLLECTIVES_MESH_BROADCAST_H
#define COLLECTIVES_MESH_BROADCAST_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_broadcast;            /* "mesh-bcast" */
extern const struct algorithm mesh_broadcast_neighbours; /* "mesh-bcast-neighbours" */
extern const struct algorithm mesh_reduction;            /* "mesh-reduce" */
extern const struct algorithm mesh_reduction_neighbours; /* "mesh-reduce-neighbours" */

/* In broadcast_pipelined.c, of k packets. */
extern const struct algorithm mesh_broadcast_pipelined; /* "mesh-bcast-pipelined" */
extern const struct algorithm mesh_reduction_pipelined; /* "mesh-reduce-pipelined" */

/* In broadcast_all_port.c, of k packets. */
extern const struct algorithm mesh_broadcast_all_port; /* "mesh-bcast-all-port" */
extern const struct algorithm mesh_reduction_all_port; /* "mesh-reduce-all-port" */

/* ---- What they share ---- */

extern const struct operation mesh_broadcast_operation;
extern const struct operation mesh_reduction_operation;

/* A reduction collects in the output at the root, and in a second area at the other nodes. */
enum {
    MESH_COLLECTED = AREA_OUTPUT + 1,
    MESH_REDUCTION_AREAS,
    MESH_REDUCTION_ACCUMULATORS = 1u << AREA_OUTPUT | 1u << MESH_COLLECTED,
};

/* The area in which a node has the message of a broadcast: the input at the root. */
uint32_t mesh_broadcast_area(const struct shape *shape, uint32_t node);

/* Returns where a reduction collects what its broadcast has in `run`. A reduction is a broadcast
 * backwards. */
struct run mesh_reduction_run(const struct shape *shape, uint32_t node, struct run run);

/* Sizes of areas, if the message is divided into k packets. */
uint32_t mesh_broadcast_packets(const struct shape *shape, uint32_t node, uint32_t area);
uint32_t mesh_reduction_packets(const struct shape *shape, uint32_t node, uint32_t area);

/* k (p - 1): every node but the root receives every packet once. */
uint64_t mesh_packets_of_others(const struct shape *shape);

#endif
