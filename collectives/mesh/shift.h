/* Circular shift on a ring or mesh: what rank r has comes to rank r + q. */
#ifndef COLLECTIVES_MESH_SHIFT_H
#define COLLECTIVES_MESH_SHIFT_H

#include "collectives/schedule/schedule.h"

extern const struct algorithm mesh_shift; /* "mesh-shift" */

#endif
