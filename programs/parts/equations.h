/* The equations that the program cg solves: those of a grid, or of a matrix. */
#ifndef PROGRAMS_PARTS_EQUATIONS_H
#define PROGRAMS_PARTS_EQUATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/computations/cost.h"
#include "programs/computations/solver/dense.h"
#include "programs/computations/solver/elliptic.h"
#include "programs/computations/solver/fast_poisson.h"
#include "programs/computations/solver/gradient.h"
#include "programs/computations/sparse/matrix_market.h"
#include "programs/computations/sparse/product.h"

enum preconditioner { BY_NONE, BY_JACOBI, BY_FFT };

/* Says which equations have to be solved. */
struct question {
    struct matrix_market file; /* without rows if there is no file */
    bool dense;                /* whether, without a file, the matrix has the elements 2^-|i - j|;
                                * then it is positive definite (Kac, Murdock, Szegoe, 1953) */
    size_t size;               /* unknowns */
    size_t height, width;      /* of the grid */
    double contrast;           /* C: the coefficient of the grid is 1 + C x y */
    enum preconditioner preconditioner;
};

/* The equations of this node, or all of them at this node alone. */
struct equations {
    struct gradient gradient;
    size_t first;             /* the first of this node's gradient.count unknowns */
    size_t most;              /* the largest number of unknowns of any node */
    struct cost matrix, near; /* the costs of applying the matrix and the preconditioner once */
    struct elliptic elliptic;
    struct fast_poisson fast;
    struct division division;
    struct sparse_product product;
    struct sparse_rows rows;
    struct dense dense;
    struct diagonal diagonal;
    double *diagonal_memory;
};

/* Reads the question's matrix from a file. Ends the program if it cannot be solved by conjugate
 * gradients, after node 0 has said why. Every node calls it. */
void question_read(struct question *question, const char *name);

/* Prepares the equations. If memory is short, the program ends with a message. Every node calls
 * this with the same question, or one node calls it with `alone`. equations_free frees what this
 * has allocated. */
void equations_make(struct equations *equations, const struct question *question, bool alone);
void equations_free(struct equations *equations);

#endif
