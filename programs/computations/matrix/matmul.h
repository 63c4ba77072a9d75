/* The product of two square matrices, C = A B, with A stored by rows and B by columns (Ozveren,
 * section 3.2). */
#ifndef COMPUTATIONS_MATRIX_MATMUL_H
#define COMPUTATIONS_MATRIX_MATMUL_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* Computes this node's rows of C from its rows of A and its columns of B (storage.h: blocks of
 * lines of `size` doubles). Multinode broadcast k brings row k of B to all nodes, an element of
 * each column from the node that has it. Then c[i][j] gets a[i][k] b[k][j]. `width` rows at a time
 * go in one broadcast, 1 <= width <= size. That makes ceil(size / width) broadcasts; the number of
 * words does not depend on the width. `account` may be null. */
void matmul(struct account *account, size_t size, const double *a_rows, const double *b_columns,
            double *c_rows, size_t width);

/* With blocks of B lines: d steps a broadcast, size N (N - 1) B words. */
struct cost matmul_cost(size_t size, size_t width);

#endif
