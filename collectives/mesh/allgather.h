/* All-gather and reduce-scatter on a ring or mesh: round the rings of one axis after the other. */
#ifndef COLLECTIVES_MESH_ALLGATHER_H
#define COLLECTIVES_MESH_ALLGATHER_H

#include "collectives/schedule/schedule.h"

extern const struct operation mesh_allgather_operation;
extern const struct operation mesh_reduce_scatter_operation;

/* The blocks of their areas: input and output; input, output, and what is collected. */
uint32_t mesh_allgather_blocks(const struct shape *shape, uint32_t node, uint32_t area);
uint32_t mesh_reduce_scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area);

/* The blocks of the largest packet of "mesh-allgather": those that have come together before the
 * last axis with any links, one on a ring. */
uint32_t mesh_allgather_largest(const struct shape *shape);

extern const struct algorithm mesh_allgather;      /* "mesh-allgather" */
extern const struct algorithm mesh_reduce_scatter; /* "mesh-reduce-scatter" */

#endif
