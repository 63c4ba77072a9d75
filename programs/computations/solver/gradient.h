/* The method of conjugate gradients (Ozveren, Problem 1.2 and section 3.4.2), for A x = b with A
 * symmetric and positive definite, with or without a preconditioner. */
#ifndef COMPUTATIONS_SOLVER_GRADIENT_H
#define COMPUTATIONS_SOLVER_GRADIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* A linear map of vectors that are divided among the nodes, each of which has the same places of
 * every vector. */
struct linear_map {
    /* Sets this node's part of `to` to that of the map of `from`. All nodes call it; rounds of
     * communication go to the account, which may be null. `from` stays as it is. */
    void (*apply)(void *context, const double *from, double *to, struct account *account);
    void *context;
};

/* Jacobi's preconditioner: the inverse of the matrix's diagonal, of which a node has its own part.
 * Its map needs no communication; its context is a struct diagonal. */
struct diagonal {
    size_t count;
    const double *element;
};
void diagonal_divide(void *diagonal, const double *from, double *to, struct account *account);

struct gradient {
    struct linear_map matrix;         /* A */
    struct linear_map preconditioner; /* close to the inverse of A, symmetric and positive definite;
                                         apply is null: none */
    size_t count;                     /* this node's unknowns */
    double tolerance;         /* relative length of the residual b - A x, compared with b, at which
                                 the iteration ends; 0: only at the limit */
    uint64_t most_iterations; /* the limit */
    bool alone;               /* this node has all unknowns, and no other takes part */
};

struct gradient_result {
    uint64_t iterations;
    double residual; /* relative length of the last residual computed, compared with b */
};

/* Solves A x = b, beginning with x = 0. `right` is this node's part of b, `x` becomes that of the
 * solution. In each iteration A is applied once and so is the preconditioner, which is also applied
 * once at the start. Each iteration has two all-reduces: one of one word, and another of one word,
 * or of two words with a preconditioner. The start has one all-reduce of the latter kind. Returns
 * 0, or -EDOM if A or the preconditioner turns out not to be positive definite or the numbers leave
 * the range of a double. The tolerance may not have been reached when it returns 0: see the
 * result. */
int gradient_solve(const struct gradient *gradient, const double *right, double *x,
                   struct account *account, struct gradient_result *result);

/* The cost of N iterations, from that of applying A once and the preconditioner once (null: none).
 */
struct cost gradient_cost(uint64_t iterations, struct cost matrix,
                          const struct cost *preconditioner);

#endif
