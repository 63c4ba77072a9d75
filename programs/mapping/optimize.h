/* The order of address bits in which a communication, or a set of them, has the least contention.
 *
 * For one communication there is always an order that reaches the least possible contention, and it
 * is found in O(n^3) steps. For a set of communications the orders that are best for some are bad
 * for others. Then all sets of bits are tried, the smallest first (Hou et al., sections 4 and 5).
 */
#ifndef MAPPING_OPTIMIZE_H
#define MAPPING_OPTIMIZE_H

#include <stddef.h>

#include "programs/mapping/order.h"

/* Fig. 3, LCP_Optimizer: an order in which no two messages of a permutation y = Ax + b share a
 * channel (theorem 3, corollary 1). */
struct order optimize_permutation(const struct communication *permutation);

/* The proof of theorem 4: an order in which no more than 2^(n - 1 - rank A) messages of a gather
 * share a channel inside the network, which is the least possible (corollary 2). */
struct order optimize_gather(const struct communication *gather);

/* The best order for a communication of any kind. For y = Ax + b it is found by one of the two
 * functions above. With x = Ay + b the rows and columns that theorem 1 speaks of lie above a
 * dimension instead of below it (programs/mapping/communication.h), so the matrix is optimized with
 * the highest dimension taken for the lowest, and the order that is found is reversed. */
struct order optimize(const struct communication *communication);

/* Returns the largest number of messages in a channel inside the network if a communication has its
 * best order. */
uint32_t optimize_least(const struct communication *communication);

/* The value to minimize over a set of communications (section 5). */
enum objective {
    OBJECTIVE_LARGEST,     /* the largest contention of any: they take place one by one */
    OBJECTIVE_LARGEST_SUM, /* the largest sum on one dimension: they take place at once */
    OBJECTIVE_SUM,         /* the sum over all dimensions */
};

/* An order that was found, and how good it is. */
struct optimum {
    struct order order;
    uint64_t objective; /* the minimized value */
    uint64_t sum;       /* of the contention of all communications on all dimensions */
};

/* A function that receives the progress of a search: `done` of `all` rounds of equal length. */
typedef void optimize_progress(void *context, uint32_t done, uint32_t all);

/* Finds an order that minimizes the objective over `count` communications of the same size and,
 * among the orders that do, one with the least sum. The call allocates 8 bytes for each of the 2^n
 * sets of bits, and 3 bytes for each set and communication, and frees them before it returns.
 * `progress`, which may be null, is called with `context`. Returns 0; -ENOMEM; or -EINVAL if there
 * are no communications or their sizes differ. */
int optimize_set(const struct communication communications[], size_t count,
                 enum objective objective, optimize_progress *progress, void *context,
                 struct optimum *optimum);

#endif
