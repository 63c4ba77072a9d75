/* Operations on a linear array: the nodes of a ring, without the link that joins its two ends.
 * Broadcast, reduction, scatter and gather by halving (halving.h) need no such link, so on an array
 * they are what they are on a ring. */
#ifndef COLLECTIVES_MESH_ARRAY_H
#define COLLECTIVES_MESH_ARRAY_H

#include "collectives/schedule/algorithm.h"

/* Whether the shape is a ring that the cube has. An array has the ring's nodes, and all its links
 * but one. */
bool array_fits(const struct shape *shape);

/* Schedules of a ring in which packets go back through all nodes instead of round the end. */
extern const struct algorithm array_allgather;      /* "array-allgather" */
extern const struct algorithm array_reduce_scatter; /* "array-reduce-scatter" */
extern const struct algorithm array_shift;          /* "array-shift" */

/* Schedules of an array (array_alltoall.c, array_prefix.c). */
extern const struct algorithm array_alltoall;  /* "array-alltoall" */
extern const struct algorithm array_allreduce; /* "array-allreduce" */
extern const struct algorithm array_scan;      /* "array-scan" */

#endif
