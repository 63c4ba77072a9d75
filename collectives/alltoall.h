/* Total exchange, also called all-to-all personalized communication: block j of node i becomes
 * block i of node j. */
#ifndef COLLECTIVES_ALLTOALL_H
#define COLLECTIVES_ALLTOALL_H

#include "collectives/schedule.h"

extern const struct schedule alltoall_ecube;    /* "alltoall-ecube" */
extern const struct schedule alltoall_pieces;   /* "alltoall-ecube-pieces" */
extern const struct schedule alltoall_exchange; /* "alltoall-exchange" */

#endif
