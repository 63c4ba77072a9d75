/* Packets that do not go in one go: longer than what a ring takes at once, cut where the ring ends,
 * or combined and relayed piece by piece. */
#ifndef COLLECTIVES_RUN_PIECES_H
#define COLLECTIVES_RUN_PIECES_H

#include "collectives/run/plan.h"
#include "net/time.h"

/* What an action's packet belongs to, on the link of `dimension`: that on which it arrives or
 * leaves. */
static inline struct flow flow_on(const struct action *action, uint32_t dimension) {
    return flow_of(dimension, action_operation(action), action_step(action));
}

/* Notes that a packet of `bytes` bytes passes this node, and leaves it with `stamp`. */
static inline void note_passed(const struct action *action, uint64_t stamp, size_t bytes) {
    time_note_passed(flow_on(action, action->leave), action->port, stamp, bytes);
}

/* Each does one action of a plan to its end, waiting for room and arrivals, and returns 0, -EPROTO
 * or -EMSGSIZE as plan_run. */

/* Sends what is at `data`; the packet's first byte has `stamp` (net/time.h). */
void pieces_send(const struct plan *plan, const struct action *action, const uint8_t *data,
                 uint64_t stamp);

/* Takes a packet to `data`. */
int pieces_take(const struct plan *plan, const struct action *action, uint8_t *data);

/* Combines a packet. */
int pieces_combine(const struct plan *plan, const struct action *action);

/* Passes a packet on: piece by piece, or when all of it has arrived. */
int pieces_relay(const struct plan *plan, const struct action *action);

/* Does an ACTION_TOGETHER: the actions after it, all at once. Returns their number, or an error. */
int pieces_together(const struct plan *plan, const struct action *action);

#endif
