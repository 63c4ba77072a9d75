/* All-reduce: the blocks of all nodes are combined, and the result comes to every node. */
#ifndef COLLECTIVES_CUBE_ALLREDUCE_H
#define COLLECTIVES_CUBE_ALLREDUCE_H

#include "collectives/schedule/algorithm.h"

extern const struct operation allreduce_operation;

extern const struct algorithm allreduce_exchange; /* "allreduce-exchange" */
extern const struct algorithm allreduce_halves;   /* "allreduce-halves", in allreduce_halves.c */

/* All-reduces of several blocks (allreduce_blocks.c). */
extern const struct algorithm allreduce_halving;  /* "allreduce-halving" */
extern const struct algorithm allreduce_rotated;  /* "allreduce-rotated" */
extern const struct algorithm allreduce_all_port; /* "allreduce-all-port" */

#endif
