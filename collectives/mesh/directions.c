#include "collectives/mesh/directions.h"

#include "collectives/schedule/mesh.h"

static uint32_t axis_of(uint32_t direction) {
    return direction / 2;
}

static bool is_forwards(uint32_t direction) {
    return direction % 2 == 0;
}

uint32_t mesh_directions(const struct shape *shape) {
    return 2 * mesh_axes(shape);
}

bool mesh_has_direction(const struct shape *shape, uint32_t direction) {
    return mesh_side(shape, axis_of(direction)) > (is_forwards(direction) ? 1 : 2);
}

uint32_t mesh_links(const struct shape *shape) {
    uint32_t links = 0;
    for (uint32_t direction = 0; direction < mesh_directions(shape); direction++)
        links += mesh_has_direction(shape, direction);
    return links;
}

uint32_t mesh_port_to(const struct shape *shape, uint32_t node, uint32_t direction) {
    uint32_t axis = axis_of(direction);
    uint32_t position = mesh_position(shape, node, axis);
    return is_forwards(direction) ? mesh_port_next(shape, axis, position)
                                  : mesh_port_before(shape, axis, position);
}

uint32_t mesh_neighbour(const struct shape *shape, uint32_t rank, uint32_t direction) {
    uint32_t side = mesh_side(shape, axis_of(direction));
    uint32_t stride = mesh_stride(shape, axis_of(direction));
    uint32_t position = rank / stride % side;
    uint32_t next = (position + (is_forwards(direction) ? 1 : side - 1)) % side;
    return rank - position * stride + next * stride;
}

uint32_t mesh_distance(const struct shape *shape, uint32_t rank) {
    uint32_t links = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        links += ring_distance(mesh_side(shape, axis), mesh_position_of_rank(shape, rank, axis));
    return links;
}

uint32_t mesh_translate(const struct shape *shape, uint32_t rank, uint32_t by) {
    uint32_t forth = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t position =
            mesh_position_of_rank(shape, rank, axis) + mesh_position_of_rank(shape, by, axis);
        forth = forth * side + position % side;
    }
    return forth;
}

uint32_t mesh_translate_back(const struct shape *shape, uint32_t rank, uint32_t by) {
    uint32_t back = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t position = mesh_position_of_rank(shape, rank, axis) + side -
                            mesh_position_of_rank(shape, by, axis);
        back = back * side + position % side;
    }
    return back;
}

/* On an axis of an even side the mean is side / 4. */
uint64_t mesh_distances(const struct shape *shape) {
    uint64_t sides = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        sides += mesh_side(shape, axis) > 1 ? mesh_side(shape, axis) : 0;
    return mesh_nodes(shape) * sides / 4;
}
