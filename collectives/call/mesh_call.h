/* The beginning of calls on a ring or mesh. */
#ifndef COLLECTIVES_CALL_MESH_CALL_H
#define COLLECTIVES_CALL_MESH_CALL_H

#include "collectives/call/call.h"
#include "collectives/schedule/mesh.h"

/* call_begin (choice.h) for an operation on a mesh; `root` is a rank of it. Also -EINVAL: the cube
 * does not hold the mesh. */
int mesh_call_begin(struct call *call, const struct operation *operation,
                    const struct algorithm *usual, const struct cube_choice *choice,
                    const struct cube_mesh *mesh, int root);

#endif
