/* A dense matrix that is divided by rows: each product needs all of the vector at every node, which
 * an all-gather brings there (Ozveren, section 3.4.2: a multinode broadcast). */
#ifndef COMPUTATIONS_SOLVER_DENSE_H
#define COMPUTATIONS_SOLVER_DENSE_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/sparse/division.h"

struct dense {
    size_t rows;      /* this node's */
    size_t most;      /* rows of the largest block */
    size_t columns;   /* room for the vector: `most` for each node, in the order of their numbers */
    int alone;        /* this node has all rows */
    double *elements; /* rows x columns; those that belong to no unknown are 0 */
    double *part, *whole; /* this node's part of the vector, and the vector */
};

/* Makes the matrix of this node's rows by the division, or of all rows if `alone`. element(context,
 * i, j) is called for each element. The caller ends with dense_free. */
void dense_make(struct dense *dense, const struct division *division, int alone,
                double (*element)(const void *context, size_t i, size_t j), const void *context);
void dense_free(struct dense *dense);

/* The map of struct linear_map with a struct dense as context, in one all-gather
 * ("allgather-exchange") of blocks of `most` words. */
void dense_apply(void *dense, const double *from, double *to, struct account *account);

/* The cost of one product. */
struct cost dense_cost(const struct dense *dense);

#endif
