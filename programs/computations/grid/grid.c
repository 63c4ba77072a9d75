#include "programs/computations/grid/grid.h"

#include <errno.h>
#include <stdlib.h>

#include "programs/computations/must.h"

/* The dimension of the link to the node of rank `rank` of the mesh. */
static int dimension_to(const struct grid *grid, uint32_t rank) {
    return __builtin_ctz((unsigned)(cube_node() ^ cube_mesh_node(&grid->mesh, (int)rank)));
}

static void find_neighbours(struct grid *grid, uint32_t row, uint32_t column) {
    uint32_t down = grid->mesh.side[1], rank = row * down + column;
    bool there[GRID_DIRECTIONS] = {[GRID_NORTH] = row > 0,
                                   [GRID_EAST] = column + 1 < grid->mesh.side[1],
                                   [GRID_SOUTH] = row + 1 < grid->mesh.side[0],
                                   [GRID_WEST] = column > 0};
    uint32_t ranks[GRID_DIRECTIONS] = {[GRID_NORTH] = rank - down,
                                       [GRID_EAST] = rank + 1,
                                       [GRID_SOUTH] = rank + down,
                                       [GRID_WEST] = rank - 1};
    for (int d = 0; d < GRID_DIRECTIONS; d++)
        grid->dimension[d] = there[d] ? dimension_to(grid, ranks[d]) : -1;
}

void grid_start(struct grid *grid, uint32_t rows, uint32_t columns) {
    uint32_t down = 1u << (cube_dim() + 1) / 2, across = (uint32_t)cube_nodes() / down;
    *grid = (struct grid){
        .rows = rows, .columns = columns, .mesh = {.axes = 2, .side = {down, across}}};
    must(rows < down || columns < across ? -EINVAL : 0,
         "dividing the grid (expected: at least one row and one column per node)");
    uint32_t rank = (uint32_t)cube_mesh_rank(&grid->mesh, cube_node());
    grid_share(rows, down, rank / across, &grid->first_row, &grid->own_rows);
    grid_share(columns, across, rank % across, &grid->first_column, &grid->own_columns);
    grid->stride = grid->own_columns + 2;
    find_neighbours(grid, rank / across, rank % across);
    double *columns_of = allocate(4 * (size_t)grid->own_rows, sizeof *columns_of);
    for (size_t side = 0; side < 4; side++)
        grid->column[side < 2 ? GRID_EAST : GRID_WEST][side % 2] =
            columns_of + side * grid->own_rows;
}

void grid_stop(struct grid *grid) {
    free(grid->column[GRID_EAST][0]);
    grid->column[GRID_EAST][0] = NULL;
}

size_t grid_numbers(const struct grid *grid) {
    return (grid->own_rows + (size_t)2) * grid->stride;
}

size_t grid_edge_place(const struct grid *grid, enum grid_direction direction, int64_t point,
                       int64_t outwards) {
    switch (direction) {
    case GRID_NORTH:
        return grid_place(grid, -outwards, point);
    case GRID_EAST:
        return grid_place(grid, point, (int64_t)grid->own_columns - 1 + outwards);
    case GRID_SOUTH:
        return grid_place(grid, (int64_t)grid->own_rows - 1 + outwards, point);
    default:
        return grid_place(grid, point, -outwards);
    }
}

/* At most one message to and one from the neighbour on each dimension. */
struct messages {
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    size_t send_bytes[CUBE_DIMENSIONS], recv_bytes[CUBE_DIMENSIONS];
    unsigned senders, receivers;
};

static void add_sent(struct messages *messages, int dimension, const double *numbers,
                     size_t count) {
    messages->send[dimension] = numbers;
    messages->send_bytes[dimension] = count * sizeof *numbers;
    messages->senders |= 1u << dimension;
}

static void add_received(struct messages *messages, int dimension, double *numbers, size_t count) {
    messages->recv[dimension] = numbers;
    messages->recv_bytes[dimension] = count * sizeof *numbers;
    messages->receivers |= 1u << dimension;
}

static void exchange(const struct messages *messages, struct account *account) {
    account_communicate(account);
    must(cube_links_exchangev(messages->senders, messages->send, messages->send_bytes,
                              messages->receivers, messages->recv, messages->recv_bytes),
         "the exchange of edges");
    account_compute(account);
}

/* These copy numbers that lie `stride` apart to a place where they lie side by side, and back. */
static void pack(const double *from, size_t stride, size_t count, double *to) {
    for (size_t k = 0; k < count; k++)
        to[k] = from[k * stride];
}

static void unpack(const double *from, size_t count, size_t stride, double *to) {
    for (size_t k = 0; k < count; k++)
        to[k * stride] = from[k];
}

/* Exchanges all edges in one step. Rows lie in one piece in the field; columns are packed. */
static void exchange_edges(struct grid *grid, double *field, struct account *account) {
    struct messages messages = {0};
    for (enum grid_direction d = 0; d < GRID_DIRECTIONS; d++) {
        size_t points = grid_edge_points(grid, d);
        bool packed = grid->column[d][0];
        if (grid->dimension[d] < 0)
            continue;
        if (packed)
            pack(field + grid_edge_place(grid, d, 0, 0), grid->stride, points, grid->column[d][0]);
        add_sent(&messages, grid->dimension[d],
                 packed ? grid->column[d][0] : field + grid_edge_place(grid, d, 0, 0), points);
        add_received(&messages, grid->dimension[d],
                     packed ? grid->column[d][1] : field + grid_edge_place(grid, d, 0, 1), points);
    }
    exchange(&messages, account);
    for (enum grid_direction d = GRID_EAST; d <= GRID_WEST; d += 2)
        if (grid->dimension[d] >= 0)
            unpack(grid->column[d][1], grid->own_rows, grid->stride,
                   field + grid_edge_place(grid, d, 0, 1));
}

/* Exchanges the corners. Each neighbour gets the end of an edge that came from the neighbour to the
 * left of it, as seen from this node, and sends the point at the corner to the right of it. */
static void exchange_corners(struct grid *grid, double *field, struct account *account) {
    struct messages messages = {0};
    int64_t rows = grid->own_rows, columns = grid->own_columns;
    const int64_t passed[GRID_DIRECTIONS][2] = {
        {0, -1}, {-1, columns - 1}, {rows - 1, columns}, {rows, 0}};
    const int64_t corner[GRID_DIRECTIONS][2] = {
        {-1, columns}, {rows, columns}, {rows, -1}, {-1, -1}};
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        int left = (d + GRID_DIRECTIONS - 1) % GRID_DIRECTIONS, right = (d + 1) % GRID_DIRECTIONS;
        int dimension = grid->dimension[d];
        if (dimension >= 0 && grid->dimension[left] >= 0)
            add_sent(&messages, dimension, field + grid_place(grid, passed[d][0], passed[d][1]), 1);
        if (dimension >= 0 && grid->dimension[right] >= 0)
            add_received(&messages, dimension, field + grid_place(grid, corner[d][0], corner[d][1]),
                         1);
    }
    exchange(&messages, account);
}

void grid_exchange(struct grid *grid, double *field, bool corners, struct account *account) {
    exchange_edges(grid, field, account);
    if (corners)
        exchange_corners(grid, field, account);
}

/* The time of the node with the most neighbours: it sends and receives on one link after the other,
 * although the links are used at the same time. */
struct cost grid_exchange_cost(const struct grid *grid, bool corners) {
    uint64_t down = grid->mesh.side[0], across = grid->mesh.side[1];
    uint64_t above = down > 2 ? 2 : down - 1, beside = across > 2 ? 2 : across - 1;
    bool turns = corners && down > 1 && across > 1;
    size_t wide = (grid->columns + across - 1) / across, high = (grid->rows + down - 1) / down;
    struct cost rows = cost_of_exchange(0, wide, sizeof(double));
    struct cost columns = cost_of_exchange(0, high, sizeof(double));
    struct cost corner = cost_of_exchange(0, 1, sizeof(double));
    struct cost cost = {
        .steps = (down * across > 1) + turns,
        .words = 2 * ((down - 1) * grid->columns + (across - 1) * grid->rows),
        .time = (double)above * rows.time + (double)beside * columns.time,
    };
    if (turns) {
        cost.words += GRID_DIRECTIONS * (down - 1) * (across - 1);
        cost.time += (double)(above + beside) * corner.time;
    }
    return cost;
}
