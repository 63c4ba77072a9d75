/* Five-point and nine-point exchange on a mesh of two axes. Ozveren, section 3.3.2: a grid is
 * divided into squares of r x r points, one for each node. In each iteration a node needs the
 * points around its own square.
 *
 * Cost (cost.h), with m the bytes of a point:
 *     mesh-five-point     (t_s + t_w m) r
 *     mesh-nine-point     (t_s + t_w m) (r + 1)
 * and twice as much if a side is 2, because then both neighbours on the axis are one node, and
 * share a link. On a side of 1 a node is its own neighbour, and what is for this neighbour is
 * copied.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/schedule/mesh.h"

/* The direction of a neighbour: axis 0 goes south, axis 1 goes east. */
enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };

/* ---- The grid ---- */

/* The mesh of the shape. If the shape asks for none, this is the mesh of all nodes that is most
 * like a square. */
static struct shape stencil_grid(const struct shape *shape) {
    struct shape grid = *shape;
    if (grid.axes == 0) {
        grid.axes = 2;
        grid.side[0] = 1u << shape->dimension / 2;
        grid.side[1] = 1u << (shape->dimension - shape->dimension / 2);
    }
    return grid;
}

static bool stencil_fits(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return grid.axes == 2 && mesh_fits(&grid);
}

static uint32_t stencil_rank(const struct shape *shape, uint32_t node) {
    struct shape grid = stencil_grid(shape);
    return mesh_rank(&grid, node);
}

/* Returns the rank of the node N rows further south and N columns further east. */
static uint32_t rank_at(const struct shape *grid, uint32_t node, int south, int east) {
    uint32_t rows = grid->side[0];
    uint32_t columns = grid->side[1];
    uint32_t row = (mesh_position(grid, node, 0) + rows + (uint32_t)south) % rows;
    uint32_t column = (mesh_position(grid, node, 1) + columns + (uint32_t)east) % columns;
    return row * columns + column;
}

/* The port of a node to its neighbour in a direction, which has one: direction_side is not 1. */
static uint32_t stencil_port(const struct shape *grid, uint32_t node, enum direction direction) {
    uint32_t axis = direction % 2;
    uint32_t position = mesh_position(grid, node, axis);
    return direction == SOUTH || direction == EAST ? mesh_port_next(grid, axis, position)
                                                   : mesh_port_before(grid, axis, position);
}

/* The direction before this one, the other one along its axis, and the side of the grid along it.
 */
static enum direction direction_before(enum direction direction) {
    return (direction + 3) % DIRECTIONS;
}

static enum direction direction_opposite(enum direction direction) {
    return (direction + 2) % DIRECTIONS;
}

static uint32_t direction_side(const struct shape *grid, enum direction direction) {
    return mesh_side(grid, direction % 2);
}

/* How often the links carry a point of each edge: twice on a side of 2, where one link leads to
 * both neighbours. */
static uint32_t stencil_rounds(const struct shape *grid) {
    if (grid->side[0] == 2 || grid->side[1] == 2)
        return 2;
    return grid->side[0] > 1 || grid->side[1] > 1;
}

/* Whether what is for a direction leaves in that round, 0 or 1. */
static bool direction_leaves(const struct shape *grid, enum direction direction, uint32_t round) {
    uint32_t side = direction_side(grid, direction);
    bool second = side == 2 && (direction == SOUTH || direction == EAST);
    return side > 1 && round == (second ? 1 : 0);
}

/* What arrives while all nodes send in `direction` belongs to the edge in this direction of the
 * node. If one link leads to both neighbours, it is not the direction in which the node sends on
 * the link. */
static enum direction direction_of_arrival(const struct shape *grid, enum direction direction) {
    return direction_side(grid, direction) == 2 ? direction_opposite(direction) : direction;
}

/* The block of point number `point` of an edge. */
static uint32_t stencil_point(const struct shape *shape, uint32_t direction, uint32_t point) {
    return direction * shape->packets + point;
}

/* Corner number k lies between direction k and the next one. Its point is on the neighbour's edge
 * in the direction before k, at the end that is nearer. */
static struct cube_content stencil_postcondition(const struct shape *shape, uint32_t node,
                                                 UNUSED uint32_t area, uint32_t block) {
    static const int south[DIRECTIONS] = {-1, 0, 1, 0};
    static const int east[DIRECTIONS] = {0, 1, 0, -1};
    struct shape grid = stencil_grid(shape);
    uint32_t edge = block / shape->packets;
    if (edge < DIRECTIONS) /* the facing edge of that neighbour */
        return content_of(rank_at(&grid, node, south[edge], east[edge]),
                          stencil_point(shape, direction_opposite(edge), block % shape->packets));
    uint32_t corner = block - DIRECTIONS * shape->packets, next = (corner + 1) % DIRECTIONS;
    bool at_last = corner == NORTH || corner == WEST;
    return content_of(
        rank_at(&grid, node, south[corner] + south[next], east[corner] + east[next]),
        stencil_point(shape, direction_before(corner), at_last ? shape->packets - 1 : 0));
}

/* How many packets leave all nodes, if `points` points leave in each direction. */
static uint64_t stencil_packets(const struct shape *shape, uint32_t points) {
    struct shape grid = stencil_grid(shape);
    uint32_t directions = 0;
    for (uint32_t direction = 0; direction < DIRECTIONS; direction++)
        directions += direction_side(&grid, direction) > 1;
    return (uint64_t)directions * mesh_nodes(&grid) * points;
}

/* ---- "mesh-five-point": r steps. Each of them sends the next point of all four edges ----
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

BLOCKS_FORMULA(five_point_blocks, DIRECTIONS * shape->packets)

static uint32_t five_point_steps(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return shape->packets * stencil_rounds(&grid);
}

FORMULA(uint64_t, five_point_packets, stencil_packets(shape, shape->packets))

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

static void five_point_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    struct shape grid = stencil_grid(shape);
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
    .applicable = stencil_fits,
    .blocks = five_point_blocks,
    .steps = five_point_steps,
    .packets = five_point_packets,
    .step = five_point_step,
};

/* ---- "mesh-nine-point": r + 1 steps. The last one is for the corners ----
 *
 * The point for a corner has come to a neighbour with an edge, and that neighbour sends it on,
 * round the corner. The points for the north-east and south-west go along their row first, and the
 * others along their column. So each link carries one point.
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
    uint32_t edges = five_point_blocks(shape, node, area);
    if (area == ROUND_CORNER)
        return 1;
    return area == AREA_OUTPUT ? edges + STENCIL_CORNERS : edges;
}

static uint32_t nine_point_steps(const struct shape *shape) {
    struct shape grid = stencil_grid(shape);
    return five_point_steps(shape) + stencil_rounds(&grid);
}

FORMULA(uint64_t, nine_point_packets, stencil_packets(shape, shape->packets + 1))

/* The point of the output that goes on in a direction, round a corner. */
static uint32_t turning(const struct shape *shape, enum direction direction) {
    bool is_first = direction == NORTH || direction == WEST;
    return stencil_point(shape, direction_before(direction), is_first ? 0 : shape->packets - 1);
}

/* The place of the point that comes round a corner from a direction. */
static uint32_t corner_from(const struct shape *shape, enum direction direction) {
    return DIRECTIONS * shape->packets + direction;
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
    if (number <= edges)
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
