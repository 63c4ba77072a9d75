#include "collectives/mesh/early_turns.h"

#include "collectives/schedule/mesh.h"

uint32_t mesh_row_blocks(const struct shape *mesh) {
    return mesh_stride(mesh, 0);
}

uint32_t mesh_moved_at_once(const struct shape *mesh) {
    return mesh_row_blocks(mesh) & -mesh_row_blocks(mesh);
}

/* Whether the early rows of N turns can be moved in one step. */
static bool can_be_moved(const struct shape *mesh, uint32_t turns) {
    return 2 * turns * (mesh_row_blocks(mesh) / mesh_moved_at_once(mesh)) <= STEP_MOVES;
}

uint32_t mesh_early_turns(const struct shape *mesh) {
    uint32_t turns = 1;
    uint32_t most = mesh_side(mesh, 1) / 4;
    while (2 * turns <= most && 4 * turns <= mesh_side(mesh, 0) && can_be_moved(mesh, 2 * turns))
        turns *= 2;
    return turns;
}

bool mesh_turns_fit(const struct shape *shape) {
    if (!mesh_fits(shape))
        return false;
    struct shape mesh = mesh_without_ones(shape);
    return mesh_axes(&mesh) > 1 && mesh_side(&mesh, 1) >= 4 && can_be_moved(&mesh, 1);
}

uint32_t mesh_row_steps(const struct shape *mesh) {
    return mesh_diameter(mesh) - mesh_half(mesh_side(mesh, 0));
}

uint32_t mesh_turns_steps(const struct shape *shape) {
    struct shape mesh = mesh_without_ones(shape);
    return mesh_row_steps(&mesh) + mesh_side(&mesh, 0) - mesh_early_turns(&mesh);
}
