/* Circular shift on a ring or mesh: the block of rank r comes to rank r + q. */
#ifndef COLLECTIVES_MESH_SHIFT_H
#define COLLECTIVES_MESH_SHIFT_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_shift; /* "mesh-shift" */

#endif
