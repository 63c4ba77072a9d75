/* Grids on host cubes: after an exchange the frame has the points of the whole grid, and what it
 * had before where the grid ends; steps and words are those of the formulas. */
#include <stdlib.h>

#include <errno.h>

#include "programs/computations/grid/grid.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { BOUNDARY = -7 };

struct size {
    uint32_t rows, columns;
    bool corners;
    bool points; /* exchanged a point a step */
};

/* The value of a point of the whole grid, where it has one. */
static double value(const struct size *size, int64_t row, int64_t column) {
    return row < 0 || column < 0 || row >= size->rows || column >= size->columns
               ? BOUNDARY
               : (double)(row * size->columns + column + 1);
}

/* Fills the node's own points, and the frame with BOUNDARY. */
static void fill(const struct grid *grid, const struct size *size, double *field) {
    for (size_t at = 0; at < grid_numbers(grid); at++)
        field[at] = BOUNDARY;
    for (uint32_t row = 0; row < grid->own_rows; row++)
        for (uint32_t column = 0; column < grid->own_columns; column++)
            field[grid_place(grid, row, column)] =
                value(size, grid->first_row + row, grid->first_column + column);
}

static bool is_right(const struct grid *grid, const struct size *size, const double *field) {
    bool right = true;
    int64_t rows = grid->own_rows, columns = grid->own_columns;
    for (int64_t row = -1; row <= rows; row++)
        for (int64_t column = -1; column <= columns; column++) {
            bool corner = (row < 0 || row == rows) && (column < 0 || column == columns);
            double expected = corner && !size->corners
                                  ? BOUNDARY
                                  : value(size, grid->first_row + row, grid->first_column + column);
            right &= field[grid_place(grid, row, column)] == expected;
        }
    return right;
}

static int exchange(void *argument) {
    const struct size *size = argument;
    struct grid grid;
    if (!host_check(grid_start(&grid, size->rows, size->columns) == 0))
        return 1;
    double *field = malloc(grid_numbers(&grid) * sizeof *field);
    double *whole = calloc((size_t)size->rows * size->columns, sizeof *whole);
    fill(&grid, size, field);
    struct account account;
    account_open(&account);
    host_check((size->points ? grid_exchange_points : grid_exchange)(&grid, field, size->corners,
                                                                     &account) == 0);
    check_account(
        &account,
        (size->points ? grid_exchange_points_cost : grid_exchange_cost)(&grid, size->corners),
        sizeof(double));
    host_check(is_right(&grid, size, field));
    host_check(grid_gather(&grid, field, whole) == 0);
    for (uint32_t at = 0; cube_node() == 0 && at < size->rows * size->columns; at++)
        host_check(whole[at] == at + 1);
    grid_stop(&grid);
    free(field);
    free(whole);
    return 0;
}

TEST(test_exchange) {
    const uint32_t sides[] = {8, 9, 13, 40};
    for (uint32_t n = 0; n <= 6; n++)
        for (size_t rows = 0; rows < 4; rows++)
            for (size_t columns = 0; columns < 4; columns++) {
                struct size size = {sides[rows], sides[columns], (rows + columns + n) % 2, false};
                assert_int_equal(host_run(n, NULL, exchange, &size), HOST_OK);
            }
}

/* An edge that is longer than the ring of a link. */
TEST(test_long_edges) {
    struct host_options options = {.direct = 1024};
    struct size size = {4, 3000, true, false};
    assert_int_equal(host_run(4, &options, exchange, &size), HOST_OK);
}

TEST(test_points) {
    for (uint32_t corners = 0; corners <= 1; corners++) {
        struct size size = {4, 4, corners, true};
        assert_int_equal(host_run(4, NULL, exchange, &size), HOST_OK);
        size.rows = size.columns = 20;
        assert_int_equal(host_run(4, NULL, exchange, &size), HOST_OK);
    }
}

TEST_AT_NODES(test_refusals, 4, 4) {
    struct grid grid;
    host_check(grid_start(&grid, 1, 100) == -EINVAL);
    host_check(grid_start(&grid, 100, 3) == -EINVAL);
    host_check(grid_start(&grid, 8, 12) == 0);
    double field[10 * 14] = {0};
    host_check(grid_exchange_points(&grid, field, false, NULL) == -EINVAL);
    grid_stop(&grid);
}
