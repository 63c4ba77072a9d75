/* The product y = A x of a dense square matrix and a vector, in five forms (Ozveren, section 3.2;
 * the slides' "Matrix-Vector Multiplication Example"). They differ in how the matrix is stored,
 * where the parts of x and y are, and when there is communication. For N = 2^d nodes, n rows and
 * columns, blocks of B = ceil(n / N), one port:
 *
 *     form        stored        communication                     steps  words over links
 *     rows        by rows       all-gather of x, before           d      N (N - 1) B
 *     accumulate  by columns    reduce-scatter of y, after        d      N (N - 1) B
 *     gather      by columns    total exchange of sums, after     d      N N d B / 2
 *     diagonals   by diagonals  shifts of sums, between products  N - 1  N (N - 1) B
 *     grid        rectangles    x along columns, y along rows     d      (R - 1) C ceil(n / C)
 *                                                                        + (C - 1) R ceil(n / R)
 *
 * With all ports the first two take ceil((N - 1) / d) steps, the third N / 2. The grid is the
 * checkerboard of R x C nodes (checkerboard.h). */
#ifndef COMPUTATIONS_MATRIX_MATVEC_H
#define COMPUTATIONS_MATRIX_MATVEC_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/matrix/storage.h"

enum matvec_form {
    MATVEC_ROWS,
    MATVEC_ACCUMULATE,
    MATVEC_GATHER,
    MATVEC_DIAGONALS,
    MATVEC_GRID,
    MATVEC_FORMS,
};

/* A product, and its memory. */
struct matvec {
    enum matvec_form form;
    bool all_ports;        /* where the form has algorithms for all ports */
    size_t size;           /* n */
    const double *matrix;  /* this node's elements, the caller's */
    double *whole, *parts; /* vectors of n elements, and of n for arrivals */
};

/* A node's part of a vector: `count` elements from `first` on. */
struct matvec_range {
    size_t first, count;
};

/* The name of a form as an option, "rows" ... "grid". */
const char *matvec_name(enum matvec_form form);

/* Prepares products of `size` > 0 rows and columns. `matrix` has this node's elements and stays the
 * caller's. In the forms with a storage these are its block of lines (storage.h), in the grid the
 * rectangle of matvec_elements, row by row. matvec_close gives the memory back. */
void matvec_open(struct matvec *product, enum matvec_form form, bool all_ports, size_t size,
                 const double *matrix);
void matvec_close(struct matvec *product);

/* The elements of the matrix that a node has, how many doubles they take with padding, and where
 * element (i, j) is among them. */
struct submatrix matvec_elements(enum matvec_form form, size_t size, int node);
size_t matvec_room(enum matvec_form form, size_t size);
size_t matvec_place(enum matvec_form form, size_t size, size_t i, size_t j);

/* A node's part of x before the product, and of y after it. In the grid x is in the first row of
 * nodes, and y in the first column. matvec_block: the doubles that a part takes with padding. */
struct matvec_range matvec_input(enum matvec_form form, size_t size, int node);
struct matvec_range matvec_output(enum matvec_form form, size_t size, int node);
size_t matvec_block(enum matvec_form form, size_t size);

/* Computes this node's part of y = A x from its part of x. Both have matvec_block elements; padding
 * must be 0 in x, and is 0 in y. `account` may be null. Every node calls it. */
void matvec_multiply(struct matvec *product, struct account *account, const double *x, double *y);

/* The cost of a product, by the formulas above. */
struct cost matvec_cost(enum matvec_form form, bool all_ports, size_t size);

#endif
