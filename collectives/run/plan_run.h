/* Doing what a plan says. */
#ifndef COLLECTIVES_RUN_PLAN_RUN_H
#define COLLECTIVES_RUN_PLAN_RUN_H

#include "collectives/run/plan.h"
#include "cube.h"

/* When a plan forwards what other nodes route through this one. To look for that at each call would
 * take as long as to send two short packets. So a plan looks where it does something that takes
 * longer anyway: where it publishes how far it has read a ring, which is once a quarter of the
 * ring; where it finds a ring full by the head last read, which is once in half a ring at least;
 * where packets are so long that they go piece by piece; in all waits but the shortest; and at the
 * beginning, where no packet goes. So what other nodes route through this one waits for no more
 * packets of its own than a ring has slots.
 */

/* Runs a plan, in its buffers: input and first output here, what others there are already in
 * plan->buffer. One may be null if the plan does not touch it. The actions are done one after the
 * other. What sends waits for room, and what takes, combines or relays waits for its packet; but
 * the actions of an ACTION_ANY_ORDER and of an ACTION_TOGETHER each go on whenever they can.
 *
 * Why this cannot deadlock: take a node that has come least far, in steps. What it sends finds
 * room, for a packet that is sent by itself needs at most half a ring, and a ring that has less
 * room holds packets of earlier steps, so its reader would have come less far. So all nodes that
 * have come least far come to what they relay, which each relays as it arrives. A packet that they
 * wait for has been sent, or is on its way through other such nodes, the first of which relays it
 * at once. When there is nothing left to relay, all that they wait for has arrived. Of an
 * ACTION_TOGETHER everything goes on whenever it can. A node may have to relay a packet of which
 * only the ends of its way know how long it is, and these have it in an ACTION_TOGETHER if it is
 * long. When one of several such packets turns out to be long, all that the node has left to relay
 * go on together.
 *
 * Returns 0, -EINVAL (a buffer is missing), -ENOMEM (no memory for scratch; nothing was sent),
 * -EPROTO or -EMSGSIZE (a packet that the plan does not expect; the links' state is then
 * undefined). */
int plan_run(const void *input, void *output, struct plan *plan);

/* Sets how a plan that has been written is run. */
void plan_ready(struct plan *plan);

/* Does so, and then the actions of the plan, in buffers that are all there. Returns as plan_run. */
int plan_do(struct plan *plan);

#endif
