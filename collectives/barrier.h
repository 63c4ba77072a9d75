/* The barrier: no node leaves before every node has come. */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include "collectives/schedule.h"

extern const struct schedule barrier_exchange; /* "barrier" */

#endif
