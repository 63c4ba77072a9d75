/* A packet that goes piece by piece: its progress at this node, and its continuation. */
#ifndef COLLECTIVES_RUN_TRANSIT_H
#define COLLECTIVES_RUN_TRANSIT_H

#include "collectives/run/plan.h"
#include "net/clock/time.h"

/* Returns the flow that an action's packet belongs to on the link of `dimension`, on which it
 * arrives or leaves. */
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
    uint8_t *data;  /* the place of its first byte */
    size_t bytes;   /* its size; of a relay, ACTION_ANY_BYTES until its first piece tells */
    size_t gone;    /* how many of them have left, or have been taken, combined or relayed */
    uint32_t first; /* of a set of blocks: with which block the stretch under way begins */
    size_t within;  /* how many bytes of that stretch have left or have been taken */
    size_t used;    /* how many of these bytes belong to the oldest piece in the ring */
    uint64_t stamp; /* of the byte that leaves next; while a packet is being stored, that of its
                       last byte */
    uint64_t words; /* the WAIT_... word whose change would let it go on; 0: another transit */
    bool stored;    /* a packet that is relayed whole has arrived completely, and leaves */
    bool done;
    /* The packet that leaves on the same port, from the place to which this one comes. A byte may
     * be overwritten when it has left. Null if there is no such packet. */
    const struct transit *ahead;
};

/* Returns the packet of an action, which has not begun. `data` is the source of a send, or the
 * place for an arrival. `stamp` is that of the first byte, if the packet is sent
 * (net/clock/time.h). */
static inline struct transit transit_of(const struct action *action, uint8_t *data,
                                        uint64_t stamp) {
    return (struct transit){.action = action, .data = data, .bytes = action->bytes, .stamp = stamp};
}

/* Goes on with a packet as far as it gets. Returns whether it is done, -EPROTO, -EMSGSIZE, or
 * -EHOSTDOWN if the rest of it will not come (hollow.h). If it is not done, transit->words has the
 * words that it waits for. */
int transit_more(const struct plan *plan, struct transit *transit);

#endif
