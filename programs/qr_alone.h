/* The QR decomposition by one node, with the whole matrix: what qr is compared with. */
#ifndef PROGRAMS_QR_ALONE_H
#define PROGRAMS_QR_ALONE_H

#include <stddef.h>

/* Solves A x = b by Givens rotations, column after column and row after row. `matrix` has `size`
 * rows of size + 1 doubles, the last of which is b; R and Q' b overwrite it. */
void qr_alone_givens(double *matrix, size_t size, double *x);

/* The same by modified Gram-Schmidt; `triangle` has the shape of the matrix, which becomes Q. */
void qr_alone_gram_schmidt(double *matrix, double *triangle, size_t size, double *x);

#endif
