/* Packets that do not go in one go: longer than what a ring takes at once, cut where the ring ends,
 * or combined and relayed piece by piece. */
#ifndef COLLECTIVES_RUN_PIECES_H
#define COLLECTIVES_RUN_PIECES_H

#include "collectives/run/plan.h"

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
