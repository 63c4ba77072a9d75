/* Finds a wrong matrix of an elliptic equation, on grids with fewer rows than nodes, and maps that
 * are not positive definite and pass. Its solutions programs/cg.c verifies. */
#include <errno.h>
#include <math.h>

#include "cube.h"
#include "programs/computations/solver/elliptic.h"
#include "programs/computations/solver/gradient.h"
#include "programs/wormhole/random.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 3, MOST_SIZE = 64 };

struct problem {
    size_t height, width;
    double contrast;
};

static double element_of(size_t i) {
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
static double poisson_element(const struct problem *problem, size_t i, size_t j) {
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

/* The matrix of this cube and that of each node alone, times a known vector. */
static int multiply(void *argument) {
    const struct problem *problem = argument;
    size_t size = problem->height * problem->width;
    for (int alone = 0; alone <= 1; alone++) {
        struct elliptic elliptic;
        double from[MOST_SIZE], to[MOST_SIZE];
        elliptic_make(&elliptic, problem->height, problem->width, problem->contrast, alone);
        size_t first = elliptic.first * elliptic.width, count = elliptic.rows * elliptic.width;
        for (size_t i = 0; i < count; i++)
            from[i] = element_of(first + i);
        elliptic_apply(&elliptic, from, to, NULL);
        for (size_t i = 0; i < count; i++) {
            double sum = 0;
            for (size_t j = 0; j < size; j++)
                sum += poisson_element(problem, first + i, j) * element_of(j);
            host_check(fabs(to[i] - sum) < 1e-12);
        }
        elliptic_free(&elliptic);
    }
    return 0;
}

/* Heights that are no multiple of the nodes, and fewer rows than nodes; one row, one column. */
TEST(test_shapes) {
    static struct problem shapes[] = {{8, 8, 0}, {5, 4, 2}, {3, 8, 9},
                                      {1, 4, 1}, {7, 1, 1}, {1, 1, 1}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
            assert_int_equal(host_run(dimension, NULL, multiply, &shapes[k]), HOST_OK);
}

static void scale(void *context, const double *from, double *to, struct account *account) {
    (void)account;
    for (int i = 0; i < 2; i++)
        to[i] = from[i] * ((const double *)context)[i];
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
