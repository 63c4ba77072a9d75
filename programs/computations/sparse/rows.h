/* A sparse matrix by compressed rows: the columns and values of the elements that are stored, one
 * row after the other. */
#ifndef COMPUTATIONS_SPARSE_ROWS_H
#define COMPUTATIONS_SPARSE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/computations/sparse/entries.h"

struct sparse_rows {
    size_t rows, columns;
    size_t *begin;    /* row i has the elements begin[i] .. begin[i + 1] - 1 */
    uint32_t *column; /* of each element, ascending within a row */
    double *value;
};

/* Makes the rows `first` .. `first` + `rows` - 1 of the entries' matrix. Where an element is given
 * more than once, its values are added. The caller ends with sparse_rows_free. */
void sparse_rows_make(struct sparse_rows *matrix, const struct sparse_entries *entries,
                      size_t first, size_t rows);
void sparse_rows_free(struct sparse_rows *matrix);

/* Sets `to` to the product of the matrix with `from`. */
void sparse_rows_multiply(const struct sparse_rows *matrix, const double *from, double *to);

/* The value of an element; 0 if it is not stored. */
double sparse_rows_element(const struct sparse_rows *matrix, size_t row, size_t column);

/* Whether the matrix is square, and each element equals its counterpart across the diagonal. */
bool sparse_rows_symmetric(const struct sparse_rows *matrix);

/* Returns the first row of a square matrix that has only zeros, or else the first such column;
 * *is_column says which it is. Either makes the matrix singular. Returns the number of rows if
 * there is none. */
size_t sparse_rows_empty(const struct sparse_rows *matrix, bool *is_column);

#endif
