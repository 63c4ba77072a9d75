/* Conjugate gradients on host cubes: Poisson's equation and dense matrices, with each
 * preconditioner, against elimination; and their steps and link words. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>

#include "computations/solver/dense.h"
#include "computations/solver/fast_poisson.h"
#include "computations/solver/gradient.h"
#include "computations/solver/poisson.h"
#include "cube.h"
#include "cube_catalogue.h"
#include "tests/host/host.h"
#include "wormhole/random.h"

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

static struct cube_algorithm catalogue(const char *name) {
    struct cube_algorithm algorithm;
    host_check(cube_catalogue_find(name, NULL, &algorithm) == 0);
    return algorithm;
}

/* Solves with the maps that are given, and compares with elimination. */
static struct gradient_result solve(const struct problem *problem, struct gradient *gradient,
                                    size_t first, struct account *account) {
    double expected[MOST_SIZE], right[MOST_SIZE], x[MOST_SIZE];
    struct gradient_result result;
    eliminate(problem, expected);
    for (size_t i = 0; i < gradient->count; i++)
        right[i] = right_of(first + i);
    gradient->tolerance = 1e-11;
    gradient->most_iterations = 200;
    host_check(gradient_solve(gradient, right, x, account, &result) == 0);
    host_check(result.residual <= 1e-11);
    for (size_t i = 0; i < gradient->count; i++)
        host_check(fabs(x[i] - expected[first + i]) < 1e-8);
    return result;
}

/* Poisson's equation on this cube and at each node alone. */
static int solve_poisson(void *argument) {
    const struct problem *problem = argument;
    struct cube_algorithm sum = catalogue(gradient_sum_algorithm), total = {0};
    for (int alone = 0; alone <= 1; alone++) {
        struct poisson poisson;
        struct fast_poisson fast;
        struct account account;
        bool fourier = problem->preconditioner == FOURIER;
        host_check(
            poisson_make(&poisson, problem->height, problem->width, problem->contrast, alone) == 0);
        host_check(fast_poisson_make(&fast, problem->height, problem->width, alone) == 0);
        struct gradient gradient = {.matrix = {poisson_apply, &poisson},
                                    .count = poisson.rows * poisson.width,
                                    .alone = alone};
        if (problem->preconditioner != NONE)
            gradient.preconditioner = fourier ? (struct linear_map){fast_poisson_apply, &fast}
                                              : (struct linear_map){poisson_divide, &poisson};
        account_open(&account);
        struct gradient_result result =
            solve(problem, &gradient, poisson.first * poisson.width, &account);
        int error;
        struct account_totals totals = account_close(&account, &error);
        host_check(error == 0 && result.iterations <= problem->most_iterations);
        uint64_t k = result.iterations, words = poisson_words(problem->height, problem->width);
        size_t block = fast_poisson_exchange(&fast, &total);
        bool preconditioned = problem->preconditioner != NONE;
        uint64_t steps = k * (words > 0) + gradient_sums(k) * sum.steps +
                         (fourier ? 2 * (k + 1) * total.steps : 0);
        uint64_t bytes = 8 * (k * words + gradient_sum_words(k, preconditioned) * sum.link_words) +
                         (fourier ? 2 * (k + 1) * total.link_words * block : 0);
        host_check(totals.steps == (alone ? 0 : steps));
        host_check(totals.bytes == (alone ? 0 : bytes));
        fast_poisson_free(&fast);
        poisson_free(&poisson);
    }
    return 0;
}

static int solve_dense(void *argument) {
    const struct problem *problem = argument;
    struct division division;
    struct dense dense;
    struct account account;
    host_check(division_make(&division, problem->height * problem->width) == 0);
    host_check(dense_make(&dense, &division, false, poisson_element, problem) == 0);
    struct gradient gradient = {.matrix = {dense_apply, &dense}, .count = dense.rows};
    account_open(&account);
    uint64_t k = solve(problem, &gradient, division_first(&division), &account).iterations;
    int error;
    struct account_totals totals = account_close(&account, &error);
    struct cube_algorithm gather = catalogue("allgather-exchange");
    struct cube_algorithm sum = catalogue(gradient_sum_algorithm);
    host_check(error == 0);
    host_check(totals.steps == k * gather.steps + gradient_sums(k) * sum.steps);
    host_check(totals.bytes == 8 * (k * gather.link_words * division.most +
                                    gradient_sum_words(k, false) * sum.link_words));
    dense_free(&dense);
    division_free(&division);
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

static void test_shapes(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int preconditioner = NONE; preconditioner <= FOURIER; preconditioner++) {
            struct problem problem = shapes[k];
            problem.preconditioner = (enum preconditioner)preconditioner;
            on_all_cubes(solve_poisson, &problem);
        }
}

/* Where a = 1 the preconditioner is the inverse; where a doubles, the eigenvalues are between 1 and
 * 2, and each iteration divides the error by (sqrt(2) + 1) / (sqrt(2) - 1) = 5.8 at least. */
static void test_preconditioned(void **state) {
    (void)state;
    on_all_cubes(solve_poisson, &(struct problem){8, 8, 0, FOURIER, 1});
    on_all_cubes(solve_poisson, &(struct problem){8, 8, 1, FOURIER, 16});
}

static void test_dense(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        on_all_cubes(solve_dense, &shapes[k]);
}

static int scale(void *context, const double *from, double *to, struct account *account) {
    (void)account;
    for (int i = 0; i < 2; i++)
        to[i] = from[i] * ((const double *)context)[i];
    return 0;
}

/* What is not positive definite is refused; a right side of 0 has the solution 0; an iteration that
 * is cut short says how far it has come. */
static int solve_others(void *argument) {
    (void)argument;
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
    gradient.matrix.context = negative;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
    gradient.matrix.context = infinite;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
    gradient.matrix.context = good;
    gradient.preconditioner = (struct linear_map){scale, negative};
    right[1] = 2;
    host_check(gradient_solve(&gradient, right, x, NULL, &result) == -EDOM);
    return 0;
}

static void test_others(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 1; dimension++)
        assert_int_equal(host_run(dimension, NULL, solve_others, NULL), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_preconditioned),
        cmocka_unit_test(test_dense),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
