/* Runs this node's part of a schedule over the links. */
#ifndef COLLECTIVES_EXECUTOR_H
#define COLLECTIVES_EXECUTOR_H

#include <stddef.h>

#include "collectives/schedule.h"

/* Runs `schedule` with blocks of `bytes` bytes: the input at `input`, output area 1 + k at
 * output[k], all the caller's and sized as the schedule says; outputs may not overlap the input or
 * each other. Scratch areas are allocated for the time of the call. Every node of the cube calls it
 * with the same schedule and the same `bytes`. All sends of a step are published, as far as the
 * rings take them, before the first wait. Returns 0, -EINVAL (null buffer and bytes > 0; an area of
 * 4 GiB or more), -ENOMEM (no memory for scratch; nothing was sent), -EPROTO (a packet of another
 * operation or step arrived), -EMSGSIZE (one of another size did). After the last two the links'
 * state is undefined. */
int execute_call(const struct schedule *schedule, const void *input, void *const output[],
                 size_t bytes);

#endif
