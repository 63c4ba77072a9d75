/* Circular shift on a ring or mesh: the block of rank r comes to rank r + q. */
#ifndef COLLECTIVES_MESH_SHIFT_H
#define COLLECTIVES_MESH_SHIFT_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_shift_operation;

enum { MESH_SHIFT_AREAS = 3 }; /* input, output, and where a block waits every other time */

extern const struct algorithm mesh_shift; /* "mesh-shift" */

#endif
