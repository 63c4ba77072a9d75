/* Broadcast: the block of the root, or its k packets, come to every node. */
#ifndef COLLECTIVES_CUBE_BROADCAST_H
#define COLLECTIVES_CUBE_BROADCAST_H

#include "collectives/schedule/algorithm.h"

enum { BROADCAST_AREAS = AREA_OUTPUT + 1 };

/* The area in which a node has the message: the root in its input, every other node in its output.
 */
static inline uint32_t broadcast_area(const struct shape *shape, uint32_t node) {
    return node == shape->root ? AREA_INPUT : AREA_OUTPUT;
}

extern const struct algorithm broadcast_one_by_one; /* "bcast-one-by-one" */
extern const struct algorithm broadcast_binomial;   /* "bcast-binomial" */

#endif
