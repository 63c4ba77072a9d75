/* The barrier: no node leaves before every node has come. */
#ifndef COLLECTIVES_BARRIER_H
#define COLLECTIVES_BARRIER_H

#include "collectives/schedule.h"

/* Looks before a wait in a barrier forwards: the call itself has just done so. */
enum { BARRIER_FIRST_LOOKS = 8 };

extern const struct schedule barrier_exchange; /* "barrier" */

#endif
