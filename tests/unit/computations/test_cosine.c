/* The cosine transform of rows against its definition, and back. */
#include <math.h>
#include <stdlib.h>

#include <errno.h>

#include "programs/computations/fourier/cosine.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

static const double pi = 3.14159265358979323846;

static double *element(struct cosine *cosine, size_t row, size_t place) {
    return (row % 2 == 0 ? cosine->real : cosine->imaginary) + place * cosine->pairs + row / 2;
}

static void check(size_t length, size_t rows) {
    struct random random = {length * 100 + rows};
    struct cosine cosine;
    assert_int_equal(cosine_make(&cosine, length, rows), 0);
    double *given = calloc(length * rows, sizeof *given);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < length; i++) {
            given[row * length + i] = (double)(int64_t)random_word(&random) / 0x1p63;
            *element(&cosine, row, cosine.place[i]) = given[row * length + i];
        }
    cosine_transform(&cosine);
    for (size_t row = 0; row < rows; row++)
        for (size_t q = 0; q < length; q++) {
            double sum = 0;
            for (size_t i = 0; i < length; i++)
                sum += given[row * length + i] *
                       cos(pi * (double)((2 * i + 1) * q) / (2 * (double)length));
            assert_true(fabs(*element(&cosine, row, q) - sum) < 1e-13 * (double)length);
        }
    cosine_restore(&cosine);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < length; i++)
            assert_true(fabs(*element(&cosine, row, cosine.place[i]) - given[row * length + i]) <
                        1e-14 * (double)length);
    free(given);
    cosine_free(&cosine);
}

TEST(test_definition) {
    for (size_t length = 1; length <= 64; length *= 2)
        for (size_t rows = 1; rows <= 5; rows++)
            check(length, rows);
}

TEST(test_length) {
    struct cosine cosine;
    assert_int_equal(cosine_make(&cosine, 0, 1), -EINVAL);
    assert_int_equal(cosine_make(&cosine, 12, 1), -EINVAL);
}
