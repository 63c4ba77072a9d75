/* Packets that do not go as one piece: they are longer than a ring takes at once, are cut because
 * the ring ends, or have been cut by another node. */
#ifndef COLLECTIVES_RUN_PIECES_H
#define COLLECTIVES_RUN_PIECES_H

#include "collectives/run/plan.h"

/* Each of these does one action of a plan to its end, and waits for room and arrivals meanwhile.
 * Those that return an int return 0, or -EPROTO, -EMSGSIZE or -EHOSTDOWN, as plan_run does, with
 * the action incomplete. */

/* Sends the data at `data`; the packet's first byte has `stamp` (net/clock/time.h). */
void pieces_send(const struct plan *plan, const struct action *action, const uint8_t *data,
                 uint64_t stamp);

/* Takes a packet to `data`. */
int pieces_take(const struct plan *plan, const struct action *action, uint8_t *data);

/* Combines a packet. */
int pieces_combine(const struct plan *plan, const struct action *action);

/* Relays a packet: piece by piece, or (ACTION_RELAY_WHOLE) when all of it has arrived. */
int pieces_relay(const struct plan *plan, const struct action *action);

/* Does at once all actions of the set `open`: bit k of it is the action k + 1 places after this
 * one. Returns 0, -EPROTO or -EMSGSIZE; or -EHOSTDOWN when the rest of the plan has been done, too
 * (hollow.h). */
int pieces_together(const struct plan *plan, const struct action *action, uint32_t open);

/* Whether a packet of this size goes by itself. Such a packet must fit in half a ring, or nodes
 * could deadlock (plan_run.h has the proof). Where the ring ends the packet is cut, once, and the
 * second piece has a header of its own. So half a ring has to have one slot more than the packet
 * needs in one piece. */
static inline bool pieces_alone(size_t bytes) {
    uint64_t slots = node.link[0].out.capacity;
    return bytes < ACTION_ANY_BYTES && piece_slots(bytes) + 1 <= slots / 2;
}

#endif
