/* Finds a Matrix Market file that the reader takes wrongly, or refuses by another message. */
#include <stdlib.h>
#include <string.h>

#include "programs/computations/sparse/matrix_market.h"
#include "programs/computations/sparse/rows.h"
#include "tests/unit/test.h"

#define BANNER "%%MatrixMarket matrix "
#define REAL   BANNER "coordinate real general\n"

static bool read_text(const char *text, size_t bytes, struct matrix_market *matrix) {
    FILE *file = bytes > 0 ? fmemopen((void *)text, bytes, "r") : fopen("/dev/null", "r");
    assert_non_null(file);
    bool good = matrix_market_read(file, matrix);
    fclose(file);
    return good;
}

/* `expected` has the elements row by row. */
static void takes(const char *text, size_t size, bool dense, const double expected[]) {
    struct matrix_market matrix;
    struct sparse_rows rows;
    if (!read_text(text, strlen(text), &matrix))
        fail_msg("%s", matrix.wrong);
    assert_int_equal(matrix.entries.rows, size);
    assert_int_equal(matrix.dense, dense);
    sparse_rows_make(&rows, &matrix.entries, 0, size);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            assert_true(sparse_rows_element(&rows, i, j) == expected[i * size + j]);
    sparse_rows_free(&rows);
    sparse_entries_free(&matrix.entries);
}

TEST(test_taken) {
    takes(REAL "% comment\n\n 2 2 3 \n1 1 1.5\n\n%\n2 1 -2e1\n2\t2 .5", 2, false,
          (double[]){1.5, 0, -20, 0.5});
    takes("%%matrixmarket MATRIX Coordinate Real General\r\n1 1 1\r\n1 1 3\r\n\r\n% end\n", 1,
          false, (double[]){3});
    takes(BANNER "coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 -7\n", 2, false,
          (double[]){4, -7, -7, 0});
    takes(BANNER "coordinate pattern skew-symmetric\n2 2 1\n2 1\n", 2, false,
          (double[]){0, -1, 1, 0});
    takes(BANNER "array real general\n2 2\n1\n2\n3\n4\n", 2, true, (double[]){1, 3, 2, 4});
    takes(BANNER "array integer symmetric\n2 2\n1\n2\n3\n", 2, true, (double[]){1, 2, 2, 3});
    takes(BANNER "array real skew-symmetric\n2 2\n5\n", 2, true, (double[]){0, -5, 5, 0});
    takes(REAL "2 2 3\n1 2 1\n1 2 2\n1 1 4\n", 2, false, (double[]){4, 3, 0, 0}); /* added up */
    takes(REAL "3 3 0\n", 3, false, (double[9]){0});
}

static const struct {
    const char *text, *wrong;
} refused[] = {
    {"", "line 1: the file is empty"},
    {"hello", "line 1: it does not begin with \"%%MatrixMarket matrix\""},
    {BANNER "tensor", "line 1: unknown format \"tensor\" (expected: coordinate or array)"},
    {BANNER "coordinate complex general",
     "line 1: unsupported field \"complex\" (expected: real, integer or pattern)"},
    {BANNER "array pattern general", "line 1: an array cannot be a pattern"},
    {BANNER "coordinate real hermitian",
     "line 1: unsupported symmetry \"hermitian\" (expected: general, symmetric or skew-symmetric)"},
    {BANNER "coordinate real general more", "line 1: unexpected \"more\""},
    {REAL, "line 2: the file ends before the size of the matrix"},
    {REAL "%\n2 3 1\n", "line 3: 2 rows and 3 columns: the matrix is not square"},
    {REAL "2\n", "line 2: columns is missing"},
    {REAL "2 2\n", "line 2: elements is missing"},
    {REAL "0 0 0\n", "line 2: rows is 0 (expected: at least 1)"},
    {REAL "-2 2 1\n", "line 2: rows is not a number: \"-2\""},
    {REAL "99999999999999999999999 2 1\n",
     "line 2: rows is 99999999999999999999999 (expected: at most 16777216)"},
    {REAL "20000000 20000000 1\n", "line 2: rows is 20000000 (expected: at most 16777216)"},
    {REAL "2 2 5\n", "line 2: elements is 5 (expected: at most 4)"},
    {BANNER "coordinate real symmetric\n2 2 4\n", "line 2: elements is 4 (expected: at most 3)"},
    {REAL "9000000 9000000 81000000000000\n1 1 1\n",
     "line 4: the file ends after 1 of 81000000000000 elements"},
    {BANNER "array real general\n16777216 16777216\n1\n",
     "line 4: the file ends after 1 of 281474976710656 elements"},
    {REAL "2 2 2\n1 1 1\n", "line 4: the file ends after 1 of 2 elements"},
    {REAL "2 2 1\n3 1 1\n", "line 3: the row is 3 (expected: at most 2)"},
    {REAL "2 2 1\n0 1 1\n", "line 3: the row is 0 (expected: at least 1)"},
    {REAL "2 2 1\n1 one 1\n", "line 3: the column is not a number: \"one\""},
    {REAL "2 2 1\n1 1\n", "line 3: the value is missing"},
    {REAL "2 2 1\n1 1 x\n", "line 3: invalid value \"x\" (expected: a finite number)"},
    {REAL "2 2 1\n1 1 nan\n", "line 3: invalid value \"nan\" (expected: a finite number)"},
    {REAL "2 2 1\n1 1 1e999\n", "line 3: invalid value \"1e999\" (expected: a finite number)"},
    {REAL "2 2 1\n1 1 1 1\n", "line 3: unexpected \"1\""},
    {REAL "2 2 1\n1 1 1\n2 2 2\n", "line 4: \"2\": there are more elements than line 2 says"},
    {BANNER "coordinate integer general\n1 1 1\n1 1 1.5\n",
     "line 3: invalid value \"1.5\" (expected: an integer)"},
    {BANNER "coordinate pattern general\n1 1 1\n1 1 1\n", "line 3: unexpected \"1\""},
    {BANNER "coordinate real symmetric\n2 2 1\n1 2 1\n",
     "line 3: row 1, column 2 is above the diagonal of a symmetric matrix"},
    {BANNER "coordinate real skew-symmetric\n2 2 2\n",
     "line 2: elements is 2 (expected: at most 1)"},
    {BANNER "coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
     "line 3: row 1, column 1 is on the diagonal of a skew-symmetric matrix"},
};

static void refuses(const char *text, size_t bytes, const char *wrong) {
    struct matrix_market matrix;
    assert_false(read_text(text, bytes, &matrix));
    assert_string_equal(matrix.wrong, wrong);
    assert_null(matrix.entries.list);
}

TEST(test_refused) {
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        refuses(refused[k].text, strlen(refused[k].text), refused[k].wrong);
    static const char zero[] = REAL "1 1\0 1\n1 1 1\n";
    refuses(zero, sizeof zero - 1, "line 2: not a text file (a zero byte)");
    char *text = malloc(strlen(REAL) + 2001);
    int length = sprintf(text, "%s%%%01999d", REAL, 0);
    refuses(text, (size_t)length, "line 2: more than 1024 characters");
    free(text);
}
