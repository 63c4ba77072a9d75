/* The costs of a program by +-2^b: exact counts, and the time of its communication by the cost
 * model. */
#ifndef COMPUTATIONS_PM2B_COUNT_H
#define COMPUTATIONS_PM2B_COUNT_H

#include <stdint.h>

#include "programs/computations/cost.h"
#include "programs/computations/pm2b/pm2b.h"

/* The costs of pm2b_compute for the program, which must be valid.
 *
 * Steps, with packets of one element, n' >= 2 offsets of L and more on n >= 2 dimensions:
 *     one offset after the other   (2n' - 1) L + (L - 1)
 *     pipelined                    4(L + n' - 1) - 2 + (L - 1)
 *     overlapped                   4(L + n' - 1) - 2 + log L
 * Words are elements. Each of the L elements of a node crosses two links up and two down for each
 * offset above L, and one link up and one down for L itself. For smaller offsets L - 1 elements go
 * each way. The words are the same for all executions. The time is that of the links, by the cost
 * model, once for each step, and the library's own work, as cube_catalogue_estimate has it, for
 * each packet of a node. */
struct cost pm2b_cost(const struct pm2b *program);

/* Calls of f at all nodes: each element once for each offset. */
uint64_t pm2b_calls(const struct pm2b *program);

/* The steps that Hu's formula allows for all offsets, with packets of one element: 4(log M + L -
 * 1). It holds for n >= 2. */
uint64_t pm2b_formula(uint64_t elements);

#endif
