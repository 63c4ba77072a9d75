/* The QR decomposition and back-substitution, on host cubes: the solution of equations whose
 * solution is known, R' R = A' A, Q orthogonal, the counts, and matrices that are singular. */
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <float.h>
#include <math.h>

#include "cube.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/qr.h"
#include "programs/computations/must.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = HOST_THREADS_ALONE ? 3 : 4, CASES = HOST_THREADS_ALONE ? 2 : 4 };

struct question {
    size_t size;
    uint64_t seed;
    bool gram_schmidt;
};

/* Whole numbers, large on the diagonal: of condition 3 at most, by Gershgorin's circles. */
static double element(const struct question *question, size_t i, size_t j) {
    struct random random = {question->seed + i * 1009 + j};
    double other = (double)(random_word(&random) % 17) - 8;
    return i == j ? 16.0 * (double)question->size : other;
}

static double solution(size_t j) {
    return (double)(j % 7) - 3;
}

/* Column j of the matrix, then b = A x, then the unit matrix, at row i. */
static double extended(const struct question *question, size_t i, size_t j) {
    if (j < question->size)
        return element(question, i, j);
    if (j > question->size)
        return j - question->size - 1 == i;
    double sum = 0;
    for (size_t k = 0; k < question->size; k++)
        sum += element(question, i, k) * solution(k);
    return sum;
}

static struct qr_rows rows_of(const struct question *question) {
    size_t size = question->size, columns = 2 * size + 1;
    struct qr_rows rows = {.element = allocate(qr_room(size) * columns, sizeof(double)),
                           .size = size,
                           .columns = columns};
    for (size_t k = 0; k < qr_own(size); k++)
        for (size_t j = 0; j < columns; j++)
            rows.element[k * columns + j] =
                extended(question, k * (size_t)cube_nodes() + (size_t)cube_node(), j);
    /* What the room for one row more holds does not matter. */
    for (size_t j = 0; j < columns; j++)
        rows.element[qr_own(size) * columns + j] = 1;
    return rows;
}

/* sums[i][j] = the sum over the rows of all nodes of column first + i times column first + j. */
static double *products_of(const struct qr_rows *rows, size_t first, bool triangular) {
    size_t size = rows->size;
    double *sums = allocate(size * size, sizeof *sums);
    for (size_t k = 0; k < qr_own(size); k++) {
        size_t least = triangular ? k * (size_t)cube_nodes() + (size_t)cube_node() : 0;
        for (size_t i = least; i < size; i++)
            for (size_t j = least; j < size; j++)
                sums[i * size + j] += rows->element[k * rows->columns + first + i] *
                                      rows->element[k * rows->columns + first + j];
    }
    host_check(cube_allreduce(sums, sums, size * size, &cube_double, &cube_sum) == 0);
    return sums;
}

static int solve(void *argument) {
    const struct question *question = argument;
    size_t size = question->size;
    struct qr_rows rows = rows_of(question), triangle = rows;
    double *gram = products_of(&rows, 0, false); /* A' A, exact */
    struct account account;
    account_open(&account);
    if (question->gram_schmidt) {
        triangle.element = allocate(qr_room(size) * rows.columns, sizeof(double));
        host_check(qr_gram_schmidt(&account, &rows, &triangle) == 0);
    } else {
        host_check(qr_givens(&account, &rows) == 0);
    }
    struct cost cost =
        (question->gram_schmidt ? qr_gram_schmidt_cost : qr_givens_cost)(size, rows.columns);
    uint64_t words = 0, nodes = (uint64_t)cube_nodes(), d = (uint64_t)cube_dim();
    for (size_t i = 0; i < size; i++)
        words += (question->gram_schmidt ? nodes * d : 2 * (nodes - 1)) * (rows.columns - i);
    check_account(&account, cost, sizeof(double));
    host_check(cost.steps == size * d && cost.words == words);

    double scale = 300 * (double)size * (double)size; /* above the largest element of A' A */
    double *products = products_of(&triangle, 0, true);
    for (size_t k = 0; k < size * size; k++)
        host_check(fabs(products[k] - gram[k]) <= 16 * (double)size * DBL_EPSILON * scale);
    free(products);
    /* Q' by Givens is made of the unit matrix, Q by Gram-Schmidt takes the place of A. */
    products = products_of(&rows, question->gram_schmidt ? 0 : size + 1, false);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            host_check(fabs(products[i * size + j] - (i == j)) <= 48 * (double)size * DBL_EPSILON);
    free(products);

    double *x = allocate(size, sizeof *x);
    account_open(&account);
    host_check(qr_solve(&account, &triangle, size, x) == 0);
    cost = qr_solve_cost(size);
    check_account(&account, cost, sizeof(double));
    host_check(cost.steps == size * d && cost.words == size * (nodes - 1));
    for (size_t j = 0; j < size; j++)
        host_check(fabs(x[j] - solution(j)) <= 1e-11);
    if (question->gram_schmidt)
        free(triangle.element);
    free(rows.element);
    free(gram);
    free(x);
    return 0;
}

/* A matrix of zeros: every node is told. */
TEST_AT_NODES(test_singular, 0, 3) {
    size_t size = 5, columns = size + 1;
    struct qr_rows rows = {allocate(qr_room(size) * columns, sizeof(double)), size, columns};
    struct qr_rows triangle = {allocate(qr_room(size) * columns, sizeof(double)), size, columns};
    double x[5];
    host_check(qr_gram_schmidt(NULL, &rows, &triangle) == -EDOM);
    host_check(qr_givens(NULL, &rows) == 0);
    host_check(qr_solve(NULL, &rows, size, x) == -EDOM);
    free(rows.element);
    free(triangle.element);
}

/* One node alone finds the same solution. */
TEST(test_alone) {
    struct question question = {.size = 23, .seed = 5};
    size_t size = question.size, columns = size + 1;
    double *matrix = calloc(size * columns, sizeof *matrix), x[23];
    double *triangle = calloc(size * columns, sizeof *triangle);
    for (int method = 0; method < 2; method++) {
        for (size_t i = 0; i < size; i++)
            for (size_t j = 0; j < columns; j++)
                matrix[i * columns + j] = extended(&question, i, j);
        if (method == 0)
            alone_qr_givens(matrix, size, x);
        else
            alone_qr_gram_schmidt(matrix, triangle, size, x);
        for (size_t j = 0; j < size; j++)
            assert_true(fabs(x[j] - solution(j)) <= 1e-11);
    }
    free(matrix);
    free(triangle);
}

TEST(test_solve) {
    struct random random = {3};
    for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
        for (int k = 0; k < CASES; k++) {
            struct question question = {.size = 1 + random_word(&random) % 30,
                                        .seed = random_word(&random),
                                        .gram_schmidt = k % 2 == 1};
            assert_int_equal(host_run(dimension, NULL, solve, &question), HOST_OK);
        }
}
