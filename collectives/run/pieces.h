/* Packets that do not go as one piece: those that are longer than what a ring takes at once, those
 * that are cut because the ring ends, and those that another node has cut. */
#ifndef COLLECTIVES_RUN_PIECES_H
#define COLLECTIVES_RUN_PIECES_H

#include "collectives/run/plan.h"

/* Each of these does one action of a plan to its end, and waits for room and arrivals meanwhile.
 * Those that return an int return 0, -EPROTO or -EMSGSIZE as plan_run. */

/* Sends what is at `data`; the packet's first byte has `stamp` (net/time.h). */
void pieces_send(const struct plan *plan, const struct action *action, const uint8_t *data,
                 uint64_t stamp);

/* Takes a packet to `data`. */
int pieces_take(const struct plan *plan, const struct action *action, uint8_t *data);

/* Combines a packet. */
int pieces_combine(const struct plan *plan, const struct action *action);

/* Passes a packet on: piece by piece, or when all of it has arrived. */
int pieces_relay(const struct plan *plan, const struct action *action);

/* Does an ACTION_TOGETHER, that is the actions after it, all at once. Returns their number, -EPROTO
 * or -EMSGSIZE. */
int pieces_together(const struct plan *plan, const struct action *action);

#endif
