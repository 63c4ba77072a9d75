/* Calls of which a part is missing, because a program has died while others go on
 * (net/faults/failed_program.h).
 *
 * A node that should take a packet from a dead program, or one whose contents depend on such a
 * packet, does not stop there: others wait for what it has to send. It goes through the rest of its
 * plan, takes all packets, and sends *hollow* ones: empty, with the bit OPERATION_HOLLOW in the
 * operation. A node that receives one does the same. So each node reaches the end of its plan as
 * without a death, and no link has packets left. At the end the call returns -EHOSTDOWN at those
 * nodes whose result depends on the dead program, by this schedule, and 0 at all others.
 *
 * All packets that a node sends in its plan from then on are hollow, whether they depend on what
 * was missing or not. A packet that has left in part is ended by a hollow one. */
#ifndef COLLECTIVES_RUN_HOLLOW_H
#define COLLECTIVES_RUN_HOLLOW_H

#include "collectives/run/plan.h"

/* Returns -EHOSTDOWN if the packet with this header, the first on the action's port, is hollow
 * where the action expects one, or if the neighbour's program has died; else -EPROTO. */
COLD int hollow_error(const struct action *action, const struct cube_header *header);

/* Goes on with the plan at this action, of which some may be done. Returns -EHOSTDOWN, or -EPROTO.
 */
COLD int hollow_rest(const struct plan *plan, const struct action *action);

/* Does so with the actions of a group that are in the set `open`: bit k of it is the action k + 1
 * places after this one. */
COLD int hollow_group(const struct plan *plan, const struct action *action, uint32_t open);

/* Takes part in a call that lacks something and has one step, in which neighbours on a port
 * exchange a packet of this operation. Returns -EHOSTDOWN, or -EPROTO. `name` is that of the call.
 */
COLD int hollow_exchange(const char *name, uint32_t port, uint32_t operation);

#endif
