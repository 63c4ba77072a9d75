/* All-gather on a ring or mesh, round the rings of one axis after the other. */
#ifndef COLLECTIVES_MESH_ALLGATHER_H
#define COLLECTIVES_MESH_ALLGATHER_H

#include "collectives/schedule/algorithm.h"

extern const struct operation mesh_allgather_operation;

/* The input is one block, and the output has one for each rank. */
uint32_t mesh_allgather_blocks(const struct shape *shape, uint32_t node, uint32_t area);

/* p (p - 1): every block crosses a link to each of the other nodes. */
uint64_t mesh_allgather_words(const struct shape *shape);

/* How many blocks the largest packet of "mesh-allgather" has: those that have come together before
 * the blocks go round the last axis that has links. On a ring it is one. */
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

extern const struct algorithm mesh_allgather;       /* "mesh-allgather" */
extern const struct algorithm mesh_allgather_pairs; /* "mesh-allgather-pairs" */
extern const struct algorithm mesh_allgather_turns; /* "mesh-allgather-turns": allgather_turns.c */

#endif
