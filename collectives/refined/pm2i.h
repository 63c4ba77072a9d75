/* One step of a PM2I network. */
#ifndef COLLECTIVES_CUBE_PM2I_H
#define COLLECTIVES_CUBE_PM2I_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm pm2i; /* "pm2i" */

/* Returns the most packets that one link carries in a step, at least 1, if logical node i sends by
 * the offset number i of the array of int that shape->table points to. Each is 2^j or -2^j, 0 <= j
 * < n. Several packets may have the same destination. */
uint32_t pm2i_contention(const struct shape *shape);

#endif
