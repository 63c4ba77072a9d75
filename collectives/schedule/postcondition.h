/* What several operations have to achieve: their `result` (schedule.h). */
#ifndef COLLECTIVES_SCHEDULE_POSTCONDITION_H
#define COLLECTIVES_SCHEDULE_POSTCONDITION_H

#include "collectives/schedule/schedule.h"

/* Block v is that of rank v: all-gather, gather. */
struct content postcondition_of_each(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block);

/* The blocks of the root: broadcast, one node to one node. */
struct content postcondition_of_root(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block);

/* Those of all nodes of the cube, combined: all-reduce, reduction. */
struct content postcondition_of_all(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block);

#endif
