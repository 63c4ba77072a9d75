/* The QR decomposition of a dense square matrix whose rows are stored cyclically, and the solution
 * of linear equations by it (Ozveren, section 3.4.1). Row r is at node r mod N, so that every node
 * keeps its share of the rows that are still worked on. Q is not made. Columns to the right of the
 * matrix, `size` ... `columns` - 1, are transformed with it, and are multiplied by Q'. So b becomes
 * the right-hand side of R x = Q' b. */
#ifndef COMPUTATIONS_MATRIX_QR_H
#define COMPUTATIONS_MATRIX_QR_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* The rows of a matrix that a node has. Rows are `columns` doubles one after the other, the
 * caller's; local row k is row k N + node. */
struct qr_rows {
    double *element;
    size_t size;    /* rows of the whole matrix, and columns that R has */
    size_t columns; /* of a row: size, and those that are transformed with it */
};

/* How many rows this node has, and how many have to have room: Givens rotations need one more. */
size_t qr_own(size_t size);
size_t qr_room(size_t size);

/* By Givens rotations. In step i each node first rotates its own rows r >= i against the first of
 * them, until only this one has an element in column i. Then the nodes' first rows are rotated in
 * pairs along the binomial tree (Ozveren, figure 6) whose root has row i: both nodes of a pair send
 * what is left of their rows, columns i and beyond, and each computes its own row. After d steps
 * row i of R is at its place. So that every node always has a row to rotate, the last of its
 * qr_room rows is one of zeros, which this sets.
 *
 * `account` may be null. The cost: size d steps; column i takes 2 (N - 1) (columns - i) words. */
void qr_givens(struct account *account, const struct qr_rows *rows);
struct cost qr_givens_cost(size_t size, size_t columns);

/* By modified Gram-Schmidt. In step i every node gets the inner products of column i with itself
 * and all columns beyond, by an exchange of sums in each dimension; then each node subtracts, in
 * its own rows of these columns, what lies in the direction of column i. Row i of R, and of what
 * stands to the right, goes to `triangle`, which has the same shape as `rows`; the first `size`
 * columns of `rows` become Q. Returns false if a column is 0, so that the matrix is singular. The
 * cost: size d steps; column i takes N d (columns - i) words. */
bool qr_gram_schmidt(struct account *account, const struct qr_rows *rows,
                     const struct qr_rows *triangle);
struct cost qr_gram_schmidt_cost(size_t size, size_t columns);

/* Back-substitution: solves R x = c, where c is column `right` of the rows. From the last row up,
 * the node that has row i finds x[i] and broadcasts it, and each node takes it out of its rows
 * above. x, of `size` doubles, comes to every node. Returns false if an element of R's diagonal is
 * 0, or so small that x[i] is no finite number. The cost: size d steps,
 * size (N - 1) words. */
bool qr_solve(struct account *account, const struct qr_rows *triangle, size_t right, double *x);
struct cost qr_solve_cost(size_t size);

/* The multiplications of the busiest node, divided by those of one node alone. This is its time of
 * computing by the model. Rotations along the tree are not divided among the nodes. */
double qr_givens_share(size_t size, size_t columns);
double qr_gram_schmidt_share(size_t size, size_t columns);

#endif
