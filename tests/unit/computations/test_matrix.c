/* Dense matrices: products with a vector in all forms, products of matrices, and conversions
 * between the storages, of whole numbers, against the whole matrix; counts against the formulas of
 * the paper, written here once more. */
#include <stdlib.h>

#include <errno.h>

#include "cube.h"
#include "programs/computations/matrix/matmul.h"
#include "programs/computations/matrix/matvec.h"
#include "programs/computations/matrix/storage.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = HOST_THREADS_ALONE ? 3 : 4, CASES = HOST_THREADS_ALONE ? 2 : 4 };

struct question {
    size_t size, width;
    uint64_t seed;
};

static double element(const struct question *question, size_t i, size_t j) {
    struct random random = {question->seed + i * 1009 + j};
    return (double)(random_word(&random) % 32) - 16;
}

/* ---- y = A x ---- */

static void multiply(const struct question *question, enum matvec_form form, bool all_ports) {
    size_t size = question->size, block = matvec_block(form, size);
    double *matrix = allocate(matvec_room(form, size), sizeof *matrix);
    struct submatrix mine = matvec_elements(form, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            matrix[matvec_place(form, size, i, j)] = element(question, i, j);
    double *x = allocate(block, sizeof *x), *y = allocate(block, sizeof *y);
    struct matvec_range input = matvec_input(form, size, cube_node());
    for (size_t j = 0; j < input.count; j++)
        x[j] = element(question, size, input.first + j);
    struct matvec product;
    struct account account;
    host_check(matvec_open(&product, form, all_ports, size, matrix) == 0);
    account_open(&account);
    host_check(matvec_multiply(&product, &account, x, y) == 0);
    check_account(&account, matvec_cost(form, all_ports, size), sizeof(double));
    struct matvec_range output = matvec_output(form, size, cube_node());
    for (size_t i = 0; i < output.count; i++) {
        double sum = 0;
        for (size_t j = 0; j < size; j++)
            sum += element(question, output.first + i, j) * element(question, size, j);
        host_check(y[i] == sum);
    }
    size_t all = output.count;
    uint64_t elements = all;
    host_check(cube_allreduce(&elements, &elements, 1, &cube_uint64, &cube_sum) == 0);
    host_check(elements == size); /* every element of y is at one node */
    matvec_close(&product);
    free(matrix);
    free(x);
    free(y);
}

static int all_forms(void *argument) {
    for (enum matvec_form form = 0; form < MATVEC_FORMS; form++) {
        multiply(argument, form, false);
        multiply(argument, form, true);
    }
    return 0;
}

/* Ozveren's counts, for n = 4 N: with one port and all, by rows and by the sums; n - 1 shifts of
 * blocks for diagonals; two trees on the grid. */
TEST_AT_NODES(test_formulas, 0, 6) {
    uint64_t nodes = (uint64_t)cube_nodes(), d = (uint64_t)cube_dim(), size = 4 * nodes;
    uint64_t rows = 1u << (d + 1) / 2, columns = 1u << d / 2;
    struct cost cost = matvec_cost(MATVEC_ROWS, false, size);
    host_check(cost.steps == d && cost.words == size * (nodes - 1));
    cost = matvec_cost(MATVEC_ACCUMULATE, true, size);
    host_check(cost.steps == (d == 0 ? 0 : (nodes - 1 + d - 1) / d));
    host_check(cost.words == size * (nodes - 1));
    cost = matvec_cost(MATVEC_GATHER, true, size);
    host_check(cost.steps == (d == 0 ? 0 : nodes / 2) && cost.words == size * nodes / 2 * d);
    cost = matvec_cost(MATVEC_DIAGONALS, false, size);
    host_check(cost.steps == nodes - 1 && cost.words == size * (nodes - 1));
    cost = matvec_cost(MATVEC_GRID, false, size);
    host_check(cost.steps == d && cost.words == size * (rows - 1 + columns - 1));
    cost = matrix_convert_cost(size, MATRIX_BY_ROWS, MATRIX_BY_COLUMNS, "alltoall-exchange");
    host_check(cost.steps == d && cost.words == size * size * d / 2);
    cost = matrix_convert_cost(size, MATRIX_BY_COLUMNS, MATRIX_BY_DIAGONALS, NULL);
    host_check(cost.words == (d < 2 ? 0 : size * size * (d - 1) / 2));
}

/* ---- Storages ---- */

static void convert(const struct question *question, enum matrix_storage from,
                    enum matrix_storage to, const char *algorithm) {
    size_t size = question->size, room = blocks_size(size) * size;
    double *in = allocate(room, sizeof *in), *out = allocate(room, sizeof *out);
    struct submatrix mine = matrix_of_node(from, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            in[matrix_place(from, size, i, j)] = element(question, i, j);
    struct account account;
    struct cost cost = {0};
    account_open(&account);
    int error = matrix_convert(&account, size, from, in, to, out, algorithm);
    host_check(error == (from == to ? -EINVAL : 0));
    mine = matrix_of_node(to, size, cube_node());
    if (from != to) {
        cost = matrix_convert_cost(size, from, to, algorithm);
        for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
            for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
                host_check(out[matrix_place(to, size, i, j)] == element(question, i, j));
    }
    check_account(&account, cost, sizeof(double));
    free(in);
    free(out);
}

static int all_storages(void *argument) {
    static const char *const algorithms[] = {"alltoall-exchange", "alltoall-all-port",
                                             "alltoall-transpose"};
    for (int k = 0; k < 3; k++)
        for (enum matrix_storage from = MATRIX_BY_ROWS; from <= MATRIX_BY_DIAGONALS; from++)
            for (enum matrix_storage to = MATRIX_BY_ROWS; to <= MATRIX_BY_DIAGONALS; to++)
                convert(argument, from, to, algorithms[k]);
    return 0;
}

/* ---- C = A B ---- */

static int multiply_matrices(void *argument) {
    const struct question *question = argument;
    struct question other = {.size = question->size, .seed = question->seed + 77};
    size_t size = question->size, room = blocks_size(size) * size;
    double *a = allocate(room, sizeof *a), *b = allocate(room, sizeof *b);
    double *c = allocate(room, sizeof *c);
    struct submatrix rows = matrix_of_node(MATRIX_BY_ROWS, size, cube_node());
    struct submatrix columns = matrix_of_node(MATRIX_BY_COLUMNS, size, cube_node());
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < rows.rows; k++)
            a[matrix_place(MATRIX_BY_ROWS, size, rows.first_row + k, i)] =
                element(question, rows.first_row + k, i);
        for (size_t k = 0; k < columns.columns; k++)
            b[matrix_place(MATRIX_BY_COLUMNS, size, i, columns.first_column + k)] =
                element(&other, i, columns.first_column + k);
    }
    struct account account;
    account_open(&account);
    host_check(matmul(&account, size, a, b, c, question->width) == 0);
    struct cost cost = matmul_cost(size, question->width);
    check_account(&account, cost, sizeof(double));
    host_check(cost.words ==
               size * (uint64_t)cube_nodes() * (uint64_t)(cube_nodes() - 1) * blocks_size(size));
    for (size_t i = 0; i < rows.rows; i++)
        for (size_t j = 0; j < size; j++) {
            double sum = 0;
            for (size_t k = 0; k < size; k++)
                sum += element(question, rows.first_row + i, k) * element(&other, k, j);
            host_check(c[i * size + j] == sum);
        }
    host_check(matmul(NULL, size, a, b, c, 0) == -EINVAL);
    host_check(matmul(NULL, size, a, b, c, size + 1) == -EINVAL);
    free(a);
    free(b);
    free(c);
    return 0;
}

static void run_all(int (*function)(void *)) {
    struct random random = {11};
    for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
        for (int k = 0; k < CASES; k++) {
            struct question question = {.size = 1 + random_word(&random) % 40,
                                        .seed = random_word(&random)};
            if (k == 0)
                question.size = (size_t)1 << dimension;
            question.width = 1 + random_word(&random) % question.size;
            assert_int_equal(host_run(dimension, NULL, function, &question), HOST_OK);
        }
}

TEST(test_forms) {
    run_all(all_forms);
}

TEST(test_storages) {
    run_all(all_storages);
}

TEST(test_matrices) {
    run_all(multiply_matrices);
}
