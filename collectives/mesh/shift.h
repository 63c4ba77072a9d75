/* Circular shift on a ring or mesh: the block of rank r comes to rank r + q. */
#ifndef COLLECTIVES_MESH_SHIFT_H
#define COLLECTIVES_MESH_SHIFT_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_shift_operation;

/* The input, the output, and one more: a block on its way lies in the last two by turns. */
enum { MESH_SHIFT_AREAS = 3 };

extern const struct algorithm mesh_shift; /* "mesh-shift" */

#endif
