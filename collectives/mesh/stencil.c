/* Five-point and nine-point exchange on a mesh of two axes. Ozveren, section 3.3.2: a grid is
 * divided into squares of r x r points, one for each node. In each iteration a node needs the
 * points around its own square.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a point:
 *     mesh-five-point     (t_s + t_w m) r
 *     mesh-nine-point     (t_s + t_w m) (r + 1)
 * and twice as much if a side is 2, for there both neighbours on the axis are one node, and share a
 * link. On a side of 1 a node is its own neighbour, and what is for that one is copied.
 */
#include "collectives/mesh/stencil.h"

#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "net/node.h"

/* The direction of a neighbour: axis 0 goes south, axis 1 goes east. The input is the edges of a
 * node's square in this order, of r points each, from west to east or from north to south. The
 * output is the edges next to them, and then the points at the four corners. */
enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum corner { NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST, CORNERS };

/* The mesh of the shape. If the shape asks for none, this is the mesh of all nodes that is most
 * like a square. */
static struct shape grid_of(const struct shape *shape) {
    struct shape grid = *shape;
    if (grid.axes == 0) {
        grid.axes = 2;
        grid.side[0] = 1u << shape->dimension / 2;
        grid.side[1] = 1u << (shape->dimension - shape->dimension / 2);
    }
    return grid;
}

static bool stencil_fits(const struct shape *shape) {
    struct shape grid = grid_of(shape);
    return grid.axes == 2 && mesh_fits(&grid);
}

static uint32_t stencil_rank(const struct shape *shape, uint32_t node) {
    struct shape grid = grid_of(shape);
    return mesh_rank(&grid, node);
}

/* The rank of the node that is so many rows further south, and so many columns further east. */
static uint32_t rank_at(const struct shape *grid, uint32_t node, int south, int east) {
    uint32_t rows = grid->side[0];
    uint32_t columns = grid->side[1];
    uint32_t row = (mesh_position(grid, node, 0) + rows + (uint32_t)south) % rows;
    uint32_t column = (mesh_position(grid, node, 1) + columns + (uint32_t)east) % columns;
    return row * columns + column;
}

static uint32_t port_to(const struct shape *grid, uint32_t node, enum direction direction) {
    uint32_t axis = direction % 2;
    uint32_t position = mesh_position(grid, node, axis);
    return direction == SOUTH || direction == EAST ? mesh_port_next(grid, axis, position)
                                                   : mesh_port_before(grid, axis, position);
}

static enum direction opposite(enum direction direction) {
    return (direction + 2) % DIRECTIONS;
}

static uint32_t side_along(const struct shape *grid, enum direction direction) {
    return mesh_side(grid, direction % 2);
}

/* How often the links carry a point of each edge: twice on a side of 2, where one link leads to
 * both neighbours. */
static uint32_t rounds_of(const struct shape *grid) {
    if (grid->side[0] == 2 || grid->side[1] == 2)
        return 2;
    return grid->side[0] > 1 || grid->side[1] > 1;
}

/* Whether what is for a direction leaves in that round, 0 or 1. */
static bool leaves_in(const struct shape *grid, enum direction direction, uint32_t round) {
    uint32_t side = side_along(grid, direction);
    bool second = side == 2 && (direction == SOUTH || direction == EAST);
    return side > 1 && round == (second ? 1 : 0);
}

/* The direction from which it seems to come what arrives while all nodes send in `direction`. Where
 * one link leads to both neighbours, that is not the one in which this node sends on that link. */
static enum direction comes_from(const struct shape *grid, enum direction direction) {
    return side_along(grid, direction) == 2 ? opposite(direction) : direction;
}

/* The block of point number `point` of an edge. */
static uint32_t point_of(const struct shape *shape, uint32_t direction, uint32_t point) {
    return direction * shape->packets + point;
}

static struct content stencil_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                            uint32_t block) {
    static const int south[DIRECTIONS] = {-1, 0, 1, 0};
    static const int east[DIRECTIONS] = {0, 1, 0, -1};
    struct shape grid = grid_of(shape);
    uint32_t last = shape->packets - 1;
    (void)area;
    if (block < DIRECTIONS * shape->packets) { /* the facing edge of that neighbour */
        uint32_t direction = block / shape->packets;
        return content_of(rank_at(&grid, node, south[direction], east[direction]),
                          point_of(shape, opposite(direction), block % shape->packets));
    }
    switch (block - DIRECTIONS * shape->packets) {
    case NORTH_EAST:
        return content_of(rank_at(&grid, node, -1, 1), point_of(shape, WEST, last));
    case SOUTH_EAST:
        return content_of(rank_at(&grid, node, 1, 1), point_of(shape, NORTH, 0));
    case SOUTH_WEST:
        return content_of(rank_at(&grid, node, 1, -1), point_of(shape, EAST, 0));
    default:
        return content_of(rank_at(&grid, node, -1, -1), point_of(shape, SOUTH, last));
    }
}

/* What leaves all nodes, if so many points leave in each direction. */
static uint64_t packets_of_points(const struct shape *shape, uint32_t points) {
    struct shape grid = grid_of(shape);
    uint32_t directions = 0;
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
        directions += side_along(&grid, direction) > 1;
    return (uint64_t)directions * mesh_nodes(&grid) * points;
}

/* ---- "mesh-five-point": r steps, in each the next point of all four edges ----
 *
 * Example, r = 2. Step 1 sends the western points of the edges in the north and south, and the
 * northern points of those in the east and west. Step 2 sends the other points.
 *
 * No fewer steps would do: 4 r points come to a node on four links.
 */
static const struct operation five_point_operation = {
    .tag = OPERATION_MESH_FIVE_POINT,
    .outputs = 1,
    .postcondition = stencil_postcondition,
    .rank = stencil_rank,
};

static uint32_t five_point_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    struct shape grid = grid_of(shape);
    (void)area;
    return mesh_has(&grid, node) ? DIRECTIONS * shape->packets : 0;
}

static uint32_t five_point_steps(const struct shape *shape) {
    struct shape grid = grid_of(shape);
    return shape->packets * rounds_of(&grid);
}

static uint64_t five_point_packets(const struct shape *shape) {
    return packets_of_points(shape, shape->packets);
}

/* Copies the edges of a node that is its own neighbour. */
static void keep_own_edges(const struct shape *shape, const struct shape *grid, struct step *step) {
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
        if (side_along(grid, direction) == 1)
            step_spread(step,
                        consecutive_blocks(AREA_INPUT, point_of(shape, opposite(direction), 0),
                                           shape->packets),
                        AREA_OUTPUT, point_of(shape, direction, 0), 1);
}

static void five_point_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    struct shape grid = grid_of(shape);
    step_clear(step);
    if (!mesh_has(&grid, node))
        return;
    if (number == 1)
        keep_own_edges(shape, &grid, step);
    if (number > five_point_steps(shape))
        return;
    uint32_t point = (number - 1) % shape->packets;
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        if (!leaves_in(&grid, direction, (number - 1) / shape->packets))
            continue;
        uint32_t port = port_to(&grid, node, direction);
        uint32_t from = comes_from(&grid, direction);
        step_send(step, port, single_block(AREA_INPUT, point_of(shape, direction, point)));
        step_receive(step, port, single_block(AREA_OUTPUT, point_of(shape, from, point)));
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

/* ---- "mesh-nine-point": r + 1 steps, of which the last one is for the corners ----
 *
 * The point for a corner has come to a neighbour with an edge, and that neighbour sends it on,
 * round the corner. The points for the north-east and south-west go along their row first, the
 * others along their column. So each link carries one.
 *
 * No fewer steps would do: 4 r + 4 points come to a node on four links.
 */
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
    struct shape grid = grid_of(shape);
    return five_point_steps(shape) + rounds_of(&grid);
}

static uint64_t nine_point_packets(const struct shape *shape) {
    return packets_of_points(shape, shape->packets + 1);
}

/* The point of the output that goes on in a direction, round a corner. */
static uint32_t turning(const struct shape *shape, enum direction direction) {
    uint32_t last = shape->packets - 1;
    switch (direction) {
    case NORTH:
        return point_of(shape, WEST, 0);
    case EAST:
        return point_of(shape, NORTH, last);
    case SOUTH:
        return point_of(shape, EAST, last);
    default:
        return point_of(shape, SOUTH, 0);
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
        if (side_along(grid, direction) > 1)
            continue;
        step_copy(step, AREA_OUTPUT, turning(shape, opposite(direction)), ROUND_CORNER, 0);
        step_copy(step, ROUND_CORNER, 0, AREA_OUTPUT, corner_from(shape, direction));
    }
}

static void nine_point_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    struct shape grid = grid_of(shape);
    uint32_t edges = five_point_steps(shape);
    five_point_step(shape, node, number, step);
    if (number <= edges || !mesh_has(&grid, node))
        return;
    if (number == edges + 1)
        keep_own_corners(shape, &grid, step);
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++) {
        if (!leaves_in(&grid, direction, number - edges - 1))
            continue;
        uint32_t port = port_to(&grid, node, direction);
        uint32_t from = comes_from(&grid, direction);
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

/* ---- The calls ---- */

static int set_points(struct call *call, const struct request *request) {
    uint32_t points = request->argument;
    if (points == 0 || points > CUBE_PACKETS ||
        request->size > UINT32_MAX / (DIRECTIONS * points + CORNERS))
        return -EINVAL;
    call->shape.packets = points;
    return 0;
}

int cube_mesh_five_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    static const struct collective five_point = {
        .usual = &mesh_five_point,
        .on_mesh = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_points,
    };
    return collective_run(&five_point, &(struct request){.operation = &five_point_operation,
                                                         .argument = points,
                                                         .size = bytes,
                                                         .choice = choice,
                                                         .array = {request_mesh(mesh)},
                                                         .input = edges,
                                                         .output = {around}});
}

int cube_mesh_nine_point(const struct cube_choice *choice, const struct cube_mesh *mesh,
                         const void *edges, void *around, size_t bytes, unsigned points) {
    static const struct collective nine_point = {
        .usual = &mesh_nine_point,
        .on_mesh = true,
        .message = MESSAGE_AS_IT_IS,
        .complete = set_points,
    };
    return collective_run(&nine_point, &(struct request){.operation = &nine_point_operation,
                                                         .argument = points,
                                                         .size = bytes,
                                                         .choice = choice,
                                                         .array = {request_mesh(mesh)},
                                                         .input = edges,
                                                         .output = {around}});
}
