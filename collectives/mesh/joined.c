#include "collectives/mesh/joined.h"

#include "collectives/schedule/mesh.h"

/* Sets first[] and second[] to the given axes that each axis of the mesh is made of, and returns
 * how many it has: first those that stay, then pairs of axes of side 2, then the one that is left
 * over. If it is no pair, both are the same. */
static uint32_t axes_of(const struct shape *given, uint32_t first[], uint32_t second[]) {
    uint32_t axes = 0, twos = 0, two[SCHEDULE_DIMENSIONS];
    for (uint32_t axis = 0; axis < mesh_axes(given); axis++)
        if (mesh_side(given, axis) == 2)
            two[twos++] = axis;
        else if (mesh_side(given, axis) > 2)
            first[axes] = second[axes] = axis, axes++;
    for (uint32_t k = 0; k < twos; k += 2, axes++) {
        first[axes] = two[k];
        second[axes] = two[k + 1 < twos ? k + 1 : k];
    }
    return axes;
}

struct shape joined_mesh(const struct shape *given) {
    uint32_t first[SCHEDULE_DIMENSIONS], second[SCHEDULE_DIMENSIONS];
    struct shape mesh = *given;
    mesh.axes = axes_of(given, first, second);
    for (uint32_t axis = 0; axis < mesh.axes; axis++)
        mesh.side[axis] = first[axis] != second[axis] ? 4 : mesh_side(given, first[axis]);
    if (mesh.axes == 0)
        mesh.side[mesh.axes++] = 1;
    return mesh;
}

/* A position 0 .. 3 on a ring of 4 that is a pair of axes has the Gray codes 00, 01, 11, 10 there.
 */
uint32_t joined_node(const struct shape *given, uint32_t rank) {
    uint32_t first[SCHEDULE_DIMENSIONS], second[SCHEDULE_DIMENSIONS];
    uint32_t axes = axes_of(given, first, second), at = 0;
    struct shape mesh = joined_mesh(given);
    for (uint32_t axis = 0; axis < axes; axis++) {
        uint32_t position = mesh_position_of_rank(&mesh, rank, axis);
        if (first[axis] == second[axis]) {
            at += position * mesh_stride(given, first[axis]);
            continue;
        }
        at += (position >> 1) * mesh_stride(given, first[axis]);
        at += ((position ^ position >> 1) & 1) * mesh_stride(given, second[axis]);
    }
    return mesh_node(given, at);
}

uint32_t joined_rank(const struct shape *given, uint32_t node) {
    uint32_t first[SCHEDULE_DIMENSIONS], second[SCHEDULE_DIMENSIONS];
    uint32_t axes = axes_of(given, first, second), rank = 0;
    struct shape mesh = joined_mesh(given);
    for (uint32_t axis = 0; axis < axes; axis++) {
        uint32_t high = mesh_position(given, node, first[axis]);
        uint32_t low = mesh_position(given, node, second[axis]);
        uint32_t position = first[axis] == second[axis] ? high : 2 * high + (high ^ low);
        rank = rank * mesh_side(&mesh, axis) + position;
    }
    return rank;
}
