/* Inner products of vectors that are divided among the nodes (Ozveren, section 3.1). */
#ifndef COMPUTATIONS_VECTOR_INNER_H
#define COMPUTATIONS_VECTOR_INNER_H

#include <stdbool.h>
#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* The inner product of the `count` elements at x and y that this node has. Four sums take turns,
 * because a processor adds to one of them while it multiplies for the next. */
double inner_own(const double *x, const double *y, size_t count);

/* Accumulation: *sum becomes, only at node 0, the sum of *own of all nodes. It goes along the
 * binomial tree, in d steps and N - 1 words. `account` may be null. */
void inner_accumulate(struct account *account, const double *own, double *sum);

/* The termination test of an iteration (Ozveren, section 3.1): the inner product of a vector with
 * itself is accumulated at node 0, which decides whether its root is at most `bound`, and
 * broadcasts the decision. Returns it at every node. `own` has this node's `count` elements. 2 d
 * steps, 2 (N - 1) words. */
bool inner_terminates(struct account *account, const double *own, size_t count, double bound);
struct cost inner_terminates_cost(void);

/* The inner product at all nodes, by an all-reduce (errata to section 3.4.2): d steps, N d words.
 */
double inner_product(struct account *account, const double *x, const double *y, size_t count);
struct cost inner_product_cost(void);

#endif
