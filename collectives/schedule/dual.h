/* Algorithms run backwards.
 *
 * Turn every packet of a schedule round, and the order of its steps: a broadcast becomes a
 * reduction, a gather becomes a scatter, an all-gather becomes a reduce-scatter. Each has the
 * steps, the packets, the link words and (in the same port model) the bound of the other.
 *
 * Such a *dual* is declared by the member `dual_of` of struct algorithm.
 */
#ifndef COLLECTIVES_SCHEDULE_DUAL_H
#define COLLECTIVES_SCHEDULE_DUAL_H

#include "collectives/schedule/algorithm.h"

/* An area of an algorithm where input and output have changed places. */
static inline uint32_t dual_area(uint32_t area) {
    return area == AREA_INPUT ? AREA_OUTPUT : area == AREA_OUTPUT ? AREA_INPUT : area;
}

/* Fills *step, the caller's, with step `number` of an algorithm that is the dual of one of T steps:
 * with step T + 1 - number of that one, but sends and receives exchanged and relays turned round.
 * The moves of that one, which has some in its first step and after its last alone, become the
 * dual's after its last step and in its first.
 *
 * Where the dual's operation combines, what arrives is combined; as the left operand where the
 * sender has the lower number. So the order is kept, if what a node has collected always comes from
 * nodes with consecutive numbers. */
void dual_step(const struct algorithm *dual, const struct shape *shape, uint32_t node,
               uint32_t number, struct step *step);

#endif
