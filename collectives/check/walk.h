/* The time of a schedule by the rules of collectives/schedule/cost.h, found by walking all nodes
 * through all steps. The formulas of the catalogue must give this time, and the nodes' clocks must
 * show it.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "collectives/schedule/algorithm.h"

/* Returns the moment at which the last packet has arrived, for blocks of these sizes. The algorithm
 * must be applicable to the shape, whose table is not set. Costs are whole numbers. */
double walk_time(const struct algorithm *algorithm, const struct shape *shape,
                 const struct cost_model *model, const struct block_sizes *sizes);

/* Whether any packet comes to a link while another one holds it. By the rules, as by the clocks, it
 * passes all the same. */
bool walk_is_congested(const struct algorithm *algorithm, const struct shape *shape,
                       const struct cost_model *model, const struct block_sizes *sizes);

#endif
