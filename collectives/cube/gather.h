/* Gather: the blocks of all nodes come to the root. */
#ifndef COLLECTIVES_CUBE_GATHER_H
#define COLLECTIVES_CUBE_GATHER_H

#include "collectives/schedule/schedule.h"

extern const struct operation gather_operation;

enum {
    GATHER_UNDER_WAY = AREA_OUTPUT + 1, /* those that pass through a node that is not the root: of
                                           2^t nodes that differ in dimensions below t alone */
    GATHER_AREAS,
};

/* The node whose block is the first of GATHER_UNDER_WAY at `node`, with a schedule of this
 * operation or of its dual. */
uint32_t gather_first(const struct algorithm *algorithm, const struct shape *shape, uint32_t node);

extern const struct algorithm gather_binomial; /* "gather-binomial" */
extern const struct algorithm gather_all_port; /* "gather-all-port" */

#endif
