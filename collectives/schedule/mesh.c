#include "collectives/schedule/mesh.h"

#include "cube.h"

/* How many dimensions a side takes: ceil(log2(side)). */
static uint32_t side_dimensions(uint32_t side) {
    return side <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(side - 1);
}

/* The highest bit that a code of an axis may have, or 0 if there is a single code. */
static uint32_t highest_bit(uint32_t side) {
    return (1u << side_dimensions(side)) >> 1;
}

/* The first function returns the code of a position. The second one returns the position that has a
 * code, or the number of positions if none has it. */
static uint32_t code_of(uint32_t side, uint32_t position) {
    uint32_t half = side / 2;
    if (position < half || side == 1)
        return (uint32_t)cube_gray((int)position);
    return (uint32_t)cube_gray((int)(side - 1 - position)) | highest_bit(side);
}

static uint32_t position_of(uint32_t side, uint32_t code) {
    if (side == 1)
        return code;
    uint32_t highest = highest_bit(side);
    uint32_t position = (uint32_t)cube_gray_inverse((int)(code & (highest - 1)));
    if (position >= side / 2)
        return side;
    return (code & highest) != 0 ? side - 1 - position : position;
}

uint32_t mesh_axes(const struct shape *shape) {
    return shape->axes == 0 ? 1 : shape->axes;
}

uint32_t mesh_side(const struct shape *shape, uint32_t axis) {
    return shape->axes == 0 ? shape_nodes(shape) : shape->side[axis];
}

static uint32_t lowest_dimension(const struct shape *shape, uint32_t axis) {
    uint32_t lowest = 0;
    for (uint32_t later = axis + 1; later < mesh_axes(shape); later++)
        lowest += side_dimensions(mesh_side(shape, later));
    return lowest;
}

/* The bits of a node's number that belong to an axis. */
static uint32_t field(const struct shape *shape, uint32_t node, uint32_t axis) {
    uint32_t width = side_dimensions(mesh_side(shape, axis));
    return (node >> lowest_dimension(shape, axis)) & ((1u << width) - 1);
}

bool mesh_fits(const struct shape *shape) {
    uint32_t dimensions = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        if (side == 0 || side > shape_nodes(shape) || (side > 1 && side % 2 != 0))
            return false;
        dimensions += side_dimensions(side);
    }
    return dimensions <= shape->dimension;
}

bool mesh_fits_root(const struct shape *shape) {
    return mesh_fits(shape) && shape->root < mesh_nodes(shape);
}

uint32_t mesh_nodes(const struct shape *shape) {
    uint32_t nodes = 1;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        nodes *= mesh_side(shape, axis);
    return nodes;
}

uint32_t mesh_stride(const struct shape *shape, uint32_t axis) {
    uint32_t stride = 1;
    for (uint32_t later = axis + 1; later < mesh_axes(shape); later++)
        stride *= mesh_side(shape, later);
    return stride;
}

struct shape mesh_without_ones(const struct shape *shape) {
    struct shape without = *shape;
    without.axes = 0;
    for (uint32_t axis = 0; axis < shape->axes; axis++) {
        bool last = axis + 1 == shape->axes && without.axes == 0;
        if (shape->side[axis] > 1 || last)
            without.side[without.axes++] = shape->side[axis];
    }
    return without;
}

bool mesh_has(const struct shape *shape, uint32_t node) {
    uint32_t width = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        width += side_dimensions(side);
        if (position_of(side, field(shape, node, axis)) >= side)
            return false;
    }
    return node >> width == 0;
}

uint32_t mesh_position(const struct shape *shape, uint32_t node, uint32_t axis) {
    return position_of(mesh_side(shape, axis), field(shape, node, axis));
}

uint32_t mesh_rank(const struct shape *shape, uint32_t node) {
    uint32_t rank = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        rank = rank * mesh_side(shape, axis) + mesh_position(shape, node, axis);
    return rank;
}

uint32_t mesh_position_of_rank(const struct shape *shape, uint32_t rank, uint32_t axis) {
    return rank / mesh_stride(shape, axis) % mesh_side(shape, axis);
}

uint32_t mesh_node(const struct shape *shape, uint32_t rank) {
    uint32_t number = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        number |= code_of(mesh_side(shape, axis), mesh_position_of_rank(shape, rank, axis))
                  << lowest_dimension(shape, axis);
    return number;
}

uint32_t mesh_port_next(const struct shape *shape, uint32_t axis, uint32_t position) {
    uint32_t side = mesh_side(shape, axis);
    uint32_t next = position + 1 == side ? 0 : position + 1;
    return lowest_dimension(shape, axis) +
           lowest_port(code_of(side, position) ^ code_of(side, next));
}

uint32_t mesh_port_before(const struct shape *shape, uint32_t axis, uint32_t position) {
    uint32_t side = mesh_side(shape, axis);
    return mesh_port_next(shape, axis, position == 0 ? side - 1 : position - 1);
}

uint32_t ring_distance(uint32_t side, uint32_t position) {
    position %= side;
    return position < side - position ? position : side - position;
}

uint32_t mesh_doublings(const struct shape *shape) {
    return side_dimensions(mesh_nodes(shape));
}

uint32_t mesh_diameter(const struct shape *shape) {
    uint32_t diameter = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        diameter += mesh_side(shape, axis) / 2;
    return diameter;
}

struct mesh_phase mesh_phase(const struct shape *shape, uint32_t number,
                             uint32_t (*steps_of)(uint32_t side), bool upwards) {
    uint32_t axes = mesh_axes(shape);
    uint32_t axis = 0;
    for (uint32_t phase = 0; phase < axes; phase++) {
        axis = upwards ? phase : axes - 1 - phase;
        uint32_t steps = steps_of(mesh_side(shape, axis));
        if (number <= steps)
            break;
        number -= steps;
    }
    return (struct mesh_phase){axis, number};
}

uint32_t mesh_steps(const struct shape *shape, uint32_t (*steps_of)(uint32_t side)) {
    uint32_t steps = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        steps += steps_of(mesh_side(shape, axis));
    return steps;
}

uint32_t mesh_others(uint32_t side) {
    return side - 1;
}

uint32_t mesh_half(uint32_t side) {
    return side / 2;
}

uint32_t mesh_first_rank(const struct shape *shape, uint32_t node, uint32_t axis,
                         uint32_t position) {
    uint32_t stride = mesh_stride(shape, axis), rank = mesh_rank(shape, node);
    return rank - rank % (mesh_side(shape, axis) * stride) + position * stride;
}

uint32_t mesh_ring_steps(const struct shape *shape) {
    return mesh_steps(shape, mesh_others);
}

uint64_t mesh_ring_packets(const struct shape *shape) {
    return (uint64_t)mesh_nodes(shape) * mesh_ring_steps(shape);
}

uint32_t mesh_turn_port(const struct shape *shape, uint32_t node, struct mesh_phase phase) {
    uint32_t position = mesh_position(shape, node, phase.axis);
    return mesh_is_with_next(position, phase.step) ? mesh_port_next(shape, phase.axis, position)
                                                   : mesh_port_before(shape, phase.axis, position);
}
