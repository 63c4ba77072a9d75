/* Reduce-scatter: block v of all nodes, combined, comes to node v. */
#ifndef COLLECTIVES_CUBE_REDUCE_SCATTER_H
#define COLLECTIVES_CUBE_REDUCE_SCATTER_H

#include "collectives/schedule/schedule.h"

extern const struct operation reduce_scatter_operation;

enum {
    REDUCE_SCATTER_PARTIAL = AREA_OUTPUT + 1, /* what a node has collected for each node */
    REDUCE_SCATTER_AREAS,
};

/* For dual_combining_step: where an all-gather has a block, a reduce-scatter collects it. */
struct run reduce_scatter_place(const struct shape *shape, uint32_t node, struct run run);

extern const struct algorithm reduce_scatter_reductions; /* "reduce-scatter-reductions" */
extern const struct algorithm reduce_scatter_exchange;   /* "reduce-scatter-exchange" */
extern const struct algorithm reduce_scatter_ring;       /* "reduce-scatter-ring" */
extern const struct algorithm reduce_scatter_binomial;   /* "reduce-scatter-binomial" */
extern const struct algorithm reduce_scatter_classes;    /* "reduce-scatter-classes" */
extern const struct algorithm reduce_scatter_all_port;   /* "reduce-scatter-all-port" */
extern const struct algorithm reduce_scatter_ordered;    /* "reduce-scatter-ordered" */

#endif
