/* Additions of single operations to a call (struct collective, `complete`). Each sets members of
 * the shape or the layout's offsets, and returns 0 or a negative errno. */
#ifndef COLLECTIVES_CALL_COMPLETE_H
#define COLLECTIVES_CALL_COMPLETE_H

#include "collectives/run/executor.h"

/* Blocks between offsets. */
int complete_gatherv(struct call *call, const struct request *request);
int complete_scatterv(struct call *call, const struct request *request);
int complete_allgatherv(struct call *call, const struct request *request);
int complete_alltoallv(struct call *call, const struct request *request);

/* How far to shift on the cube and on a mesh, and the mask of an XOR. */
int complete_distance(struct call *call, const struct request *request);
int complete_mesh_distance(struct call *call, const struct request *request);
int complete_mask(struct call *call, const struct request *request);

/* The destination of each node, and the function of each node of a PM2I network. */
int complete_permutation(struct call *call, const struct request *request);
int complete_functions(struct call *call, const struct request *request);

/* The points of an edge. */
int complete_points(struct call *call, const struct request *request);

#endif
