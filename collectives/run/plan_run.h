/* Running a plan. */
#ifndef COLLECTIVES_RUN_PLAN_RUN_H
#define COLLECTIVES_RUN_PLAN_RUN_H

#include "collectives/run/plan.h"
#include "cube.h"

/* The times at which a plan forwards packets of other nodes. A look at the beginning of each call
 * would take as long as half a short packet. So a plan looks when it does something that takes
 * longer anyway:
 *   - when it publishes how far it has read a ring, which is once in a quarter of the ring;
 *   - when it finds a ring full according to the head last read, which is at least once in half a
 *     ring;
 *   - when packets go together, for these are long;
 *   - in all waits but the shortest;
 *   - at the beginning, if no packet goes at all.
 * So a packet that others route through this node waits for no more packets of the node's own than
 * a ring has slots. */

/* Runs a plan in its buffers: the input and the first output are the arguments, and other outputs
 * have been set in plan->buffer. A buffer that the plan does not touch may be null. The actions are
 * done one after the other. Sends wait for room, and receives, combinations and relays wait for
 * their packet. The actions of an ACTION_ANY_ORDER or of an ACTION_TOGETHER each go on whenever
 * they can.
 *
 * Why this cannot deadlock. Call a packet short if it goes by itself; it then needs at most half a
 * ring. Look at those of all nodes that have come least far, in steps.
 *   1. A short packet that such a node sends finds room. If less than half of a ring is free, it
 *      holds packets of earlier steps, so its reader would have come less far.
 *   2. So all these nodes come to what they relay in this step. Each relays packets in the order
 *      in which they arrive. A packet that one of them waits for has been sent, or is on its way
 *      through others of them, the first of which relays it at once.
 *   3. When nothing is left to relay, all that they wait for has arrived.
 *   4. The actions of an ACTION_TOGETHER all go on whenever they can, so none holds up another.
 *   5. A node may have to relay a packet of which only the ends of its way know how long it is. If
 *      the packet is long, the ends have it in an ACTION_TOGETHER. When one of several such packets
 *      turns out to be long, all that the node has left to relay go on together.
 *
 * Returns 0, -EINVAL (a buffer is missing), -ENOMEM (no memory for scratch; nothing was sent),
 * -EHOSTDOWN (a program has died: hollow.h), -EPROTO or -EMSGSIZE (a packet that the plan does not
 * expect; the links' state is then undefined). */
int plan_run(const void *input, void *output, struct plan *plan);

/* Sets how a plan that has been written is run. */
void plan_ready(struct plan *plan);

/* Calls plan_ready, and then does the actions of the plan, whose buffers are all set. Returns a
 * result of plan_run. */
int plan_do(struct plan *plan);

#endif
