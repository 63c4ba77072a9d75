/* Postconditions (algorithm.h) that several operations share. */
#ifndef COLLECTIVES_SCHEDULE_POSTCONDITION_H
#define COLLECTIVES_SCHEDULE_POSTCONDITION_H

#include "collectives/schedule/algorithm.h"

/* Block v is that of rank v. For all-gather and gather. */
struct cube_content postcondition_of_each(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block);

/* The blocks are those of the root. For broadcast and transfer. */
struct cube_content postcondition_of_root(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block);

/* The blocks of all nodes of the cube are combined. For all-reduce and reduction. */
struct cube_content postcondition_of_all(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block);

#endif
