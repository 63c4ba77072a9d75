/* Permutation by XOR: the block of node i goes to node i XOR j. */
#ifndef COLLECTIVES_CUBE_XOR_H
#define COLLECTIVES_CUBE_XOR_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm xor_ecube;    /* "xor-ecube" */
extern const struct algorithm xor_exchange; /* "xor-exchange" */

#endif
