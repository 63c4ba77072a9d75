/* Finds a compressed row that differs from the row of the dense matrix: the programs compare a
 * product with one node's, by the same rows. */
#include "programs/computations/sparse/rows.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

enum { ROUNDS = 200 };

static size_t below(struct random *random, size_t limit) {
    return (size_t)(random_word(random) % limit);
}

/* Elements are given in any order, some of them more than once. */
TEST(test_rows) {
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct random random = {seed};
        size_t size = 1 + below(&random, 20), first = below(&random, size);
        size_t rows = 1 + below(&random, size - first), given = below(&random, 2 * size * size);
        struct sparse_entries entries = {.rows = size, .columns = size};
        struct sparse_rows matrix;
        double dense[20][20] = {{0}}, from[20], to[20];
        for (size_t k = 0; k < given; k++) {
            size_t i = below(&random, size), j = below(&random, size);
            double value = (double)below(&random, 9) - 4;
            dense[i][j] += value;
            assert_int_equal(sparse_entries_add(&entries, i, j, value), 0);
        }
        for (size_t j = 0; j < size; j++)
            from[j] = (double)below(&random, 100);
        sparse_rows_make(&matrix, &entries, first, rows);
        sparse_rows_multiply(&matrix, from, to);
        for (size_t i = 0; i < rows; i++) {
            double sum = 0;
            for (size_t j = 0; j < size; j++) {
                assert_true(sparse_rows_element(&matrix, i, j) == dense[first + i][j]);
                sum += dense[first + i][j] * from[j];
            }
            assert_true(to[i] == sum);
        }
        sparse_rows_free(&matrix);
        sparse_entries_free(&entries);
    }
}

static struct sparse_rows make(size_t size, size_t count, const double elements[]) {
    struct sparse_entries entries = {.rows = size, .columns = size};
    struct sparse_rows matrix;
    for (size_t k = 0; k < count; k++)
        assert_int_equal(sparse_entries_add(&entries, (size_t)elements[3 * k],
                                            (size_t)elements[3 * k + 1], elements[3 * k + 2]),
                         0);
    sparse_rows_make(&matrix, &entries, 0, size);
    sparse_entries_free(&entries);
    return matrix;
}

TEST(test_properties) {
    bool is_column;
    struct sparse_rows matrix = make(2, 3, (double[]){0, 1, 2, 1, 0, 2, 1, 1, 5});
    assert_true(sparse_rows_symmetric(&matrix));
    assert_int_equal(sparse_rows_empty(&matrix, &is_column), 2);
    sparse_rows_free(&matrix);
    matrix = make(2, 2, (double[]){0, 1, 2, 1, 0, 3});
    assert_false(sparse_rows_symmetric(&matrix));
    sparse_rows_free(&matrix);
    matrix = make(2, 2, (double[]){0, 0, 1, 1, 1, 0});
    assert_int_equal(sparse_rows_empty(&matrix, &is_column), 1);
    assert_false(is_column);
    sparse_rows_free(&matrix);
    matrix = make(2, 2, (double[]){0, 1, 1, 1, 1, 1});
    assert_int_equal(sparse_rows_empty(&matrix, &is_column), 0);
    assert_true(is_column);
    sparse_rows_free(&matrix);
}
