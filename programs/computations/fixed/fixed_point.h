/* Fixed points x = f(x) of any function, linear or not, by repeated application: problem 1.1 of
 * Ozveren. The dependency matrix gives the unknowns that each f(i) depends on, and so the
 * communication (section 3.3). */
#ifndef COMPUTATIONS_FIXED_FIXED_POINT_H
#define COMPUTATIONS_FIXED_FIXED_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/sparse/division.h"
#include "programs/computations/sparse/product.h"
#include "programs/computations/sparse/rows.h"

/* Returns f(i). Its `count` arguments are x(j) for the columns j that row i of the dependency
 * matrix has, in ascending order. place[k] is where the k-th of them is in `x`. coefficient[k] is
 * the matrix's element, which the function may use as it likes. */
typedef double fixed_point_function(const void *context, size_t i, size_t count,
                                    const double coefficient[], const uint32_t place[],
                                    const double x[]);

struct fixed_point {
    fixed_point_function *function;
    const void *context;
    const struct division *division; /* the caller's; it must live as long */
    struct sparse_product dependency;
    double *next;        /* this node's part of f(x) */
    uint64_t iterations; /* applied so far */
    uint64_t tests;      /* of the distance */
};

/* Prepares for iterations. `dependency` is this node's rows, with columns by their places in the
 * division, as for sparse_product_make, and is taken over. Every node calls it. The caller
 * ends with fixed_point_stop. */
void fixed_point_start(struct fixed_point *fixed, fixed_point_function *function,
                       const void *context, const struct division *division,
                       struct sparse_rows *dependency);
void fixed_point_stop(struct fixed_point *fixed);

/* Replaces x, of which this node has its part, by f(x), at most `most` times. After every `every`
 * times the nodes add up the square of the distance of f(x) from x, and end if it is less than
 * `tolerance`. Every node calls it. Returns whether it is. */
bool fixed_point_iterate(struct fixed_point *fixed, double *x, double tolerance, uint64_t most,
                         uint64_t every, struct account *account);

#endif
