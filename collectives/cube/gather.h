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

/* The call of gather or scatter where blocks differ in size. `usual` is the algorithm where the
 * choice is open, and `all` the area in which the root has all blocks, AREA_OUTPUT or AREA_INPUT.
 * The other arguments and what it returns are those of cube_gatherv_by and cube_scatterv_by. */
int gather_v(const struct algorithm *usual, uint32_t all, const struct cube_choice *choice,
             const void *send, void *recv, const size_t offsets[], int root);

extern const struct algorithm gather_binomial; /* "gather-binomial" */
extern const struct algorithm gather_all_port; /* "gather-all-port" */

#endif
