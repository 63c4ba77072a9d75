/* A program's mesh, as schedules have it. */
#ifndef COLLECTIVES_CALL_MESH_CALL_H
#define COLLECTIVES_CALL_MESH_CALL_H

#include "collectives/schedule/algorithm.h"
#include "cube.h"

/* Sets the sides of the shape to those of the program's mesh. Returns 0, or -EINVAL if the pointer
 * is null or the cube of this shape does not hold the mesh. */
int mesh_set(struct shape *shape, const struct cube_mesh *mesh);

#endif
