/* The exchange of edges a point a step, by the operations that the catalogue has for it. */
#include <stdlib.h>

#include "programs/computations/grid/grid.h"
#include "programs/computations/must.h"

enum { LEAST_SIDE = 4 }; /* nodes along each axis of the mesh that these operations need */

bool grid_divided_into_squares(const struct grid *grid) {
    uint32_t down = grid->mesh.side[0], across = grid->mesh.side[1];
    return down >= LEAST_SIDE && across >= LEAST_SIDE && grid->rows % down == 0 &&
           grid->columns % across == 0 && grid->rows / down == grid->columns / across;
}

/* The corners come in the order north-east, south-east, south-west, north-west. */
static void store_corners(const struct grid *grid, double *field, const double corners[]) {
    const int64_t end = grid->own_rows;
    const int64_t at[GRID_DIRECTIONS][2] = {{-1, end}, {end, end}, {end, -1}, {-1, -1}};
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        /* The corner to the right of a direction lies between it and the next one. */
        if (grid->dimension[d] >= 0 && grid->dimension[(d + 1) % GRID_DIRECTIONS] >= 0)
            field[grid_place(grid, at[d][0], at[d][1])] = corners[d];
    }
}

void grid_exchange_points(struct grid *grid, double *field, bool corners, struct account *account) {
    size_t points = grid->own_rows, all = GRID_DIRECTIONS * points;
    double *edges = allocate(2 * all + GRID_DIRECTIONS, sizeof *edges);
    double *around = edges + all;
    for (size_t at = 0; at < all; at++)
        edges[at] = field[grid_edge_place(grid, at / points, (int64_t)(at % points), 0)];
    account_communicate(account);
    must((corners ? cube_mesh_nine_point : cube_mesh_five_point)(NULL, &grid->mesh, edges, around,
                                                                 sizeof(double), (unsigned)points),
         "the exchange of points");
    account_compute(account);
    for (size_t at = 0; at < all; at++)
        if (grid->dimension[at / points] >= 0)
            field[grid_edge_place(grid, at / points, (int64_t)(at % points), 1)] = around[at];
    if (corners)
        store_corners(grid, field, around + all);
    free(edges);
}

struct cost grid_exchange_points_cost(const struct grid *grid, bool corners) {
    struct cube_case given = {
        .packets = grid->own_rows, .axes = 2, .side = {grid->mesh.side[0], grid->mesh.side[1]}};
    return cost_of_call(corners ? "mesh-nine-point" : "mesh-five-point", &given, 1, sizeof(double));
}
