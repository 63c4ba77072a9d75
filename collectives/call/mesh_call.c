#include "collectives/call/mesh_call.h"

#include <errno.h>

#include "collectives/schedule/mesh.h"
#include "net/node.h"

int mesh_set(struct shape *shape, const struct cube_mesh *mesh) {
    if (!mesh || mesh->axes < 1 || mesh->axes > CUBE_DIMENSIONS)
        return -EINVAL;
    shape->axes = mesh->axes;
    for (uint32_t axis = 0; axis < mesh->axes; axis++)
        shape->side[axis] = mesh->side[axis];
    return mesh_fits(shape) ? 0 : -EINVAL;
}

int cube_mesh_rank(const struct cube_mesh *mesh, int number) {
    struct shape shape = shape_of(node.dimension);
    if (mesh_set(&shape, mesh) != 0 || number < 0 || !mesh_has(&shape, (uint32_t)number))
        return -EINVAL;
    return (int)mesh_rank(&shape, (uint32_t)number);
}

int cube_mesh_node(const struct cube_mesh *mesh, int rank) {
    struct shape shape = shape_of(node.dimension);
    if (mesh_set(&shape, mesh) != 0 || rank < 0 || (uint32_t)rank >= mesh_nodes(&shape))
        return -EINVAL;
    return (int)mesh_node(&shape, (uint32_t)rank);
}
