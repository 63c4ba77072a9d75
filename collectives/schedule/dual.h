/* Schedules run backwards.
 *
 * Turn every packet of a schedule round, and the order of its steps: a broadcast becomes a
 * reduction, a gather a scatter, an all-gather a reduce-scatter, each with the steps, packets, link
 * words and (in the same port model) the bound of the other.
 */
#ifndef COLLECTIVES_SCHEDULE_DUAL_H
#define COLLECTIVES_SCHEDULE_DUAL_H

#include "collectives/schedule/schedule.h"

/* What becomes of a run of the forward schedule at a node: the same blocks, in the dual's areas. */
typedef struct run dual_place(const struct shape *shape, uint32_t node, struct run run);

/* Fills *step with step `number` of the dual of `forward`: its step T + 1 - number, where T is the
 * number of its steps, with sends and receives exchanged and relays turned round. What arrives is
 * stored. The moves of the forward schedule, allowed in its first step and after its last, become
 * those after the dual's last step and in its first. */
void dual_step(const struct algorithm *forward, dual_place *place, const struct shape *shape,
               uint32_t node, uint32_t number, struct step *step);

/* The same, but what arrives is combined; as the left operand where the sender has the lower
 * number, so that the order is kept if what a node has collected is always of consecutive nodes. */
void dual_combining_step(const struct algorithm *forward, dual_place *place,
                         const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step);

#endif
