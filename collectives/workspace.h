/* The areas of a schedule in a node's memory. */
#ifndef COLLECTIVES_WORKSPACE_H
#define COLLECTIVES_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

#include "collectives/schedule.h"

struct workspace {
    const uint8_t *source[SCHEDULE_AREAS];
    uint8_t *target[SCHEDULE_AREAS]; /* the same addresses; null for the input */
    size_t bytes;                    /* of a block */
};

#endif
