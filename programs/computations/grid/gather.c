/* Bringing a grid together at one node. */
#include <stdlib.h>
#include <string.h>

#include "programs/computations/grid/grid.h"
#include "programs/computations/must.h"

/* What the node of a rank has: its first row and column, and how many of each. */
struct rectangle {
    uint32_t first_row, rows, first_column, columns;
};

static struct rectangle rectangle_of(const struct grid *grid, int node) {
    struct rectangle own;
    uint32_t rank = (uint32_t)cube_mesh_rank(&grid->mesh, node), across = grid->mesh.side[1];
    grid_share(grid->rows, grid->mesh.side[0], rank / across, &own.first_row, &own.rows);
    grid_share(grid->columns, across, rank % across, &own.first_column, &own.columns);
    return own;
}

/* Finds where the blocks of the nodes begin, in bytes, when they lie one behind the other. */
static void find_offsets(const struct grid *grid, size_t offsets[]) {
    offsets[0] = 0;
    for (int node = 0; node < cube_nodes(); node++) {
        struct rectangle own = rectangle_of(grid, node);
        offsets[node + 1] = offsets[node] + (size_t)own.rows * own.columns * sizeof(double);
    }
}

/* Puts the blocks of all nodes where they belong in the whole grid. */
static void join(const struct grid *grid, const double *blocks, double *whole) {
    for (int node = 0; node < cube_nodes(); node++) {
        struct rectangle own = rectangle_of(grid, node);
        for (uint32_t row = 0; row < own.rows; row++, blocks += own.columns)
            memcpy(whole + (size_t)(own.first_row + row) * grid->columns + own.first_column, blocks,
                   own.columns * sizeof *blocks);
    }
}

void grid_gather(const struct grid *grid, const double *field, double *whole) {
    size_t *offsets = allocate((size_t)cube_nodes() + 1, sizeof *offsets);
    double *mine = allocate((size_t)grid->own_rows * grid->own_columns, sizeof *mine);
    double *blocks = allocate((size_t)grid->rows * grid->columns, sizeof *blocks);
    for (uint32_t row = 0; row < grid->own_rows; row++)
        memcpy(mine + (size_t)row * grid->own_columns, field + grid_place(grid, row, 0),
               grid->own_columns * sizeof *mine);
    find_offsets(grid, offsets);
    must(cube_gatherv(mine, blocks, offsets, 0), "gathering the grid");
    if (cube_node() == 0)
        join(grid, blocks, whole);
    free(offsets);
    free(mine);
    free(blocks);
}
