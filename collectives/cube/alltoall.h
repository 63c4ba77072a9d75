/* Total exchange, also called all-to-all personalized communication: block j of node i becomes
 * block i of node j. */
#ifndef COLLECTIVES_CUBE_ALLTOALL_H
#define COLLECTIVES_CUBE_ALLTOALL_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm alltoall_ecube;    /* "alltoall-ecube" */
extern const struct algorithm alltoall_pieces;   /* "alltoall-ecube-pieces" */
extern const struct algorithm alltoall_exchange; /* "alltoall-exchange" */

/* The sum of the distances between all nodes, which is n N / 2 from each of the N nodes. No
 * algorithm can move fewer words. */
uint64_t alltoall_link_words(const struct shape *shape);

/* Begins *step, which is step `number` of an exchange in n steps. In such an exchange each place of
 * the output always holds one block, so before the first step a node copies its input there.
 * Returns false for the step that only ends the exchange. */
bool alltoall_step_begins(const struct shape *shape, uint32_t number, struct step *step);

#endif
