/* Permutations without contention that correct each packet's address dimension by dimension, from
 * the lowest: what the algorithms for circular shifts and for XOR share. Every node has one block
 * (area 0) for one other node, and gets one (area 1).
 */
#ifndef COLLECTIVES_SCHEDULE_CORRECTION_H
#define COLLECTIVES_SCHEDULE_CORRECTION_H

#include "collectives/schedule/step.h"

enum {
    CORRECTION_ECUBE_AREAS = 2,
    CORRECTION_EXCHANGE_AREAS = 3, /* the third is for a packet that is to travel on */
};

/* Both functions fill *step, the caller's. `ports` is the set of dimensions on whose links out of
 * this node there is a packet; it must also be the set of dimensions in which the address of the
 * packet that ends at this node was wrong. No two packets may share a link. */

/* The single step of a schedule in which each packet goes its whole E-cube path, or the closing
 * moves after that step. If the set is empty, the node keeps its packet. */
void correction_ecube(uint32_t ports, uint32_t number, struct step *step);

/* Step `number` of a schedule that has a step for each of `dimensions`, the union of all nodes'
 * sets. In each step two neighbours either exchange what they have or both do not. If the union is
 * empty, all nodes keep their packets. */
void correction_exchange(uint32_t dimensions, uint32_t ports, uint32_t number, struct step *step);

#endif
