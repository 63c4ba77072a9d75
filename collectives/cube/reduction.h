/* Reduction: the blocks of all nodes are combined, and the result comes to the root. */
#ifndef COLLECTIVES_CUBE_REDUCTION_H
#define COLLECTIVES_CUBE_REDUCTION_H

#include "collectives/schedule/algorithm.h"

extern const struct operation reduction_operation;

enum {
    REDUCTION_PARTIAL = AREA_OUTPUT + 1, /* what a node that is not the root has collected */
    REDUCTION_AREAS,
    REDUCTION_ACCUMULATORS = 1u << AREA_OUTPUT | 1u << REDUCTION_PARTIAL,
};

/* The members `blocks` and `dual_run` of reductions that divide their message and are duals of
 * broadcasts without scratch: where a broadcast has a block, its dual collects it. */
uint32_t reduction_blocks(const struct shape *shape, uint32_t node, uint32_t area);
struct run reduction_run(const struct shape *shape, uint32_t node, struct run run);

extern const struct algorithm reduction_one_by_one; /* "reduce-one-by-one" */
extern const struct algorithm reduction_binomial;   /* "reduce-binomial" */

#endif
