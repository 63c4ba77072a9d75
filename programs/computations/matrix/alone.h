/* The sequential programs with which the parallel ones are compared, on one node with the whole
 * matrix, and the loops that they share. */
#ifndef COMPUTATIONS_MATRIX_ALONE_H
#define COMPUTATIONS_MATRIX_ALONE_H

#include <stddef.h>

/* y = A x for the `rows` rows of `size` doubles at `matrix`. */
void alone_multiply(const double *matrix, size_t rows, size_t size, const double *x, double *y);

/* C = A B, with A stored by rows and B and C by columns, of `size` rows and columns. */
void alone_multiply_matrices(const double *a_rows, const double *b_columns, double *c_columns,
                             size_t size);

/* `transposed` becomes the transposed matrix of `size` rows and columns. */
void alone_transpose(const double *matrix, double *transposed, size_t size);

/* Solves A x = b by Givens rotations, column after column and row after row. `matrix` has `size`
 * rows of size + 1 doubles, the last of which is b; R and Q' b overwrite it. */
void alone_qr_givens(double *matrix, size_t size, double *x);

/* Solves A x = b by modified Gram-Schmidt. `triangle` has the shape of the matrix; the matrix
 * becomes Q. */
void alone_qr_gram_schmidt(double *matrix, double *triangle, size_t size, double *x);

#endif
