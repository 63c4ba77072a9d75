/* Meshes whose sides of 2 are put together in pairs: two nodes on each of two axes are a ring of 4.
 * So all sides but one at most are 4 or more. The ranks are those of the mesh that comes of this.
 */
#ifndef COLLECTIVES_MESH_JOINED_H
#define COLLECTIVES_MESH_JOINED_H

#include "collectives/schedule/algorithm.h"

/* The mesh without sides of 1, where all sides of 2 but one at most have become sides of 4. One
 * that is left over is the last. It has the table of the given shape. The mesh must fit. */
struct shape joined_mesh(const struct shape *given);

/* The node of a rank of joined_mesh, and the rank of a node of the mesh. */
uint32_t joined_node(const struct shape *given, uint32_t rank);
uint32_t joined_rank(const struct shape *given, uint32_t node);

#endif
