/* "mesh-nine-point": r + 1 steps. The last one is for the corners.
 *
 * The point for a corner has come to a neighbour with an edge, and that neighbour sends it on,
 * round the corner. The points for the north-east and south-west go along their row first, and the
 * others along their column. So each link carries one point.
 *
 * No fewer steps would do: 4 r + 4 points come to a node on four links.
 */
#include "collectives/mesh/stencil.h"
#include "collectives/schedule/mesh.h"

static const struct operation nine_point_operation = {
    .tag = OPERATION_MESH_NINE_POINT,
    .outputs = 1,
    .postcondition = stencil_postcondition,
    .rank = stencil_rank,
};

enum {
    ROUND_CORNER = AREA_OUTPUT + 1, /* a point on its way between two places in the output */
    NINE_POINT_AREAS,
};

static uint32_t nine_point_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    uint32_t blocks = five_point_blocks(shape, node, area);
    if (area == ROUND_CORNER)
        return blocks > 0;
    return blocks > 0 && area == AREA_OUTPUT ? blocks + CORNERS : blocks;
}

static uint32_t nine_point_steps(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return five_point_steps(shape) + stencil_rounds(&grid);
}

static uint64_t nine_point_packets(const struct shape *shape) {
    return stencil_packets(shape, shape->packets + 1);
}

/* The point of the output that goes on in a direction, round a corner. */
static uint32_t turning(const struct shape *shape, enum direction direction) {
    uint32_t last = shape->packets - 1;
    switch (direction) {
    case NORTH:
        return stencil_point(shape, WEST, 0);
    case EAST:
        return stencil_point(shape, NORTH, last);
    case SOUTH:
        return stencil_point(shape, EAST, last);
    default:
        return stencil_point(shape, SOUTH, 0);
    }
}

/* The place of the point that comes round a corner from a direction. */
static uint32_t corner_from(const struct shape *shape, enum direction direction) {
    static const enum corner corners[DIRECTIONS] = {
        [NORTH] = NORTH_EAST, [EAST] = SOUTH_EAST, [SOUTH] = SOUTH_WEST, [WEST] = NORTH_WEST};
    return DIRECTIONS * shape->packets + corners[direction];
}

/* Copies the points that come round a corner from a node that is its own neighbour. */
static void keep_own_corners(const struct shape *shape, const struct shape *grid,
                             struct step *step) {
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        if (direction_side(grid, direction) > 1)
            continue;
        step_copy(step, AREA_OUTPUT, turning(shape, direction_opposite(direction)), ROUND_CORNER,
                  0);
        step_copy(step, ROUND_CORNER, 0, AREA_OUTPUT, corner_from(shape, direction));
    }
}

static void nine_point_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    struct shape grid = stencil_grid(shape);
    uint32_t edges = five_point_steps(shape);
    five_point_step(shape, node, number, step);
    if (number <= edges || !mesh_has(&grid, node))
        return;
    if (number == edges + 1)
        keep_own_corners(shape, &grid, step);
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        if (!direction_leaves(&grid, direction, number - edges - 1))
            continue;
        uint32_t port = stencil_port(&grid, node, direction);
        uint32_t from = direction_of_arrival(&grid, direction);
        step_send(step, port, single_block(AREA_OUTPUT, turning(shape, direction)));
        step_receive(step, port, single_block(AREA_OUTPUT, corner_from(shape, from)));
    }
}

const struct algorithm mesh_nine_point = {
    .name = "mesh-nine-point",
    .operation = &nine_point_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 3.3.2, nine-point discretization",
    .areas = NINE_POINT_AREAS,
    .applicable = stencil_fits,
    .blocks = nine_point_blocks,
    .steps = nine_point_steps,
    .packets = nine_point_packets,
    .step = nine_point_step,
};
