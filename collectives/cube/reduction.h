/* Reduction: the blocks of all nodes, combined, come to the root. */
#ifndef COLLECTIVES_CUBE_REDUCTION_H
#define COLLECTIVES_CUBE_REDUCTION_H

#include "collectives/schedule/dual.h"
#include "collectives/schedule/schedule.h"

extern const struct operation reduction_operation;

enum {
    REDUCTION_PARTIAL = 2, /* what a node that is not the root has collected */
    REDUCTION_AREAS,
    REDUCTION_ACCUMULATORS = 1u << AREA_OUTPUT | 1u << REDUCTION_PARTIAL,
};

/* Blocks of the areas of a reduction that is the dual of a broadcast without scratch. */
uint32_t reduction_blocks(const struct shape *shape, uint32_t node, uint32_t area);

/* For dual_combining_step: what a broadcast has, sent or received, is what a reduction collects. */
struct run reduction_place(const struct shape *shape, uint32_t node, struct run run);

extern const struct algorithm reduction_one_by_one; /* "reduce-one-by-one" */
extern const struct algorithm reduction_binomial;   /* "reduce-binomial" */

/* Of N = 2^n parts: reduction_scattered.c. */
extern const struct algorithm reduction_scattered; /* "reduce-scatter-gather" */

/* Of k packets: reduction_pipelined.c. */
extern const struct algorithm reduction_esbt;               /* "reduce-esbt" */
extern const struct algorithm reduction_esbt_all_port;      /* "reduce-esbt-all-port" */
extern const struct algorithm reduction_pipelined;          /* "reduce-pipelined" */
extern const struct algorithm reduction_pipelined_all_port; /* "reduce-pipelined-all-port" */

#endif
