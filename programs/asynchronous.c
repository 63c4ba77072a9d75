/* Compares an asynchronous iteration with a synchronous one when one node is slow (Ozveren, section
 * 4). Both solve (s - Laplace) u = f on a grid. In each iteration the synchronous nodes wait for
 * the slowest one; the asynchronous nodes do not wait. Time is that of the nodes' clocks, and the
 * program declares the cost of an iteration to them. With --until it only iterates asynchronously,
 * and goes on when nodes die. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/grid/asynchronous.h"
#include "programs/computations/grid/grid.h"
#include "programs/computations/grid/poisson.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/wormhole/random.h"

enum {
    MOST_SIDE = 4096,
    MOST_WORK = 1 << 24,
    MOST_DIGITS = 12,
    MOST_ROUNDS = 1000,
    SLOW_ITERATIONS = 10, /* iterations of the slow node between two comparisons */
};

static uint64_t side = 32, work = 100000, slow = 10, digits = 8, seed = 1, until = 0;
static const struct program_option options[] = {
    OPTION_NUMBER("side", "points along each side of the grid", side, 1, MOST_SIDE),
    OPTION_NUMBER("work", "units of the clock that an iteration is declared to cost", work, 1,
                  MOST_WORK),
    OPTION_NUMBER("slow", "how many times as much it costs the last node", slow, 1, 1000),
    OPTION_NUMBER("digits", "ends when the residual is at most 10^-digits", digits, 1, MOST_DIGITS),
    OPTION_NUMBER("seed", "of the right side", seed, 0, UINT64_MAX),
    OPTION_NUMBER(
        "until",
        "iterates asynchronously alone, until the clocks show this, whatever node but 0 dies",
        until, 0, UINT64_MAX),
};

/* s h^2. With this value each iteration reduces the error to at most 4/5, whatever the grid is. */
static const double shift = 1;

struct solution {
    struct grid grid;
    struct fields fields;
    double *right;
};

static void start(struct solution *solution) {
    struct grid *grid = &solution->grid;
    grid_start(grid, (uint32_t)side, (uint32_t)side);
    size_t numbers = grid_numbers(grid);
    solution->right = allocate(numbers, sizeof(double));
    solution->fields = (struct fields){.now = allocate(numbers, sizeof(double)),
                                       .next = allocate(numbers, sizeof(double)),
                                       .right = solution->right};
    for (uint32_t row = 0; row < grid->own_rows; row++)
        for (uint32_t column = 0; column < grid->own_columns; column++) {
            struct random numbers_of = {.state = seed ^ (uint64_t)(grid->first_row + row) << 32 ^
                                                 (grid->first_column + column)};
            solution->right[grid_place(grid, row, column)] =
                random_between(&numbers_of) / (4 + shift);
        }
}

static void stop(struct solution *solution) {
    grid_stop(&solution->grid);
    free(solution->fields.now);
    free(solution->fields.next);
    free(solution->right);
}

/* One synchronous iteration. Returns the time of its exchange. */
static uint64_t iterate(struct solution *solution) {
    struct grid *grid = &solution->grid;
    struct fields *fields = &solution->fields;
    struct stencil five = stencil_of_five(shift);
    uint64_t begun = moment();
    grid_exchange(grid, fields->now, false, NULL);
    uint64_t communicating = moment() - begun;
    poisson_iterate(&five, grid->own_rows, grid->own_columns, grid->stride, fields->now,
                    fields->right, fields->next);
    return communicating;
}

/* Returns the largest residual of the equations at any point: of f - (s - Laplace) u, times h^2. It
 * is what an iteration would change, times 4 + s h^2. */
static double residual(struct solution *solution) {
    iterate(solution);
    const struct grid *grid = &solution->grid;
    return greatest_of_all((4 + shift) * poisson_change(grid->own_rows, grid->own_columns,
                                                        grid->stride, solution->fields.now,
                                                        solution->fields.next));
}

/* What one way of solving the equations took. */
struct outcome {
    double residual;
    uint64_t time;          /* of the iterations, without the comparisons */
    uint64_t communicating; /* of the node that communicated and waited longest */
    uint64_t fewest, most;  /* iterations of the nodes with the fewest and the most */
};

static struct outcome outcome_of(double left, uint64_t time, const struct progress *progress) {
    return (struct outcome){.residual = left,
                            .time = moment_latest(time),
                            .communicating = moment_latest(progress->communicating),
                            .fewest = UINT64_MAX - moment_latest(UINT64_MAX - progress->iterations),
                            .most = moment_latest(progress->iterations)};
}

static uint64_t work_of_node(uint64_t slowness) {
    return cube_node() == cube_nodes() - 1 ? work * slowness : work;
}

/* Solves the equations; asynchronously, unless each node `waits` for its neighbours. A round lasts
 * as long as SLOW_ITERATIONS iterations of the slow node, or of all nodes if they wait. */
static struct outcome solve(uint64_t slowness, bool waits) {
    struct solution solution;
    struct stencil five = stencil_of_five(shift);
    uint64_t time = 0;
    struct progress progress = {0};
    double enough = pow(10, -(double)digits), left = INFINITY;
    start(&solution);
    for (int round = 0; round < MOST_ROUNDS && left > enough; round++) {
        moment_begin();
        uint64_t begun = moment();
        for (int k = 0; waits && k < SLOW_ITERATIONS; k++, progress.iterations++) {
            progress.communicating += iterate(&solution);
            fields_turn(&solution.fields);
            cube_work(work_of_node(slowness));
        }
        if (!waits)
            asynchronous_iterate(&solution.grid, &five, &solution.fields, work_of_node(slowness),
                                 begun + SLOW_ITERATIONS * work * slowness, &progress);
        time += moment() - begun;
        left = residual(&solution);
    }
    stop(&solution);
    return outcome_of(left, time, &progress);
}

static bool print(const char *what, const struct outcome *outcome, uint64_t compared_with) {
    bool solved = outcome->residual <= pow(10, -(double)digits);
    if (cube_node() == 0)
        printf("%-26s %8" PRIu64 " %6" PRIu64 " %11" PRIu64 " %7.2f %11" PRIu64 " %9.1e%s\n", what,
               outcome->fewest, outcome->most, outcome->time,
               (double)outcome->time / (double)compared_with, outcome->communicating,
               outcome->residual, solved ? "" : "  TOO LARGE");
    return solved;
}

/* ---- Nodes that die ---- */

/* What a node that lives has in the end. */
struct end {
    double residual; /* the largest at its points */
    uint64_t iterations;
};

/* Node 0 puts together what the nodes have, and prints it. */
static int print_ends(struct end own) {
    uint64_t fewest = own.iterations, most = own.iterations;
    double left = own.residual;
    for (int other = 1; other < cube_nodes(); other++) {
        struct end end;
        int error = cube_recv(other, &end, sizeof end);
        if (error == -EHOSTDOWN) {
            printf("node %d has died\n", other);
            continue;
        }
        must(error, "receiving the end");
        left = fmax(left, end.residual);
        fewest = end.iterations < fewest ? end.iterations : fewest;
        most = end.iterations > most ? end.iterations : most;
    }
    bool solved = left <= pow(10, -(double)digits);
    printf("after %" PRIu64 " to %" PRIu64 " iterations of the others their residual is %.1e%s\n",
           fewest, most, left, solved ? "" : ", TOO LARGE");
    return solved ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Iterates until the clocks show `until`. No node waits for another, so survivors notice a death
 * only because that node's edge no longer changes. They solve their own equations, with the last
 * edge of the dead one as a boundary. */
static int outlive(void) {
    struct solution solution;
    struct stencil five = stencil_of_five(shift);
    struct progress progress = {0};
    start(&solution);
    const struct grid *grid = &solution.grid;
    struct fields *fields = &solution.fields;
    asynchronous_iterate(&solution.grid, &five, fields, work_of_node(slow), until, &progress);
    poisson_iterate(&five, grid->own_rows, grid->own_columns, grid->stride, fields->now,
                    fields->right, fields->next);
    struct end end = {(4 + shift) * poisson_change(grid->own_rows, grid->own_columns, grid->stride,
                                                   fields->now, fields->next),
                      progress.iterations};
    stop(&solution);
    if (cube_node() == 0)
        return print_ends(end);
    must(cube_send(0, &end, sizeof end), "sending the end");
    return EXIT_SUCCESS;
}

int main(int count, char *words[]) {
    OPTIONS_READ(count, words, "asynchronous: an iteration that waits for nobody", options);
    if (!cube_timed())
        options_refuse("asynchronous: requires clocks (use cuberun --exact or --clock on)");
    if (until > 0)
        return outlive();
    if (cube_node() == 0) {
        printf("%" PRIu64 " x %" PRIu64 " points on %d nodes; an iteration is %" PRIu64
               " units, of the last node %" PRIu64 "\n\n",
               side, side, cube_nodes(), work, work * slow);
        printf("%-26s %15s %11s %7s %11s\n", "", "iterations", "", "", "longest");
        printf("%-26s %8s %6s %11s %7s %11s %9s\n", "", "fewest", "most", "time", "ratio",
               "waiting", "residual");
    }
    struct outcome even = solve(1, true);
    struct outcome waiting = solve(slow, true);
    struct outcome going_on = solve(slow, false);
    bool right = print("synchronous, equal nodes", &even, even.time);
    right &= print("synchronous, one is slow", &waiting, even.time);
    right &= print("asynchronous, one is slow", &going_on, even.time);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
