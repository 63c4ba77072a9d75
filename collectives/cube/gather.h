/* Gather: the blocks of all nodes come to the root. */
#ifndef COLLECTIVES_CUBE_GATHER_H
#define COLLECTIVES_CUBE_GATHER_H

#include "collectives/schedule/algorithm.h"
#include "cube.h"

struct call; /* collectives/run/executor.h */

extern const struct operation gather_operation;

enum {
    GATHER_UNDER_WAY = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root: those
                                           of 2^t nodes that differ only in dimensions below t */
    GATHER_AREAS,
};

/* Sets the offsets of a call of gather or scatter with blocks of different sizes, whose root has
 * been set. offsets[v] is where the block of node v begins in the area `all`, in which the root has
 * all blocks: AREA_OUTPUT or AREA_INPUT. The array is the caller's, and has to live as long as the
 * call. Returns 0, or the error of call_check or call_offsets. */
int gather_set_offsets(struct call *call, const size_t offsets[], uint32_t all);

extern const struct algorithm gather_binomial; /* "gather-binomial" */
extern const struct algorithm gather_all_port; /* "gather-all-port" */

#endif
