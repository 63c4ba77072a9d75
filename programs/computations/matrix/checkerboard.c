#include "programs/computations/matrix/checkerboard.h"

#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"

struct checkerboard checkerboard_of_cube(void) {
    unsigned dimension = (unsigned)cube_dim(), low = dimension / 2, high = dimension - low;
    return (struct checkerboard){
        .rows = 1 << high,
        .columns = 1 << low,
        .row_dimensions = (1u << low) - 1,
        .column_dimensions = ((1u << high) - 1) << low,
    };
}

int checkerboard_row(const struct checkerboard *board, int node) {
    return node / board->columns;
}

int checkerboard_column(const struct checkerboard *board, int node) {
    return node % board->columns;
}

/* Returns the dimensions of the subcubes that are the lines. */
static unsigned dimensions_of(enum checkerboard_line line) {
    const struct checkerboard board = checkerboard_of_cube();
    return line == CHECKERBOARD_ROW ? board.row_dimensions : board.column_dimensions;
}

void checkerboard_broadcast(struct account *account, enum checkerboard_line line, int root,
                            double *buffer, size_t count) {
    const struct cube_choice choice = {.algorithm = "bcast-binomial",
                                       .dimensions = dimensions_of(line)};
    if (choice.dimensions == 0)
        return;
    account_communicate(account);
    must(cube_bcast_by(&choice, buffer, count, &cube_double, root), "the broadcast of a line");
    account_compute(account);
}

void checkerboard_reduce(struct account *account, enum checkerboard_line line, int root,
                         const double *send, double *recv, size_t count) {
    const struct cube_choice choice = {.algorithm = "reduce-binomial",
                                       .dimensions = dimensions_of(line)};
    if (choice.dimensions == 0) {
        memcpy(recv, send, count * sizeof *recv);
        return;
    }
    account_communicate(account);
    must(cube_reduce_by(&choice, send, recv, count, &cube_double, &cube_sum, root),
         "the reduction of a line");
    account_compute(account);
}

struct cost checkerboard_line_cost(enum checkerboard_line line, const char *algorithm,
                                   size_t count) {
    const struct checkerboard board = checkerboard_of_cube();
    uint64_t along = (uint64_t)(line == CHECKERBOARD_ROW ? board.columns : board.rows);
    uint64_t lines = (uint64_t)cube_nodes() / along;
    unsigned dimension = (unsigned)__builtin_ctzll(along);
    const struct cube_case given = {.dimensions = dimension};
    if (dimension == 0)
        return (struct cost){0};
    return (struct cost){
        .steps = dimension,
        .words = lines * (along - 1) * count,
        .time = cube_catalogue_estimate(algorithm, &given, count * sizeof(double)),
    };
}

struct cost checkerboard_product_cost(size_t size) {
    const struct checkerboard board = checkerboard_of_cube();
    size_t width = blocks_divided(size, (size_t)board.columns);
    size_t height = blocks_divided(size, (size_t)board.rows);
    return cost_sum(checkerboard_line_cost(CHECKERBOARD_COLUMN, "bcast-binomial", width),
                    checkerboard_line_cost(CHECKERBOARD_ROW, "reduce-binomial", height));
}
