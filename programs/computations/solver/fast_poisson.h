/* The inverse of the matrix of Poisson's equation with a = 1 (elliptic.h), by Fourier transforms:
 * the preconditioner of McBryan and Van de Velde (Ozveren, Problem 1.2), which is close to the
 * inverse where a varies little.
 *
 * Each node transforms its rows of cells, which needs no communication and leaves a tridiagonal
 * system for each of the `width` frequencies, along the height. A total exchange gives each node
 * whole systems of some frequencies, which it solves; a second one brings the rows back, and they
 * are transformed back. */
#ifndef COMPUTATIONS_SOLVER_FAST_POISSON_H
#define COMPUTATIONS_SOLVER_FAST_POISSON_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/fourier/cosine.h"

struct fast_poisson {
    size_t height, width; /* cells */
    size_t rows;          /* this node's */
    size_t nodes;         /* that take part */
    size_t strip, share;  /* rows and frequencies of a node; the last nodes may have fewer */
    size_t frequencies;   /* this node's */
    struct cosine cosine;
    const char *algorithm; /* of the total exchange: the one that the cost model prefers */
    struct cost exchange;  /* of one total exchange */
    size_t *line;          /* where in the systems the line of each row of cells begins */
    double *memory;        /* of all that follow */
    double *blocks;        /* data for each node: strip x share numbers */
    double *systems;       /* data of each node; the systems, one line of `share` a row */
    double *pivots;        /* of the elimination, as the systems: the inverse of each */
};

/* Prepares for the grid's strips (elliptic_make) or, if `alone`, for the whole grid at this node.
 * The width is a power of two, and the height is not 0. The caller ends with fast_poisson_free. */
void fast_poisson_make(struct fast_poisson *fast, size_t height, size_t width, int alone);
void fast_poisson_free(struct fast_poisson *fast);

/* The map of struct linear_map with a struct fast_poisson as context. */
void fast_poisson_apply(void *fast, const double *from, double *to, struct account *account);

/* The cost of one map: two total exchanges. */
struct cost fast_poisson_cost(const struct fast_poisson *fast);

#endif
