/* A packet under way that goes piece by piece: how far it has got at this node, and how it goes on.
 */
#ifndef COLLECTIVES_RUN_TRANSIT_H
#define COLLECTIVES_RUN_TRANSIT_H

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

/* A packet under way, at this node. */
struct transit {
    const struct action *action;
    uint8_t *data;  /* where its first byte is, or comes to */
    size_t bytes;   /* all of it; of a relay, ACTION_ANY_BYTES until its first piece tells */
    size_t gone;    /* so many of them have left, have been taken, combined or relayed */
    uint32_t first; /* of a set of blocks: the block that the stretch under way begins with, */
    size_t within;  /* and so many bytes of that stretch have left or have been taken */
    size_t used;    /* so many of these belong to the piece that is the oldest in the ring */
    uint64_t stamp; /* of the byte that leaves next; of a packet that is stored, the last byte's */
    uint64_t words; /* the WAIT_... word whose change would let it go on; 0: another transit */
    bool stored;    /* all of a packet that is relayed whole is here, and it leaves */
    bool done;
    /* What leaves on the same port from where this one comes to: a byte may be overwritten when it
     * has left. Null if there is none. */
    const struct transit *ahead;
};

/* The packet of an action, of which nothing has gone yet: what is sent is at `data`, what arrives
 * comes there. `stamp`: of the first byte, where it is sent (net/time.h). */
static inline struct transit transit_of(const struct action *action, uint8_t *data,
                                        uint64_t stamp) {
    return (struct transit){.action = action, .data = data, .bytes = action->bytes, .stamp = stamp};
}

/* Goes on with a packet as far as it gets. Returns whether it is done, -EPROTO or -EMSGSIZE. Where
 * it is not done, transit->words says what it waits for. */
int transit_more(const struct plan *plan, struct transit *transit);

#endif
