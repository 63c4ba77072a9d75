/* Nassimi's way to carry out a descending program by +-2^b, the baseline of Hu's paper: few steps
 * for three times the computation (D. Nassimi, "Parallel algorithms for the classes of +-2^b
 * DESCEND and ASCEND computations on SIMD hypercube", 1993). */
#ifndef COMPUTATIONS_PM2B_NASSIMI_H
#define COMPUTATIONS_PM2B_NASSIMI_H

#include <stdint.h>

#include "programs/computations/pm2b/pm2b.h"

/* Carries the program out; its execution and packet mean nothing here. Each node has one element,
 * at `element`: node i, by its own number, has element i. A SIMD hypercube is enough, in which all
 * nodes use the links of one dimension in a step. Every node calls it with the same program. Adds
 * the calls of f of this node, 3 log N, to *calls, if it is not null. 2 log N steps. Returns 0, or
 * -EINVAL (not N elements, a program that ascends or has not all offsets, elements of 0 bytes, no
 * f). */
int nassimi_compute(const struct pm2b *program, void *element, struct account *account,
                    uint64_t *calls);

#endif
