/* What algorithms on a ring, a mesh or a linear array share. */
#ifndef COLLECTIVES_MESH_ALGORITHMS_H
#define COLLECTIVES_MESH_ALGORITHMS_H

#include "collectives/schedule/library.h"

/* ---- Broadcasts, and the reductions, which are broadcasts backwards ---- */

/* A reduction collects in the output at the root, and in a second area at the other nodes. */
enum { MESH_COLLECTED = AREA_OUTPUT + 1, MESH_REDUCTION_AREAS };

/* The members of a reduction that is a broadcast backwards. */
#define MESH_REDUCTION_OF(broadcast)                                                               \
    .operation = &mesh_reduction_operation, .areas = MESH_REDUCTION_AREAS,                         \
    .accumulators = 1u << AREA_OUTPUT | 1u << MESH_COLLECTED, .dual_of = &(broadcast)

/* The area in which a node has the message of a broadcast: the input at the root. */
uint32_t mesh_broadcast_area(const struct shape *shape, uint32_t node);

/* k (p - 1): every node but the root receives every packet once. */
uint64_t mesh_packets_of_others(const struct shape *shape);

/* ---- All-reduce of a block for each rank ---- */

/* 2 p (p - 1): the blocks that a reduce-scatter and an all-gather send. */
uint64_t mesh_words_there_and_back(const struct shape *shape);

/* ---- Stencils ----
 *
 * The input is the edges of a node's square, of r points each: in the north, from west to east, in
 * the east, from north to south, in the south and in the west. The output is the edges next to
 * them, and then in a nine-point exchange the points at the four corners. */
enum { STENCIL_EDGES = 4, STENCIL_CORNERS = 4 };

/* ---- Shifts ---- */

extern const struct operation mesh_shift_operation;

/* The areas of a shift: the input, the output, and one more: a block on its way lies in the last
 * two by turns. */
enum { MESH_SHIFT_AREAS = 3 };

#endif
