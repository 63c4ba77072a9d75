#include "collectives/call/mesh_call.h"

#include <errno.h>

#include "cube.h"
#include "net/node.h"

/* Returns 0, or -EINVAL: no mesh, or one that the cube of this shape does not hold. */
static int set_mesh(struct shape *shape, const struct cube_mesh *mesh) {
    if (mesh == NULL || mesh->axes < 1 || mesh->axes > CUBE_DIMENSIONS)
        return -EINVAL;
    shape->axes = mesh->axes;
    for (uint32_t axis = 0; axis < mesh->axes; axis++)
        shape->side[axis] = mesh->side[axis];
    return mesh_fits(shape) ? 0 : -EINVAL;
}

/* As far as call_begin goes, and with the mesh. */
static int begin_on(struct call *call, const struct operation *operation,
                    const struct algorithm *usual, const struct cube_choice *choice,
                    const struct cube_mesh *mesh, int root) {
    int error = call_begin(call, operation, usual, choice, 0);
    if (error == 0)
        error = set_mesh(&call->shape, mesh);
    call->shape.root = (uint32_t)root;
    return error;
}

int mesh_call_begin(struct call *call, const struct operation *operation,
                    const struct algorithm *usual, const struct cube_choice *choice,
                    const struct cube_mesh *mesh, int root) {
    int error = begin_on(call, operation, usual, choice, mesh, root);
    if (error != 0 || call_check(call) == 0 || choice == NULL || choice->algorithm != NULL)
        return error == 0 ? call_check(call) : error;
    /* Not all meshes have an algorithm for all ports; one port does on those. */
    struct cube_choice one_port = *choice;
    one_port.ports = CUBE_ONE_PORT;
    error = begin_on(call, operation, usual, &one_port, mesh, root);
    return error == 0 ? call_check(call) : error;
}

int cube_mesh_rank(const struct cube_mesh *mesh, int number) {
    struct shape shape = shape_of(node.dimension);
    if (set_mesh(&shape, mesh) != 0 || number < 0 || !mesh_has(&shape, (uint32_t)number))
        return -EINVAL;
    return (int)mesh_rank(&shape, (uint32_t)number);
}

int cube_mesh_node(const struct cube_mesh *mesh, int rank) {
    struct shape shape = shape_of(node.dimension);
    if (set_mesh(&shape, mesh) != 0 || rank < 0 || (uint32_t)rank >= mesh_nodes(&shape))
        return -EINVAL;
    return (int)mesh_node(&shape, (uint32_t)rank);
}
