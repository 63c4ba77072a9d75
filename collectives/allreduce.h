/* All-reduce: the blocks of all nodes, combined, come to every node. */
#ifndef COLLECTIVES_ALLREDUCE_H
#define COLLECTIVES_ALLREDUCE_H

#include "collectives/schedule.h"

extern const struct operation allreduce_operation;

extern const struct schedule allreduce_exchange; /* "allreduce-exchange" */

#endif
