/* The time of a schedule by the rules of collectives/schedule/cost.h, found by walking all nodes
 * through all steps. The formulas of the catalogue must give this time, and the nodes' clocks must
 * show it.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "collectives/schedule/algorithm.h"

/* The result of a walk. */
struct walked {
    double time;         /* the moment at which the last packet has arrived */
    uint32_t steps;      /* the number of the last step in which a packet is sent */
    uint64_t packets;    /* the sum over all packets of the links that each passes */
    uint64_t link_words; /* the same sum over all blocks */
};

/* Walks a schedule for blocks of these sizes, in memory for the parts of all nodes in one step. The
 * algorithm must be applicable to the shape, whose table is not set. Costs are whole numbers. */
struct walked walk_schedule(const struct algorithm *algorithm, const struct shape *shape,
                            const struct cost_model *model, const struct block_sizes *sizes);

/* Returns the time alone. */
double walk_time(const struct algorithm *algorithm, const struct shape *shape,
                 const struct cost_model *model, const struct block_sizes *sizes);

/* Whether any packet comes to a link while another one holds it. By the rules, as by the clocks, it
 * passes all the same. */
bool walk_is_congested(const struct algorithm *algorithm, const struct shape *shape,
                       const struct cost_model *model, const struct block_sizes *sizes);

#endif
