/* The equations that the program cg solves: those of a grid, or of a matrix. */
#ifndef PROGRAMS_EQUATIONS_H
#define PROGRAMS_EQUATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "computations/cost.h"
#include "computations/solver/dense.h"
#include "computations/solver/elliptic.h"
#include "computations/solver/fast_poisson.h"
#include "computations/solver/gradient.h"
#include "computations/sparse/matrix_market.h"
#include "computations/sparse/product.h"

enum preconditioner { BY_NONE, BY_JACOBI, BY_FFT };

/* What is to be solved. */
struct question {
    struct matrix_market file; /* of no rows: there is none */
    bool dense;                /* in place of a file: the matrix whose element (i, j) is 2^-|i - j|,
                                  which is positive definite (Kac, Murdock, Szegoe, 1953) */
    size_t size;               /* unknowns */
    size_t height, width;      /* of the grid */
    double contrast;           /* of the grid's coefficients */
    enum preconditioner preconditioner;
};

/* The equations of this node, or all of them at this node alone. */
struct equations {
    struct gradient gradient;
    size_t first;             /* the unknown that is the first of this node's gradient.count */
    size_t most;              /* how many the node has that has most */
    struct cost matrix, near; /* of applying the matrix, and the preconditioner, once */
    struct elliptic elliptic;
    struct fast_poisson fast;
    struct division division;
    struct sparse_product product;
    struct sparse_rows rows;
    struct dense dense;
    struct diagonal diagonal;
    double *diagonal_memory;
};

/* Reads the question's matrix from a file. Returns whether it can be solved by conjugate gradients;
 * if not, node 0 says why. Every node calls it. */
bool question_read(struct question *question, const char *name);

/* Prepares the equations. Without memory the program ends with a message. Every node calls it with
 * the same question, or one node `alone`. The equations end with equations_free. */
void equations_make(struct equations *equations, const struct question *question, bool alone);
void equations_free(struct equations *equations);

#endif
