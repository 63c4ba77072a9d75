/* The barrier: no node leaves before every node has come. */
#ifndef COLLECTIVES_CUBE_BARRIER_H
#define COLLECTIVES_CUBE_BARRIER_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm barrier_exchange; /* "barrier" */

#endif
