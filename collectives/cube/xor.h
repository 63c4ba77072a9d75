/* Permutation by XOR: what node i has goes to node i XOR j. */
#ifndef COLLECTIVES_CUBE_XOR_H
#define COLLECTIVES_CUBE_XOR_H

#include "collectives/schedule/schedule.h"

extern const struct algorithm xor_ecube;    /* "xor-ecube" */
extern const struct algorithm xor_exchange; /* "xor-exchange" */

#endif
