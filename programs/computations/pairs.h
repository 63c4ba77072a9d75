/* Communication of neighbours in pairs, one dimension after the other, by messages over links. It
 * is for computations with messages of changing sizes: a collective operation makes a plan for each
 * size, which pays only if the call is repeated. Each dimension is a round of the account and a
 * step. */
#ifndef COMPUTATIONS_PAIRS_H
#define COMPUTATIONS_PAIRS_H

#include <stddef.h>

#include "programs/computations/account.h"

/* Exchanges `bytes` bytes with the neighbour on `dimension`, if `takes_part`, which is the same at
 * both. Every node calls it, for the account, which may be null. */
void pairs_exchange(struct account *account, int dimension, int takes_part, const void *send,
                    void *recv, size_t bytes);

/* Brings the `bytes` bytes at `buffer` of node `root` to all nodes along a binomial tree, in d
 * steps and 2^d - 1 messages. */
void pairs_broadcast(struct account *account, int root, void *buffer, size_t bytes);

/* Gives all nodes the sums of their `count` doubles at `sums`, with the same digits at all nodes.
 * It takes d steps, in each of which every node sends them. `arrived` has room for as many. */
void pairs_sum(struct account *account, double *sums, double *arrived, size_t count);

#endif
