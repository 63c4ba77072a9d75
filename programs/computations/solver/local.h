/* Local work of iterations: loops over all elements of a node's parts of vectors, in a form that
 * the compiler vectorizes. */
#ifndef COMPUTATIONS_SOLVER_LOCAL_H
#define COMPUTATIONS_SOLVER_LOCAL_H

#include <stddef.h>

/* Does to[i] += factor from[i] for `count` elements. */
void local_add(double *to, double factor, const double *from, size_t count);

/* Does to[i] = from[i] + factor to[i] for `count` elements. */
void local_join(double *to, double factor, const double *from, size_t count);

#endif
