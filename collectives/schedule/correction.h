/* Permutations without contention, by correcting addresses dimension by dimension from the lowest:
 * what the schedules of circular shifts and of XOR share. Every node has one block, area 0, for
 * one other node, and one for it, area 1. */
#ifndef COLLECTIVES_SCHEDULE_CORRECTION_H
#define COLLECTIVES_SCHEDULE_CORRECTION_H

#include "collectives/schedule/schedule.h"

enum {
    CORRECTION_ECUBE_AREAS = 2,
    CORRECTION_EXCHANGE_AREAS = 3, /* one for a packet that is to travel on */
};

/* One block in each area. */
uint32_t correction_blocks(const struct shape *shape, uint32_t node, uint32_t area);

/* Both: `ports` is the set of dimensions on whose links out of this node there is a packet,
 * `dimensions` the union of these sets over all nodes; both empty: each node keeps its own. There
 * must be no contention, and a node's set must tell in which dimensions the address of the packet
 * that ends there was wrong. They fill *step, the caller's. */

/* One step: each packet on its whole E-cube path. */
void correction_ecube(uint32_t ports, uint32_t number, struct step *step);

/* A step for each of `dimensions`: neighbours exchange what they have, or both do not. */
void correction_exchange(uint32_t dimensions, uint32_t ports, uint32_t number, struct step *step);

#endif
