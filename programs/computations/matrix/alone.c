#include "programs/computations/matrix/alone.h"

#include <math.h>

#include "programs/computations/matrix/rotation.h"
#include "programs/computations/vector/inner.h"

void alone_multiply(const double *matrix, size_t rows, size_t size, const double *x, double *y) {
    for (size_t i = 0; i < rows; i++)
        y[i] = inner_own(&matrix[i * size], x, size);
}

void alone_multiply_matrices(const double *a_rows, const double *b_columns, double *c_columns,
                             size_t size) {
    for (size_t j = 0; j < size; j++)
        alone_multiply(a_rows, size, size, &b_columns[j * size], &c_columns[j * size]);
}

void alone_transpose(const double *matrix, double *transposed, size_t size) {
    for (size_t j = 0; j < size; j++)
        for (size_t i = 0; i < size; i++)
            *transposed++ = matrix[i * size + j];
}

/* ---- The QR decomposition ---- */

static void substitute(const double *triangle, size_t size, double *x) {
    size_t columns = size + 1;
    for (size_t i = size; i-- > 0;) {
        const double *row = &triangle[i * columns];
        double sum = row[size];
        for (size_t j = i + 1; j < size; j++)
            sum -= row[j] * x[j];
        x[i] = sum / row[i];
    }
}

void alone_qr_givens(double *matrix, size_t size, double *x) {
    size_t columns = size + 1;
    for (size_t i = 0; i < size; i++)
        for (size_t k = i + 1; k < size; k++)
            rotate(&matrix[i * columns + i], &matrix[k * columns + i], columns - i);
    substitute(matrix, size, x);
}

/* products[j] becomes the inner product of the first column and column j. */
static void multiply_columns(const double *restrict matrix, size_t size, size_t left,
                             double *restrict products) {
    for (size_t j = 0; j < left; j++)
        products[j] = 0;
    for (size_t k = 0; k < size; k++) {
        const double *row = &matrix[k * (size + 1)], first = row[0];
        for (size_t j = 0; j < left; j++)
            products[j] += first * row[j];
    }
}

/* Takes from each column j > 0 its part in the direction of the first, whose length is given, and
 * makes the first a unit vector. */
static void take_out(double *restrict matrix, size_t size, size_t left,
                     const double *restrict triangle, double length) {
    for (size_t k = 0; k < size; k++) {
        double *row = &matrix[k * (size + 1)], unit = row[0] / length;
        for (size_t j = 1; j < left; j++)
            row[j] -= triangle[j] * unit;
        row[0] = unit;
    }
}

void alone_qr_gram_schmidt(double *matrix, double *triangle, size_t size, double *x) {
    for (size_t i = 0; i < size; i++) {
        double *row = &triangle[i * (size + 1) + i];
        size_t left = size + 1 - i;
        multiply_columns(&matrix[i], size, left, row);
        double length = sqrt(row[0]);
        for (size_t j = 0; j < left; j++)
            row[j] /= length;
        take_out(&matrix[i], size, left, row, length);
    }
    substitute(triangle, size, x);
}
