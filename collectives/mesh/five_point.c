/* "mesh-five-point": r steps. Each of them sends the next point of all four edges.
 *
 * Example, r = 2. Step 1 sends the western points of the edges in the north and south, and the
 * northern points of those in the east and west. Step 2 sends the other points.
 *
 * No fewer steps would do: 4 r points come to a node on four links.
 */
#include "collectives/mesh/stencil.h"
#include "collectives/schedule/mesh.h"

static const struct operation five_point_operation = {
    .tag = OPERATION_MESH_FIVE_POINT,
    .outputs = 1,
    .postcondition = stencil_postcondition,
    .rank = stencil_rank,
};

uint32_t five_point_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    struct shape grid = stencil_grid(shape);
    (void)area;
    return mesh_has(&grid, node) ? DIRECTIONS * shape->packets : 0;
}

uint32_t five_point_steps(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return shape->packets * stencil_rounds(&grid);
}

static uint64_t five_point_packets(const struct shape *shape) {
    return stencil_packets(shape, shape->packets);
}

/* Copies the edges of a node that is its own neighbour. */
static void keep_own_edges(const struct shape *shape, const struct shape *grid, struct step *step) {
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
        if (direction_side(grid, direction) == 1)
            step_spread(step,
                        consecutive_blocks(AREA_INPUT,
                                           stencil_point(shape, direction_opposite(direction), 0),
                                           shape->packets),
                        AREA_OUTPUT, stencil_point(shape, direction, 0), 1);
}

void five_point_step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    struct shape grid = stencil_grid(shape);
    step_clear(step);
    if (!mesh_has(&grid, node))
        return;
    if (number == 1)
        keep_own_edges(shape, &grid, step);
    if (number > five_point_steps(shape))
        return;
    uint32_t point = (number - 1) % shape->packets;
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        if (!direction_leaves(&grid, direction, (number - 1) / shape->packets))
            continue;
        uint32_t port = stencil_port(&grid, node, direction);
        uint32_t from = direction_of_arrival(&grid, direction);
        step_send(step, port, single_block(AREA_INPUT, stencil_point(shape, direction, point)));
        step_receive(step, port, single_block(AREA_OUTPUT, stencil_point(shape, from, point)));
    }
}

const struct algorithm mesh_five_point = {
    .name = "mesh-five-point",
    .operation = &five_point_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 3.3.2, five-point discretization",
    .areas = AREA_OUTPUT + 1,
    .applicable = stencil_fits,
    .blocks = five_point_blocks,
    .steps = five_point_steps,
    .packets = five_point_packets,
    .step = five_point_step,
};
