/* Gather: the blocks of all nodes come to the root. */
#ifndef COLLECTIVES_CUBE_GATHER_H
#define COLLECTIVES_CUBE_GATHER_H

#include "collectives/schedule/algorithm.h"
#include "cube.h"

extern const struct operation gather_operation;

enum {
    GATHER_UNDER_WAY = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root: those
                                           of 2^t nodes that differ in dimensions below t alone */
    GATHER_AREAS,
};

/* The node whose block is the first one in GATHER_UNDER_WAY at `node`, by an algorithm of this
 * operation or of its dual, scatter. */
uint32_t gather_first(const struct algorithm *algorithm, const struct shape *shape, uint32_t node);

extern const struct algorithm gather_binomial; /* "gather-binomial" */
extern const struct algorithm gather_all_port; /* "gather-all-port" */

#endif
