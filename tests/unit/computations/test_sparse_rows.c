/* Compressed rows against a dense matrix; extended diagonals and the problems that they leave
 * against a search of the dependency graph (Ozveren, Propositions 3.1 and 3.2). */
#include <stdlib.h>
#include <string.h>

#include "programs/computations/sparse/diagonals.h"
#include "programs/computations/sparse/rows.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

enum { MOST_SIZE = 60, ROUNDS = 200 };

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
        assert_int_equal(sparse_rows_make(&matrix, &entries, first, rows), 0);
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
    assert_int_equal(sparse_rows_make(&matrix, &entries, 0, size), 0);
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

/* A matrix with these diagonals, all of whose elements are there. */
static struct sparse_rows with_diagonals(size_t size, size_t count, const size_t offset[]) {
    struct sparse_entries entries = {.rows = size, .columns = size};
    struct sparse_rows matrix;
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < count; k++)
            assert_int_equal(sparse_entries_add(&entries, i, (i + offset[k]) % size, 1), 0);
    assert_int_equal(sparse_rows_make(&matrix, &entries, 0, size), 0);
    sparse_entries_free(&entries);
    return matrix;
}

/* Gives each unknown the least one that it depends on, in any number of steps and either way. */
static void find_problems(const struct sparse_rows *matrix, size_t least[]) {
    for (size_t i = 0; i < matrix->rows; i++)
        least[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < matrix->rows; i++)
            for (size_t k = matrix->begin[i]; k < matrix->begin[i + 1]; k++) {
                size_t j = matrix->column[k], low = least[i] < least[j] ? least[i] : least[j];
                changed = changed || least[i] != low || least[j] != low;
                least[i] = least[j] = low;
            }
    }
}

/* The order puts the unknowns of a problem side by side, its band is as narrow as it says, and no
 * other renumbering of the problem makes a narrower one. */
static void check_order(const struct sparse_rows *matrix, const struct diagonals *diagonals) {
    size_t place[MOST_SIZE], members = diagonals->size / diagonals->problems, width, widest = 0;
    bool taken[MOST_SIZE] = {false};
    size_t unit = diagonals_narrow(diagonals, &width);
    diagonals_order(diagonals, unit, place);
    for (size_t i = 0; i < matrix->rows; i++) {
        assert_true(place[i] < matrix->rows && !taken[place[i]]);
        taken[place[i]] = true;
        assert_int_equal(place[i] / members, i % diagonals->problems);
        for (size_t k = matrix->begin[i]; k < matrix->begin[i + 1]; k++) {
            size_t ahead = (place[matrix->column[k]] + matrix->rows - place[i]) % members;
            size_t distance = ahead < members - ahead ? ahead : members - ahead;
            widest = distance > widest ? distance : widest;
        }
    }
    assert_int_equal(widest, width);
    for (size_t other = 1; other < members; other++) {
        size_t reached = 0, band = 0;
        for (size_t t = other; t != 0; t = (t + other) % members)
            reached++;
        if (reached + 1 != members)
            continue; /* not prime to it */
        for (size_t k = 0; k < diagonals->count; k++) {
            size_t ahead = diagonals->offset[k] / diagonals->problems * other % members;
            size_t distance = ahead < members - ahead ? ahead : members - ahead;
            band = distance > band ? distance : band;
        }
        assert_true(band >= width);
    }
}

TEST(test_diagonals) {
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        struct random random = {seed};
        size_t size = 1 + below(&random, MOST_SIZE), count = 1 + below(&random, 4);
        size_t offset[4], least[MOST_SIZE], width = 0;
        bool has[MOST_SIZE] = {false};
        size_t step = 1 + below(&random, 6);
        for (size_t k = 0; k < count; k++) {
            offset[k] = below(&random, size) / step * step;
            has[offset[k]] = true;
        }
        struct sparse_rows matrix = with_diagonals(size, count, offset);
        struct diagonals diagonals;
        assert_int_equal(diagonals_find(&diagonals, &matrix), 0);
        size_t found = 0;
        for (size_t p = 0; p < size; p++)
            if (has[p]) {
                size_t distance = p < size - p ? p : size - p;
                width = distance > width ? distance : width;
                assert_int_equal(diagonals.offset[found], p);
                assert_int_equal(diagonals.elements[found++], size);
            }
        assert_int_equal(diagonals.count, found);
        assert_int_equal(diagonals.width, width);
        find_problems(&matrix, least);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(least[i], i % diagonals.problems);
        check_order(&matrix, &diagonals);
        diagonals_free(&diagonals);
        sparse_rows_free(&matrix);
    }
}
