/* All-reduce: the blocks of all nodes are combined, and the result comes to every node. */
#ifndef COLLECTIVES_CUBE_ALLREDUCE_H
#define COLLECTIVES_CUBE_ALLREDUCE_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm allreduce_exchange; /* "allreduce-exchange" */

#endif
