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

/* Whether no algorithm reaches the bound of "mesh-allgather", or of its dual. If the last axis that
 * blocks go round has side 2, "mesh-allgather-pairs" has packets that are no larger. */
bool mesh_allgather_open_in(const struct shape *shape);

extern const struct algorithm mesh_allgather;       /* "mesh-allgather" */
extern const struct algorithm mesh_allgather_pairs; /* "mesh-allgather-pairs": allgather_pairs.c */

#endif
