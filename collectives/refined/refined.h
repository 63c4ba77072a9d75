/* What algorithms share that refine those of collectives/cube: more packets, more trees, both
 * directions, copies, or an order that is kept. */
#ifndef COLLECTIVES_REFINED_H
#define COLLECTIVES_REFINED_H

#include "collectives/schedule/library.h"

/* The blocks that a reduce-scatter and an all-gather send: in each of the two every node sends N -
 * 1. */
uint64_t words_there_and_back(const struct shape *shape);

/* The bound of scans of k packets with all ports; and whether no algorithm reaches it, not even
 * those on odd and on even nodes. */
uint32_t scan_bound(const struct shape *shape);
bool scan_open_in(const struct shape *shape);

/* Returns the most packets that one link carries in a step of a PM2I network, at least 1, if
 * logical node i sends by the offset number i of the array of int that shape->table points to. Each
 * is 2^j or -2^j, 0 <= j < n. Several packets may have the same destination. */
uint32_t pm2i_contention(const struct shape *shape);

#endif
