/* Solves a tridiagonal system by Parallel Cyclic Reduction, which here is an ascending program by
 * +-2^b (in Hu, section 4, it descends). The rows are random, and their diagonal dominates. The
 * solution is compared with that of the elimination on one node, and put into the equations. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static uint64_t size = 1024, seed = 1;
static struct way way = WAY_USUAL;

/* Returns row i of `size` rows. It has fractions, and on the diagonal 1 plus the sum of their
 * sizes. */
static struct pcr_row row_of(uint64_t i) {
    struct pcr_row row = {.lower = i == 0 ? 0 : entry_fraction(seed, i, 0),
                          .upper = i + 1 == size ? 0 : entry_fraction(seed, i, 1),
                          .right = entry_fraction(seed, i, 2)};
    row.diagonal = 1 + fabs(row.lower) + fabs(row.upper);
    return row;
}

static void fill(uint64_t first, uint64_t count, void *rows) {
    for (uint64_t k = 0; k < count; k++)
        ((struct pcr_row *)rows)[k] = row_of(first + k);
}

/* Returns the largest residual of the equations. Each is divided by the sum of the sizes of its
 * equation's terms. */
static double residual(const double x[]) {
    double most = 0;
    for (uint64_t i = 0; i < size; i++) {
        struct pcr_row row = row_of(i);
        double before = i == 0 ? 0 : row.lower * x[i - 1];
        double own = row.diagonal * x[i];
        double after = i + 1 == size ? 0 : row.upper * x[i + 1];
        double terms = fabs(before) + fabs(own) + fabs(after) + fabs(row.right);
        most = fmax(most, fabs(before + own + after - row.right) / terms);
    }
    return most;
}

static struct sequential eliminate(void *right) {
    struct pcr_row *rows = allocate(size, sizeof *rows);
    fill(0, size, rows);
    uint64_t begun = moment();
    pcr_thomas(rows, size, right);
    uint64_t time = moment() - begun;
    free(rows);
    return (struct sequential){"elimination", time};
}

static void solution(uint64_t first, uint64_t count, const void *rows, void *x) {
    (void)first;
    pcr_solution(rows, count, x);
}

/* Compares the solution with that of the elimination, and puts it into the equations. */
static bool verify(const void *all, const void *right) {
    const double *x = all, *eliminated = right;
    double distance = 0, left = residual(x);
    for (uint64_t i = 0; i < size; i++)
        distance = fmax(distance, fabs(x[i] - eliminated[i]));
    bool is_right = left <= MOST_RESIDUAL && distance <= MOST_RESIDUAL;
    printf("pcr: %" PRIu64 " unknowns on %d nodes, %s\n", size, cube_nodes(), way.name);
    printf("residual %.1e, %.1e from the elimination's solution: %s\n", left, distance,
           is_right ? "right" : "WRONG");
    return is_right;
}

int main(int count, char *words[]) {
    const struct program_option options[] = {
        OPTION_NUMBER("size", "unknowns", size, 1, MOST_SIZE),
        OPTION_NUMBER("seed", "of the coefficients", seed, 0, UINT32_MAX),
        WAY_OPTIONS(way),
    };
    OPTIONS_READ(count, words, "tridiagonal equations by Parallel Cyclic Reduction", options);
    struct pm2b program;
    pcr_program(&program, size);
    way_set(&way, &program);
    static const struct problem equations = {sizeof(double), fill, solution, eliminate, verify};
    return way_solve(&equations, &program);
}
