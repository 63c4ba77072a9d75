/* A computation by formulas: its steps, its words over links, and its time. */
#ifndef COMPUTATIONS_COST_H
#define COMPUTATIONS_COST_H

#include <stddef.h>
#include <stdint.h>

#include "cube_catalogue.h"

struct cost {
    uint64_t steps; /* of all rounds of communication */
    uint64_t words; /* over all links */
    double time;    /* of the communication by the cost model (cube_catalogue_estimate) */
};

/* The sum of two costs, and a multiple of one. */
struct cost cost_sum(struct cost first, struct cost second);
struct cost cost_times(struct cost cost, uint64_t times);

/* The cost of one call of the algorithm, in the case `given` (null: the whole cube, see
 * cube_catalogue.h), with blocks of `words` words of `word_bytes` bytes each: steps and words as
 * the catalogue counts them. All members are 0 if the catalogue has no such algorithm. */
struct cost cost_of_call(const char *algorithm, const struct cube_case *given, size_t words,
                         size_t word_bytes);

/* The cost of one step in which some neighbours exchange messages of `words` words along one
 * dimension, `messages` messages in all. The time is that of one exchange, because all take place
 * at once. */
struct cost cost_of_exchange(uint64_t messages, size_t words, size_t word_bytes);

#endif
