/* The time of a schedule by the rules of collectives/schedule/algorithm.h, found by walking all
 * nodes through all steps: what the formulas of the catalogue have to say, and the nodes' clocks to
 * show.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "collectives/schedule/algorithm.h"

/* Returns the moment at which the last packet has arrived: of the schedule in a shape which it
 * admits and whose table is not set, with blocks of these sizes. Costs are whole numbers. */
double walk_time(const struct algorithm *algorithm, const struct shape *shape,
                 const struct cost_model *model, const struct block_sizes *sizes);

/* Whether any packet comes to a link that another one holds, by the same rules, which let it pass:
 * what the clocks leave out. */
bool walk_is_congested(const struct algorithm *algorithm, const struct shape *shape,
                       const struct cost_model *model, const struct block_sizes *sizes);

#endif
