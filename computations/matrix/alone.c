#include "computations/matrix/alone.h"

#include <math.h>

#include "computations/vector/inner.h"

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
    for (size_t i = 0; i < size; i++) {
        double *first = &matrix[i * columns];
        for (size_t k = i + 1; k < size; k++) {
            double *second = &matrix[k * columns];
            double length = hypot(first[i], second[i]);
            if (second[i] == 0)
                continue;
            double cosine = first[i] / length, sine = second[i] / length;
            for (size_t j = i; j < columns; j++) {
                double old = first[j];
                first[j] = cosine * old + sine * second[j];
                second[j] = cosine * second[j] - sine * old;
            }
        }
    }
    substitute(matrix, size, x);
}

/* Row i of the triangle becomes the inner products of column i with itself and those beyond. */
static void multiply_columns(const double *matrix, double *row, size_t size, size_t i) {
    size_t columns = size + 1;
    for (size_t j = i; j < columns; j++)
        row[j] = 0;
    for (size_t k = 0; k < size; k++) {
        const double *elements = &matrix[k * columns];
        for (size_t j = i; j < columns; j++)
            row[j] += elements[i] * elements[j];
    }
}

void alone_qr_gram_schmidt(double *matrix, double *triangle, size_t size, double *x) {
    size_t columns = size + 1;
    for (size_t i = 0; i < size; i++) {
        double *row = &triangle[i * columns];
        multiply_columns(matrix, row, size, i);
        double length = sqrt(row[i]);
        for (size_t j = i; j < columns; j++)
            row[j] /= length;
        for (size_t k = 0; k < size; k++) {
            double *elements = &matrix[k * columns], unit = elements[i] / length;
            for (size_t j = i + 1; j < columns; j++)
                elements[j] -= row[j] * unit;
            elements[i] = unit;
        }
    }
    substitute(triangle, size, x);
}
