/* Solves a tridiagonal system by Parallel Cyclic Reduction, which here is an ascending program by
 * +-2^b (in Hu, section 4, it descends). The rows are random, and their diagonal dominates. The
 * solution is compared with that of the elimination on one node, and put into the equations. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/pcr.h"
#include "programs/parts/entries.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"

enum { MOST_SIZE = 1 << 20 };

/* The most that rounding may leave of an equation's |residual|, divided by the sum of the sizes of
 * its terms. Each of the log M reductions of a row rounds a few times. */
static const double MOST_RESIDUAL = 1e-13;

/* Returns row i of `size` rows. It has fractions, and on the diagonal 1 plus the sum of their
 * sizes. */
static struct pcr_row row_of(uint64_t seed, uint64_t size, uint64_t i) {
    struct pcr_row row = {.lower = i == 0 ? 0 : entry_fraction(seed, i, 0),
                          .upper = i + 1 == size ? 0 : entry_fraction(seed, i, 1),
                          .right = entry_fraction(seed, i, 2)};
    row.diagonal = 1 + fabs(row.lower) + fabs(row.upper);
    return row;
}

static void fill(uint64_t seed, uint64_t size, uint64_t first, size_t count,
                 struct pcr_row rows[]) {
    for (size_t k = 0; k < count && first + k < size; k++)
        rows[k] = row_of(seed, size, first + k);
}

/* Returns the largest residual of the equations. Each is divided by the sum of the sizes of its
 * equation's terms. */
static double residual(uint64_t seed, uint64_t size, const double x[]) {
    double most = 0;
    for (uint64_t i = 0; i < size; i++) {
        struct pcr_row row = row_of(seed, size, i);
        double before = i == 0 ? 0 : row.lower * x[i - 1];
        double own = row.diagonal * x[i];
        double after = i + 1 == size ? 0 : row.upper * x[i + 1];
        double terms = fabs(before) + fabs(own) + fabs(after) + fabs(row.right);
        most = fmax(most, fabs(before + own + after - row.right) / terms);
    }
    return most;
}

/* The results of the elimination and of the reduction at node 0 alone. */
struct alone {
    double *x;
    struct sequential thomas;
    uint64_t reduction;
};

static struct alone solve_alone(const struct pm2b *program, uint64_t seed) {
    uint64_t size = program->elements, filled = pm2b_filled(size);
    struct alone alone = {.thomas = {"elimination", 0}};
    struct pcr_row *rows = allocate(filled, sizeof *rows);
    alone.x = allocate(size, sizeof *alone.x);
    fill(seed, size, 0, size, rows);
    uint64_t begun = moment();
    pcr_thomas(rows, size, alone.x);
    alone.thomas.time = moment() - begun;
    fill(seed, size, 0, size, rows);
    alone.reduction = way_alone(program, rows);
    free(rows);
    return alone;
}

/* Node 0 compares the solution with that of the elimination, and puts it into the equations. */
static bool verify(uint64_t seed, uint64_t size, const double x[], const double right[]) {
    double distance = 0, left = residual(seed, size, x);
    for (uint64_t i = 0; i < size; i++)
        distance = fmax(distance, fabs(x[i] - right[i]));
    bool is_right = left <= MOST_RESIDUAL && distance <= MOST_RESIDUAL;
    printf("residual %.1e, %.1e from the elimination's solution: %s\n", left, distance,
           is_right ? "right" : "WRONG");
    return is_right;
}

int main(int count, char *words[]) {
    uint64_t size = 1024, seed = 1;
    struct way way = WAY_USUAL;
    const struct program_option options[] = {
        {"size", "unknowns", &size, 1, MOST_SIZE, NULL, NULL},
        {"seed", "of the coefficients", &seed, 0, UINT32_MAX, NULL, NULL},
        WAY_OPTIONS(way),
    };
    int status;
    if (!options_read(count, words, "tridiagonal equations by Parallel Cyclic Reduction", options,
                      sizeof options / sizeof *options, &status))
        return status;
    struct pm2b program;
    pcr_program(&program, size);
    if (!way_set(&way, &program))
        return STATUS_USAGE;

    const bool first = cube_node() == 0;
    struct alone alone = {0};
    if (first)
        alone = solve_alone(&program, seed);
    size_t block = pm2b_block(size);
    struct pcr_row *rows = allocate(block, sizeof *rows);
    double *mine = allocate(block, sizeof *mine);
    double *x = first ? allocate(pm2b_filled(size), sizeof *x) : NULL;
    struct outcome outcome;
    fill(seed, size, way_first(size), block, rows);
    way_carry_out(&program, rows, &outcome);
    pcr_solution(rows, block, mine);
    way_gather(size, sizeof *mine, mine, x);

    if (first)
        printf("pcr: %" PRIu64 " unknowns on %d nodes, %s\n", size, cube_nodes(), way.name);
    bool right = !first || verify(seed, size, x, alone.x);
    bool counts = way_report(&outcome, alone.reduction, &alone.thomas);
    free(rows);
    free(mine);
    free(x);
    free(alone.x);
    return right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
