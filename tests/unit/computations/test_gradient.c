/* Finds a wrong solution by conjugate gradients, against elimination, on grids with fewer rows than
 * nodes, and maps that are not positive definite and pass. */
#include <math.h>
#include <stdlib.h>

#include <errno.h>

#include "cube.h"
#include "programs/computations/solver/elliptic.h"
#include "programs/computations/solver/fast_poisson.h"
#include "programs/computations/solver/gradient.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 3, MOST_SIZE = 64 };

enum preconditioner { NONE, DIAGONAL, FOURIER };

struct problem {
    size_t height, width;
    double contrast;
    enum preconditioner preconditioner;
    uint64_t most_iterations; /* that the solution may take */
};

static double right_of(size_t i) {
    struct random random = {i};
    return (double)(int64_t)random_word(&random) / 0x1p63;
}

/* The coefficient of the face between the cells (row, column) and (row + down, column + right). */
static double face(const struct problem *problem, int row, int column, int down, int right) {
    double x = (column + 0.5 + right * 0.5) / (double)problem->width;
    double y = (row + 0.5 + down * 0.5) / (double)problem->height;
    return 1 + problem->contrast * x * y;
}

static bool is_cell(const struct problem *problem, int row, int column) {
    return row >= 0 && row < (int)problem->height && column >= 0 && column < (int)problem->width;
}

/* Element (i, j) of Poisson's matrix, from the equation of a cell. */
static double poisson_element(const void *context, size_t i, size_t j) {
    const struct problem *problem = context;
    static const int down[] = {0, 0, 1, -1}, right[] = {1, -1, 0, 0};
    int row = (int)(i / problem->width), column = (int)(i % problem->width);
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        double a = face(problem, row, column, down[k], right[k]);
        int other_row = row + down[k], other_column = column + right[k];
        bool inner = is_cell(problem, other_row, other_column);
        if (i == j)
            sum += inner ? a : 2 * a;
        else if (inner && j == (size_t)other_row * problem->width + (size_t)other_column)
            sum -= a;
    }
    return sum;
}

/* Solves by elimination: the matrix is positive definite, so no row is exchanged. */
static void eliminate(const struct problem *problem, double *x) {
    size_t size = problem->height * problem->width;
    double(*a)[MOST_SIZE] = calloc(size, sizeof *a);
    for (size_t i = 0; i < size; i++) {
        x[i] = right_of(i);
        for (size_t j = 0; j < size; j++)
            a[i][j] = poisson_element(problem, i, j);
    }
    for (size_t k = 0; k < size; k++)
        for (size_t i = k + 1; i < size; i++) {
            double factor = a[i][k] / a[k][k];
            for (size_t j = k; j < size; j++)
                a[i][j] -= factor * a[k][j];
            x[i] -= factor * x[k];
        }
    for (size_t i = size; i-- > 0;) {
        for (size_t j = i + 1; j < size; j++)
            x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
    free(a);
}

/* Solves with the maps that are given, and compares with elimination. */
static struct gradient_result solve(const struct problem *problem, struct gradient *gradient,
                                    size_t first) {
    double expected[MOST_SIZE], right[MOST_SIZE], x[MOST_SIZE];
    struct gradient_result result;
    eliminate(problem, expected);
    for (size_t i = 0; i < gradient->count; i++)
        right[i] = right_of(first + i);
    gradient->tolerance = 1e-11;
    gradient->most_iterations = 200;
    host_check(gradient_solve(gradient, right, x, NULL, &result) == 0);
    host_check(result.residual <= 1e-11);
    for (size_t i = 0; i < gradient->count; i++)
        host_check(fabs(x[i] - expected[first + i]) < 1e-8);
    return result;
}

/* Poisson's equation on this cube and at each node alone. */
static int solve_poisson(void *argument) {
    const struct problem *problem = argument;
    for (int alone = 0; alone <= 1; alone++) {
        struct elliptic elliptic;
        struct fast_poisson fast;
        bool fourier = problem->preconditioner == FOURIER;
        host_check(elliptic_make(&elliptic, problem->height, problem->width, problem->contrast,
                                 alone) == 0);
        host_check(fast_poisson_make(&fast, problem->height, problem->width, alone) == 0);
        struct gradient gradient = {.matrix = {elliptic_apply, &elliptic},
                                    .count = elliptic.rows * elliptic.width,
                                    .alone = alone};
        struct diagonal diagonal = {gradient.count, elliptic.diagonal};
        if (problem->preconditioner != NONE)
            gradient.preconditioner = fourier ? (struct linear_map){fast_poisson_apply, &fast}
                                              : (struct linear_map){diagonal_divide, &diagonal};
        struct gradient_result result = solve(problem, &gradient, elliptic.first * elliptic.width);
        host_check(result.iterations <= problem->most_iterations);
        fast_poisson_free(&fast);
        elliptic_free(&elliptic);
    }
    return 0;
}

static void on_all_cubes(int (*function)(void *), const struct problem *problem) {
    for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
        assert_int_equal(host_run(dimension, NULL, function, (void *)problem), HOST_OK);
}

/* Heights that are no multiple of the nodes, and fewer rows than nodes; one row, one column. With
 * exact numbers there would be no more iterations than unknowns. */
static const struct problem shapes[] = {
    {8, 8, 0, NONE, 64}, {5, 4, 2, NONE, 30}, {3, 8, 9, NONE, 36},
    {1, 4, 1, NONE, 6},  {7, 1, 1, NONE, 10}, {1, 1, 1, NONE, 1},
};

TEST(test_shapes) {
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int preconditioner = NONE; preconditioner <= FOURIER; preconditioner++) {
            struct problem problem = shapes[k];
            problem.preconditioner = (enum preconditioner)preconditioner;
            on_all_cubes(solve_poisson, &problem);
        }
}

/* Where a = 1 the preconditioner is the inverse; where a doubles, the eigenvalues are between 1 and
 * 2, and each iteration divides the error by (sqrt(2) + 1) / (sqrt(2) - 1) = 5.8 at least. */
TEST(test_preconditioned) {
    on_all_cubes(solve_poisson, &(struct problem){8, 8, 0, FOURIER, 1});
    on_all_cubes(solve_poisson, &(struct problem){8, 8, 1, FOURIER, 16});
}

static int scale(void *context, const double *from, double *to, struct account *account) {
    (void)account;
    for (int i = 0; i < 2; i++)
        to[i] = from[i] * ((const double *)context)[i];
    return 0;
}

/* What is not positive definite is refused; a right side of 0 has the solution 0; an iteration that
 * is cut short says how far it has come. */
TEST_AT_NODES(test_others, 0, 1) {
    double negative[] = {1, -4}, good[] = {1, 4}, infinite[] = {INFINITY, 1};
    double right[] = {1, 1}, zero[] = {0, 0}, x[2];
    struct gradient_result result;
    struct gradient gradient = {
        .matrix = {scale, good}, .count = 2, .tolerance = 1e-12, .most_iterations = 1};
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == 0);
    host_check(result.iterations == 1 && result.residual > 0.1 && result.residual < 1);
    gradient.most_iterations = 10;
    host_check(gradient_solve(&gradient, zero, x, NULL, &result) == 0);
    host_check(x[0] == 0 && x[1] == 0 && result.iterations == 0);
    host_check(gradient_solve(&gradient, infinite, x, NULL, &result) == -EDOM);
    double none[] = {NAN, 1};
    host_check(gradient_solve(&gradient, none, x, NULL, &result) == -EDOM);
    gradient.matrix.context = negative;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
    gradient.matrix.context = infinite;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
    gradient.matrix.context = good;
    gradient.preconditioner = (struct linear_map){scale, negative};
    right[1] = 2;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
}
