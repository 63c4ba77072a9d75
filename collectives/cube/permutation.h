/* Any permutation: the block of node i goes to node destination[i]. */
#ifndef COLLECTIVES_CUBE_PERMUTATION_H
#define COLLECTIVES_CUBE_PERMUTATION_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm permutation_ecube; /* "permute-ecube" */

#endif
