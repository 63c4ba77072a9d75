/* Doing what a plan says. */
#ifndef COLLECTIVES_RUN_PLAN_RUN_H
#define COLLECTIVES_RUN_PLAN_RUN_H

#include "collectives/run/plan.h"
#include "cube.h"
#include "net/node.h"

/* Scratch memory that need not be allocated for a call, in bytes. */
enum { PLAN_SCRATCH = 1 << 10 };
extern NODE_LOCAL _Alignas(max_align_t) uint8_t plan_scratch[PLAN_SCRATCH];

/* Runs a plan, in its buffers: input and first output here, what others there are already in
 * plan->buffer. One may be null if the plan does not touch it. Sends wait for room, and what takes
 * waits for its packet, one after the other, but for ACTION_TOGETHER.
 *
 * That this cannot deadlock: take a node that has come least far, in steps. What it sends finds
 * room, for a packet that is sent by itself needs at most half a ring, and a ring that has less
 * room holds packets of earlier steps, so its reader would have come less far. What it waits for
 * has been sent, or is relayed by nodes in the same step, which wait for nothing else on its way.
 * Of ACTION_TOGETHER everything goes on whenever it can.
 *
 * Returns 0, -EINVAL (a buffer is missing), -ENOMEM (no memory for scratch; nothing was sent),
 * -EPROTO or -EMSGSIZE (a packet that the plan does not expect; the links' state is then
 * undefined). */
int plan_run(const void *input, void *output, struct plan *plan);

/* Does the actions of a plan that has been written, in buffers that are all there, and sets how it
 * is done when it is run again. Returns as plan_run. */
int plan_do(struct plan *plan);

#endif
