/* Reduce-scatter: block v of all nodes is combined, and the result comes to node v. */
#ifndef COLLECTIVES_CUBE_REDUCE_SCATTER_H
#define COLLECTIVES_CUBE_REDUCE_SCATTER_H

#include "collectives/schedule/algorithm.h"

enum {
    REDUCE_SCATTER_PARTIAL = AREA_OUTPUT + 1, /* a node's partial results for each node */
    REDUCE_SCATTER_AREAS,
};

struct run reduce_scatter_run(const struct shape *shape, uint32_t node, struct run run);

/* The members of a reduce-scatter that is an all-gather backwards: where the all-gather has a
 * block, its dual collects it. */
#define REDUCE_SCATTER_OF(allgather)                                                               \
    .operation = &reduce_scatter_operation, .areas = REDUCE_SCATTER_AREAS,                         \
    .accumulators = 1u << REDUCE_SCATTER_PARTIAL, .dual_of = &(allgather),                         \
    .dual_run = reduce_scatter_run

extern const struct algorithm reduce_scatter_reductions; /* "reduce-scatter-reductions" */
extern const struct algorithm reduce_scatter_exchange;   /* "reduce-scatter-exchange" */
extern const struct algorithm reduce_scatter_ring;       /* "reduce-scatter-ring" */
extern const struct algorithm reduce_scatter_binomial;   /* "reduce-scatter-binomial" */
extern const struct algorithm reduce_scatter_classes;    /* "reduce-scatter-classes" */
extern const struct algorithm reduce_scatter_all_port;   /* "reduce-scatter-all-port" */

#endif
