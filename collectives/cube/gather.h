/* Gather: the blocks of all nodes come to the root. */
#ifndef COLLECTIVES_CUBE_GATHER_H
#define COLLECTIVES_CUBE_GATHER_H

#include "collectives/schedule/algorithm.h"

enum {
    GATHER_UNDER_WAY = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root: those
                                           of 2^t nodes that differ only in dimensions below t */
    GATHER_AREAS,
};

extern const struct algorithm gather_binomial; /* "gather-binomial" */
extern const struct algorithm gather_all_port; /* "gather-all-port" */

#endif
