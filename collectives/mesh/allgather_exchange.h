/* The hypercube's procedure for all-gather, on a ring. */
#ifndef COLLECTIVES_MESH_ALLGATHER_EXCHANGE_H
#define COLLECTIVES_MESH_ALLGATHER_EXCHANGE_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_allgather_exchange; /* "mesh-allgather-exchange" */

#endif
