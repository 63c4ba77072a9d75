/* Reduce-scatter on a ring or mesh: block r of all ranks is combined, and the result comes to rank
 * r.
 */
#ifndef COLLECTIVES_MESH_REDUCE_SCATTER_H
#define COLLECTIVES_MESH_REDUCE_SCATTER_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_reduce_scatter_operation;

enum {
    MESH_REDUCE_SCATTER_PARTIAL = AREA_OUTPUT + 1, /* what a node has collected for each rank */
    MESH_REDUCE_SCATTER_AREAS,
};

uint32_t mesh_reduce_scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area);
struct run mesh_reduce_scatter_run(const struct shape *shape, uint32_t node, struct run run);

/* The members of a reduce-scatter that is an all-gather backwards: where the all-gather has a
 * block, its dual collects it. */
#define MESH_REDUCE_SCATTER_OF(allgather)                                                          \
    .operation = &mesh_reduce_scatter_operation, .varies = VARIES_SIDES,                           \
    .areas = MESH_REDUCE_SCATTER_AREAS, .accumulators = 1u << MESH_REDUCE_SCATTER_PARTIAL,         \
    .dual_of = &(allgather), .dual_run = mesh_reduce_scatter_run,                                  \
    .blocks = mesh_reduce_scatter_blocks

extern const struct algorithm mesh_reduce_scatter;       /* "mesh-reduce-scatter" */
extern const struct algorithm mesh_reduce_scatter_pairs; /* "mesh-reduce-scatter-pairs" */

/* In allgather_turns.c. */
extern const struct algorithm mesh_reduce_scatter_turns; /* "mesh-reduce-scatter-turns" */

/* For operators that do not commute (reduce_scatter_ordered.c). */
extern const struct algorithm mesh_reduce_scatter_ordered; /* "mesh-reduce-scatter-ordered" */

#endif
