/* All-gather on a ring where packets pass nodes on their way. */
#ifndef COLLECTIVES_MESH_ALLGATHER_EXCHANGE_H
#define COLLECTIVES_MESH_ALLGATHER_EXCHANGE_H

#include "collectives/schedule/algorithm.h"

/* Whether the shape is a ring that the cube has, of a power of two nodes. */
bool mesh_is_binary_ring(const struct shape *shape);

/* The steps that an all-gather takes at least on such a ring of p nodes, with one port, relays and
 * packets of p / 2 blocks: if it has T, a packet of step t has at most 2^(t-1) blocks, and each of
 * them comes from it to at most 2^(T-t) nodes. The 2 p links have to bring each of p blocks to all
 * nodes, over distances of p^2 / 4 in all. That they do no more than that, with all packets full,
 * cannot be: what has passed a link forwards would have to be sent forwards ever after. */
uint32_t mesh_relayed_bound(const struct shape *shape);

extern const struct algorithm mesh_allgather_exchange; /* "mesh-allgather-exchange" */
extern const struct algorithm mesh_allgather_relayed;  /* "mesh-allgather-relayed" */

#endif
