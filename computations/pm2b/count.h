/* What a program by +-2^b takes: exact counts, and the time by the cost model. */
#ifndef COMPUTATIONS_PM2B_COUNT_H
#define COMPUTATIONS_PM2B_COUNT_H

#include <stdint.h>

#include "computations/pm2b/pm2b.h"

/* All of them take a program that pm2b_compute would carry out. */

/* Steps. With packets of one element, n' >= 2 offsets of L and more on n >= 2 dimensions:
 *     one offset after the other   (2n' - 1) L + (L - 1)
 *     pipelined                    4(L + n' - 1) - 2 + (L - 1)
 *     overlapped                   4(L + n' - 1) - 2 + log L
 */
uint64_t pm2b_steps(const struct pm2b *program);

/* Elements that come over links, at all nodes: each of the L elements of a node crosses two links
 * up and two down for each offset of L and more, but one for L itself; and for smaller offsets L -
 * 1 elements go each way. The same for all executions. */
uint64_t pm2b_words(const struct pm2b *program);

/* Calls of f at all nodes: each element once for each offset. */
uint64_t pm2b_calls(const struct pm2b *program);

/* The steps that Hu's formula allows for all offsets, with packets of one element: 4(log M + L -
 * 1). It holds for n >= 2. */
uint64_t pm2b_formula(uint64_t elements);

/* The time of the communication by the cost model: what cube_catalogue_estimate says of ASPC for
 * rounds of the pipeline, and of its offsets one after the other for other steps. */
double pm2b_estimate(const struct pm2b *program);

#endif
