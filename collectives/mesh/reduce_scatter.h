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

/* The members `blocks` and `dual_run` of reduce-scatters that are duals of all-gathers: where an
 * all-gather has a block, its dual collects it. */
uint32_t mesh_reduce_scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area);
struct run mesh_reduce_scatter_run(const struct shape *shape, uint32_t node, struct run run);

extern const struct algorithm mesh_reduce_scatter; /* "mesh-reduce-scatter" */

/* In allgather_pairs.c. */
extern const struct algorithm mesh_reduce_scatter_pairs; /* "mesh-reduce-scatter-pairs" */

/* In allgather_turns.c. */
extern const struct algorithm mesh_reduce_scatter_turns; /* "mesh-reduce-scatter-turns" */

/* For operators that do not commute (reduce_scatter_ordered.c). */
extern const struct algorithm mesh_reduce_scatter_ordered; /* "mesh-reduce-scatter-ordered" */

#endif
