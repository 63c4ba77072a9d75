/* Any permutation: the block of node i goes to node destination[i]. */
#ifndef COLLECTIVES_REFINED_PERMUTATION_H
#define COLLECTIVES_REFINED_PERMUTATION_H

#include "collectives/schedule/library.h"

extern const struct operation permutation_operation;

/* ---- Shared functions ---- */

/* Where each node's packet goes, and in which step. The step is 0 if the packet stays. A table
 * starts with this structure. */
struct permutation_rounds {
    uint32_t steps;
    uint16_t destination[SCHEDULE_NODES];
    uint16_t step[SCHEDULE_NODES];
};

/* Fills *rounds with the destinations of a table that is to be made, and with no steps. */
void permutation_begin(const struct shape *shape, struct permutation_rounds *rounds);

uint64_t permutation_packets(const struct shape *shape);

/* One step would be enough for all packets if none met another one, and no step if none moves. */
uint32_t permutation_bound(const struct shape *shape);

#endif
