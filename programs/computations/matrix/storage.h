/* The three ways in which a square matrix is stored on the cube (Ozveren, section 3.2): by rows, by
 * columns, or by extended diagonals. Each node has a block of lines (blocks.h), and each line has
 * `size` elements that lie one after the other:
 *
 *   by rows       line i, place j: a[i][j]; block p is at node p
 *   by columns    line j, place i: a[i][j]; block p is at node p
 *   by diagonals  line j, place k: a[(j - k) mod size][j], of extended diagonal k; block p is at
 *                 node cube_gray(p), so that consecutive blocks are at neighbours
 *
 * The last is the diagonal form D of figure 13, stored by columns: row k of D is an extended
 * diagonal of the matrix, and column j of D is column j of the matrix, turned round. */
#ifndef COMPUTATIONS_MATRIX_STORAGE_H
#define COMPUTATIONS_MATRIX_STORAGE_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

enum matrix_storage { MATRIX_BY_ROWS, MATRIX_BY_COLUMNS, MATRIX_BY_DIAGONALS };

/* Returns the part of a node, which is the number of the block that it has. */
int matrix_part(enum matrix_storage storage, int node);

/* A set of elements: `rows` rows from first_row on, in `columns` columns from first_column on. */
struct submatrix {
    size_t first_row, rows;
    size_t first_column, columns;
};

/* The elements that a node stores, without padding. */
struct submatrix matrix_of_node(enum matrix_storage storage, size_t size, int node);

/* Where element (i, j) lies among those of the node that stores it. */
size_t matrix_place(enum matrix_storage storage, size_t size, size_t i, size_t j);

/* Brings a matrix of doubles from one storage to another: `in` has this node's block of lines, and
 * `out`, another array, becomes its block of the other storage. From or to rows each node has
 * something for every other: a multinode scatter (section 2.2.5), by the algorithm of the operation
 * "alltoall" that `algorithm` names (null: the usual one), with blocks of B x B words for lines in
 * blocks of B. Between columns and diagonals each block of lines goes to one other node.
 * `account` may be null.
 *
 * A matrix that is stored by columns is its transpose stored by rows. So the conversion from rows
 * to columns is also the transposition. */
void matrix_convert(struct account *account, size_t size, enum matrix_storage from,
                    const double *in, enum matrix_storage to, double *out, const char *algorithm);

/* The cost of a conversion. From or to rows `algorithm` has to be named. */
struct cost matrix_convert_cost(size_t size, enum matrix_storage from, enum matrix_storage to,
                                const char *algorithm);

#endif
