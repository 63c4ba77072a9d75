/* Any permutation: what node i has goes to node destination[i]. */
#ifndef COLLECTIVES_PERMUTATION_H
#define COLLECTIVES_PERMUTATION_H

#include "collectives/schedule.h"

extern const struct schedule permutation_ecube; /* "permute-ecube" */

#endif
