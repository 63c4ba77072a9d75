/* Jacobi's method on the equation of Poisson. The grid is divided into rectangles, one for each
 * node (Ozveren, section 3.3.2). In each iteration neighbours exchange the edges of their
 * rectangles. From time to time all nodes compare how much has changed. The result is checked bit
 * by bit against the same iterations on one node, and by the residual of the equation. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/grid/grid.h"
#include "programs/computations/grid/poisson.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"
#include "programs/wormhole/random.h"

enum {
    MOST_SIZE = 1 << 24, /* points */
    MOST_ITERATIONS = 10000000,
    MOST_DIGITS = 15,
};

static uint64_t size = 1024, rows, iterations = 10000, every = 50, digits = 6, stencil = 5,
                seed = 1;
static bool by_points;

static const struct program_option options[] = {
    OPTION_NUMBER("size", "points of the grid: the unknowns", size, 1, MOST_SIZE),
    OPTION_NUMBER("rows", "rows of the grid; 0: as square as can be", rows, 0, MOST_SIZE),
    OPTION_NUMBER("stencil", "points of an equation: 5 or 9", stencil, 5, 9),
    OPTION_NUMBER("iterations", "the most iterations", iterations, 1, MOST_ITERATIONS),
    OPTION_NUMBER("every", "iterations from one comparison to the next", every, 1, MOST_ITERATIONS),
    OPTION_NUMBER("digits", "ends when nothing changes by more than 10^-digits", digits, 1,
                  MOST_DIGITS),
    OPTION_NUMBER("seed", "of the right side", seed, 0, UINT64_MAX),
    OPTION_FLAG("points", "exchange edges a point a step, by the catalogue", by_points),
};

/* Returns the right side of a point, which is between -1 and 1, times h^2, divided as in the chosen
 * stencil. */
static double right_side(uint64_t row, uint64_t column) {
    struct random numbers = {.state = seed ^ row << 32 ^ column};
    return random_between(&numbers) * (stencil == 5 ? 1.0 / 4 : 6.0 / 20);
}

static struct stencil chosen_stencil(void) {
    return stencil == 5 ? stencil_of_five(0) : stencil_of_nine();
}

static void swap(double **one, double **other) {
    double *first = *one;
    *one = *other;
    *other = first;
}

/* ---- On all nodes ---- */

struct parallel {
    struct grid grid;
    double *now, *next, *right;
    uint64_t done;        /* iterations */
    uint64_t comparisons; /* how often the nodes have compared what has changed */
};

static const struct cube_choice by_exchange = {.algorithm = "allreduce-exchange"};

/* Returns the largest change at any node in the last iteration. One call accumulates, decides and
 * broadcasts. */
static double largest_change(struct parallel *parallel, struct account *account) {
    struct grid *grid = &parallel->grid;
    double mine = poisson_change(grid->own_rows, grid->own_columns, grid->stride, parallel->now,
                                 parallel->next);
    double most;
    account_communicate(account);
    must(cube_allreduce_by(&by_exchange, &mine, &most, 1, &cube_double, &cube_max),
         "comparing changes");
    account_compute(account);
    parallel->comparisons++;
    return most;
}

static void start_parallel(struct parallel *parallel, uint32_t down, uint32_t across) {
    struct grid *grid = &parallel->grid;
    grid_start(grid, down, across);
    size_t numbers = grid_numbers(grid);
    parallel->now = allocate(numbers, sizeof(double));
    parallel->next = allocate(numbers, sizeof(double));
    parallel->right = allocate(numbers, sizeof(double));
    for (uint32_t row = 0; row < grid->own_rows; row++)
        for (uint32_t column = 0; column < grid->own_columns; column++)
            parallel->right[grid_place(grid, row, column)] =
                right_side(grid->first_row + row, grid->first_column + column);
}

static void exchange(struct parallel *parallel, struct account *account) {
    (by_points ? grid_exchange_points : grid_exchange)(&parallel->grid, parallel->now, stencil == 9,
                                                       account);
}

static void solve_parallel(struct parallel *parallel, struct account *account) {
    const struct grid *grid = &parallel->grid;
    struct stencil points = chosen_stencil();
    double enough = pow(10, -(double)digits);
    bool small = false;
    while (parallel->done < iterations && !small) {
        exchange(parallel, account);
        poisson_iterate(&points, grid->own_rows, grid->own_columns, grid->stride, parallel->now,
                        parallel->right, parallel->next);
        parallel->done++;
        if (parallel->done % every == 0)
            small = largest_change(parallel, account) <= enough;
        swap(&parallel->now, &parallel->next);
    }
}

/* ---- On one node ---- */

struct serial {
    size_t down, across;
    double *now, *next, *right;
};

static size_t place(const struct serial *serial, size_t row, size_t column) {
    return (row + 1) * (serial->across + 2) + column + 1;
}

static void start_serial(struct serial *serial, size_t down, size_t across) {
    size_t numbers = (down + 2) * (across + 2);
    *serial = (struct serial){down, across, allocate(numbers, sizeof(double)),
                              allocate(numbers, sizeof(double)), allocate(numbers, sizeof(double))};
    for (size_t row = 0; row < down; row++)
        for (size_t column = 0; column < across; column++)
            serial->right[place(serial, row, column)] = right_side(row, column);
}

/* Returns the time that the iterations take one node. */
static uint64_t solve_serial(struct serial *serial, uint64_t count) {
    uint64_t begun = moment();
    struct stencil points = chosen_stencil();
    size_t stride = serial->across + 2;
    double enough = pow(10, -(double)digits), change = INFINITY;
    for (uint64_t done = 1; done <= count; done++) {
        poisson_iterate(&points, serial->down, serial->across, stride, serial->now, serial->right,
                        serial->next);
        if (done % every == 0)
            change =
                poisson_change(serial->down, serial->across, stride, serial->now, serial->next);
        swap(&serial->now, &serial->next);
    }
    uint64_t time = moment() - begun;
    if ((change <= enough) != (count < iterations || (count % every == 0 && change <= enough)))
        printf("one node ends after another number of iterations\n");
    return time;
}

/* Returns the largest residual of the equations: what another iteration would change. */
static double residual(struct serial *serial) {
    size_t stride = serial->across + 2;
    struct stencil points = chosen_stencil();
    poisson_iterate(&points, serial->down, serial->across, stride, serial->now, serial->right,
                    serial->next);
    return poisson_change(serial->down, serial->across, stride, serial->now, serial->next);
}

/* ---- Both ---- */

/* Compares, at node 0, the solution of all nodes with that of one node. Sets *alone to the time
 * that one node takes. Returns whether both solutions are the same, bit by bit. */
static bool verify(const struct parallel *parallel, uint64_t *alone) {
    const struct grid *grid = &parallel->grid;
    double *whole = allocate((size_t)grid->rows * grid->columns, sizeof *whole);
    grid_gather(grid, parallel->now, whole);
    bool same = true;
    *alone = 0;
    if (cube_node() == 0) {
        struct serial serial;
        start_serial(&serial, grid->rows, grid->columns);
        *alone = solve_serial(&serial, parallel->done);
        for (size_t row = 0; row < grid->rows; row++)
            same &= memcmp(&serial.now[place(&serial, row, 0)], whole + row * grid->columns,
                           grid->columns * sizeof *whole) == 0;
        printf("after %" PRIu64 " iterations another one would change no point by more than %.1e\n",
               parallel->done, residual(&serial));
        printf("%s\n", same ? "the solution has the bits of one node's"
                            : "the solution is NOT the one that one node finds");
        free(serial.now);
        free(serial.next);
        free(serial.right);
    }
    free(whole);
    return same;
}

/* Returns what the formulas predict. */
static struct prediction predict(const struct parallel *parallel) {
    const struct grid *grid = &parallel->grid;
    struct cost exchange =
        (by_points ? grid_exchange_points_cost : grid_exchange_cost)(grid, stencil == 9);
    struct cost comparison = cost_of_call(by_exchange.algorithm, NULL, 1, sizeof(double));
    struct prediction prediction =
        report_prediction(cost_sum(cost_times(exchange, parallel->done),
                                   cost_times(comparison, parallel->comparisons)),
                          sizeof(double));
    uint64_t down = grid->mesh.side[0], across = grid->mesh.side[1];
    uint64_t high = (grid->rows + down - 1) / down, wide = (grid->columns + across - 1) / across;
    prediction.share = (double)(high * wide) / ((double)grid->rows * grid->columns);
    return prediction;
}

/* Returns a number of rows that makes the grid as square as its size allows. */
static uint64_t square_rows(uint64_t points) {
    uint64_t found = 1;
    for (uint64_t side = 1; side * side <= points; side++)
        if (points % side == 0)
            found = side;
    return found;
}

int main(int count, char *words[]) {
    OPTIONS_READ(count, words, "jacobi: Poisson's equation on a grid, by Jacobi's method", options);
    if (rows == 0)
        rows = square_rows(size);
    if (size % rows != 0 || (stencil != 5 && stencil != 9))
        options_refuse("--rows: a divisor of --size; --stencil: 5 or 9");
    struct parallel parallel = {0};
    start_parallel(&parallel, (uint32_t)rows, (uint32_t)(size / rows));
    if (by_points && !grid_divided_into_squares(&parallel.grid))
        options_refuse("--points requires at least 16 nodes and equal squares on them");
    if (cube_node() == 0)
        printf("Poisson's equation on %" PRIu64 " x %" PRIu64 " points, %" PRIu64
               " an equation, on %u x %u nodes\n",
               rows, size / rows, stencil, parallel.grid.mesh.side[0], parallel.grid.mesh.side[1]);
    struct account account;
    account_open(&account);
    solve_parallel(&parallel, &account);
    struct account_totals totals = account_close(&account);
    uint64_t alone;
    bool right = verify(&parallel, &alone);
    struct prediction prediction = predict(&parallel);
    right &= report_print(&totals, &prediction, alone);
    free(parallel.now);
    free(parallel.next);
    free(parallel.right);
    grid_stop(&parallel.grid);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
