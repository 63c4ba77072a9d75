/* Reduction: the blocks of all nodes are combined, and the result comes to the root. */
#ifndef COLLECTIVES_CUBE_REDUCTION_H
#define COLLECTIVES_CUBE_REDUCTION_H

#include "collectives/schedule/algorithm.h"

enum {
    REDUCTION_PARTIAL = AREA_OUTPUT + 1, /* the partial result of a node that is not the root */
    REDUCTION_AREAS,
};

struct run reduction_run(const struct shape *shape, uint32_t node, struct run run);

/* The members of a reduction that is a broadcast without scratch backwards: where the broadcast has
 * a block, its dual collects it. */
#define REDUCTION_OF(broadcast)                                                                    \
    .operation = &reduction_operation, .areas = REDUCTION_AREAS,                                   \
    .accumulators = 1u << AREA_OUTPUT | 1u << REDUCTION_PARTIAL, .dual_of = &(broadcast),          \
    .dual_run = reduction_run

extern const struct algorithm reduction_one_by_one; /* "reduce-one-by-one" */
extern const struct algorithm reduction_binomial;   /* "reduce-binomial" */

#endif
