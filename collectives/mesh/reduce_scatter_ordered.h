/* Reduce-scatter on a ring or mesh that keeps the order, as operators need it that do not commute.
 */
#ifndef COLLECTIVES_MESH_REDUCE_SCATTER_ORDERED_H
#define COLLECTIVES_MESH_REDUCE_SCATTER_ORDERED_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_reduce_scatter_ordered; /* "mesh-reduce-scatter-ordered" */

#endif
