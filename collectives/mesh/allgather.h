/* Shared by all-gathers on a ring or mesh, and by the reduce-scatters that are all-gathers
   backwards. */
#ifndef COLLECTIVES_MESH_ALLGATHER_H
#define COLLECTIVES_MESH_ALLGATHER_H

#include "collectives/mesh/algorithms.h"

/* p (p - 1): every block crosses a link to each of the other nodes. */
uint64_t mesh_allgather_words(const struct shape *shape);

/* The blocks of the largest packet of "mesh-allgather": those collected before the last axis that
 * has links. On a ring it is one. */
uint32_t mesh_allgather_largest(const struct shape *shape);

/* The steps that an all-gather with packets of `largest` blocks takes at least, with one port. In a
 * step a node hears of at most as many nodes as its neighbour has heard of, and of at most as many
 * as a packet has blocks. All that a neighbour has sent it, it knew when it sent the last of that;
 * and no two neighbours send last in the same step. So a node with l links has heard of no more
 * nodes, besides itself, than others had heard of before its last l steps, all together. It also
 * takes a step for each link to the farthest node. */
uint32_t mesh_allgather_bound(const struct shape *shape, uint32_t largest);

/* Whether no algorithm reaches the bound of "mesh-allgather", or of its dual. If the last axis that
 * blocks go round has side 2, "mesh-allgather-pairs" has packets that are no larger, and on many
 * other meshes "mesh-allgather-turns" does it. */
bool mesh_allgather_open_in(const struct shape *shape);

/* ---- On a ring where packets pass nodes on their way ---- */

/* Whether the shape is a ring that the cube has, of a power of two nodes. */
bool mesh_is_binary_ring(const struct shape *shape);

/* The steps that an all-gather takes at least on such a ring of p nodes, with one port, relays and
 * packets of p / 2 blocks: if it has T, a packet of step t has at most 2^(t-1) blocks, and each of
 * them comes from it to at most 2^(T-t) nodes. The 2 p links have to bring each of p blocks to all
 * nodes, over distances of p^2 / 4 in all. That they do no more than that, with all packets full,
 * cannot be: what has passed a link forwards would have to be sent forwards ever after. */
uint32_t mesh_relayed_bound(const struct shape *shape);

/* ---- Reduce-scatter ---- */

enum {
    MESH_REDUCE_SCATTER_PARTIAL = AREA_OUTPUT + 1, /* a node's partial results for each rank */
    MESH_REDUCE_SCATTER_AREAS,
};

/* The members of a reduce-scatter that is an all-gather backwards. */
#define MESH_REDUCE_SCATTER_OF(allgather)                                                          \
    .operation = &mesh_reduce_scatter_operation, .varies = VARIES_SIDES,                           \
    .areas = MESH_REDUCE_SCATTER_AREAS, .accumulators = 1u << MESH_REDUCE_SCATTER_PARTIAL,         \
    .dual_of = &(allgather)

#endif
