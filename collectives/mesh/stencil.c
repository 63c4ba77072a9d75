#include "collectives/mesh/stencil.h"

#include <errno.h>

#include "collectives/schedule/mesh.h"

struct shape stencil_grid(const struct shape *shape) {
    struct shape grid = *shape;
    if (grid.axes == 0) {
        grid.axes = 2;
        grid.side[0] = 1u << shape->dimension / 2;
        grid.side[1] = 1u << (shape->dimension - shape->dimension / 2);
    }
    return grid;
}

bool stencil_fits(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return grid.axes == 2 && mesh_fits(&grid);
}

uint32_t stencil_rank(const struct shape *shape, uint32_t node) {
    struct shape grid = stencil_grid(shape);
    return mesh_rank(&grid, node);
}

/* Returns the rank of the node so many rows further south and so many columns further east. */
static uint32_t rank_at(const struct shape *grid, uint32_t node, int south, int east) {
    uint32_t rows = grid->side[0];
    uint32_t columns = grid->side[1];
    uint32_t row = (mesh_position(grid, node, 0) + rows + (uint32_t)south) % rows;
    uint32_t column = (mesh_position(grid, node, 1) + columns + (uint32_t)east) % columns;
    return row * columns + column;
}

uint32_t stencil_port(const struct shape *grid, uint32_t node, enum direction direction) {
    uint32_t axis = direction % 2;
    uint32_t position = mesh_position(grid, node, axis);
    return direction == SOUTH || direction == EAST ? mesh_port_next(grid, axis, position)
                                                   : mesh_port_before(grid, axis, position);
}

enum direction direction_opposite(enum direction direction) {
    return (direction + 2) % DIRECTIONS;
}

uint32_t direction_side(const struct shape *grid, enum direction direction) {
    return mesh_side(grid, direction % 2);
}

uint32_t stencil_rounds(const struct shape *grid) {
    if (grid->side[0] == 2 || grid->side[1] == 2)
        return 2;
    return grid->side[0] > 1 || grid->side[1] > 1;
}

bool direction_leaves(const struct shape *grid, enum direction direction, uint32_t round) {
    uint32_t side = direction_side(grid, direction);
    bool second = side == 2 && (direction == SOUTH || direction == EAST);
    return side > 1 && round == (second ? 1 : 0);
}

enum direction direction_of_arrival(const struct shape *grid, enum direction direction) {
    return direction_side(grid, direction) == 2 ? direction_opposite(direction) : direction;
}

uint32_t stencil_point(const struct shape *shape, uint32_t direction, uint32_t point) {
    return direction * shape->packets + point;
}

struct cube_content stencil_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block) {
    static const int south[DIRECTIONS] = {-1, 0, 1, 0};
    static const int east[DIRECTIONS] = {0, 1, 0, -1};
    struct shape grid = stencil_grid(shape);
    uint32_t last = shape->packets - 1;
    (void)area;
    if (block < DIRECTIONS * shape->packets) { /* the facing edge of that neighbour */
        uint32_t direction = block / shape->packets;
        return content_of(
            rank_at(&grid, node, south[direction], east[direction]),
            stencil_point(shape, direction_opposite(direction), block % shape->packets));
    }
    switch (block - DIRECTIONS * shape->packets) {
    case NORTH_EAST:
        return content_of(rank_at(&grid, node, -1, 1), stencil_point(shape, WEST, last));
    case SOUTH_EAST:
        return content_of(rank_at(&grid, node, 1, 1), stencil_point(shape, NORTH, 0));
    case SOUTH_WEST:
        return content_of(rank_at(&grid, node, 1, -1), stencil_point(shape, EAST, 0));
    default:
        return content_of(rank_at(&grid, node, -1, -1), stencil_point(shape, SOUTH, last));
    }
}

uint64_t stencil_packets(const struct shape *shape, uint32_t points) {
    struct shape grid = stencil_grid(shape);
    uint32_t directions = 0;
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
        directions += direction_side(&grid, direction) > 1;
    return (uint64_t)directions * mesh_nodes(&grid) * points;
}
