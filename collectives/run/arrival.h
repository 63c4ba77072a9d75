/* Arrivals at an action: looking for its packet, waiting for it, checking it, and releasing its
 * slots. Each function that goes on to another does so as go_on.h says. */
#ifndef COLLECTIVES_RUN_ARRIVAL_H
#define COLLECTIVES_RUN_ARRIVAL_H

#include <errno.h>

#include "collectives/run/go_on.h"
#include "collectives/run/pieces/hollow.h"
#include "collectives/run/pieces/pieces.h"
#include "collectives/run/pieces/transit.h"
#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/wait.h"

/* Bookkeeping of packets besides their bytes. Each kind of watch has its own code, so that packets
 * without clocks and records pay nothing for it. */
enum watch {
    UNWATCHED, /* nothing */
    TIMED,     /* the clock; nothing but instructions takes time by it */
    WATCHED,   /* the clock, if there is one, with costs of links and a journal; the records of
                  steps, if they are kept */
};

/* The link of an action's port. */
static inline struct link *port_link(uint32_t port) {
    return node_self()->links[port];
}

/* Waits until a packet has arrived on the action's port, and then does the action. `spins` looks
 * have failed before. The node's clock counts only the look, not the wait. */
static COLD int await_longer(const struct plan *plan, const struct action *action,
                             const struct dispatch *dispatch, uint32_t spins) {
    const struct link *link = port_link(action->port);
    struct waiting waiting =
        wait_begin(plan->name, node_neighbour(action->port), action_step(action));
    waiting.spins = spins;
    time_stop();
    while (!fast_arrived(link, link->in.head))
        wait_more(&waiting, WAIT_ARRIVAL(action->port));
    time_go();
    return go_on(plan, action, dispatch);
}

/* Waits for the action's packet after the first look for it has failed. Most waits end within a few
 * looks, so these do nothing but look. */
static COLD int await(const struct plan *plan, const struct action *action,
                      const struct dispatch *dispatch) {
    const struct link *link = port_link(action->port);
    uint64_t head = link->in.head;
    uint32_t spins = 0;
    while (wait_first_spin(&spins))
        if (fast_arrived(link, head))
            return go_on(plan, action, dispatch);
    return await_longer(plan, action, dispatch, WAIT_FIRST_SPINS);
}

/* Waits for an action's packet, which has not arrived yet, and then does the action. */
ALWAYS_INLINE int later(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch, enum watch watch) {
    bool turns =
        watch != UNWATCHED && node.time.turns; /* then each look stops the clock, so none is free */
    return turns ? await_longer(plan, action, dispatch, 0) : await(plan, action, dispatch);
}

/* Ends an action in an error. If its packet will not come, the rest of the plan is done without it,
 * unless the action is done alone: then its caller does that. */
static COLD int failed(const struct plan *plan, const struct action *action,
                       const struct dispatch *dispatch, int error) {
    return error == -EHOSTDOWN && dispatch != &stopping ? hollow_rest(plan, action) : error;
}

/* Does an action whose packet has come in several pieces, or finds that it is another packet. */
static COLD int in_pieces(const struct plan *plan, const struct action *action,
                          const struct dispatch *dispatch) {
    int error = action_combines(action) ? pieces_combine(plan, action)
                : action_relays(action) ? pieces_relay(plan, action)
                                        : pieces_take(plan, action, plan_at(plan, action->place));
    return UNLIKELY(error != 0) ? failed(plan, action, dispatch, error)
                                : go_on_next(plan, action, dispatch);
}

/* Publishes how far the action's link has been read, and forwards (plan_run.h). */
static COLD int release(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch) {
    ring_release(&node.link[action->port].in);
    node_wake(action->port);
    route_poll();
    return go_on_next(plan, action, dispatch);
}

/* Enters a packet in the record of its step. */
static COLD void record(const struct action *action, size_t bytes) {
    meter_step_piece(action->port, &(struct cube_header){.remaining = (uint32_t)bytes,
                                                         .bytes = (uint32_t)bytes,
                                                         .step = action_step(action)});
}

/* The state of a link before a packet is looked for. The link's head and mask are read once,
 * because nothing that is written meanwhile changes them. */
struct arrival {
    struct link *link;
    uint64_t head;
    uint64_t mask;
    uint64_t stamp; /* of the packet, where it is watched */
};

ALWAYS_INLINE struct arrival arrival_of(const struct action *action) {
    struct link *link = port_link(action->port);
    return (struct arrival){link, link->in.head, link->in.mask, 0};
}

ALWAYS_INLINE bool has_arrived(const struct action *action) {
    const struct link *link = port_link(action->port);
    return fast_arrived(link, link->in.head);
}

ALWAYS_INLINE bool has_come(const struct arrival *arrival) {
    return LIKELY(fast_arrived(arrival->link, arrival->head));
}

/* Returns the payload of a packet of `bytes` bytes that has come, or null if the packet is cut or
 * is not the expected one. */
ALWAYS_INLINE const uint8_t *payload_of(struct arrival *arrival, const struct action *action,
                                        size_t bytes, enum watch watch) {
    return fast_payload(arrival->link, arrival->head, arrival->mask, action_operation(action),
                        action_step(action), watch != UNWATCHED ? &arrival->stamp : NULL, bytes);
}

/* Tells the clock and the record of the step, where packets are watched, that one has come for this
 * node. */
ALWAYS_INLINE void note(const struct arrival *arrival, const struct action *action, size_t bytes,
                        enum watch watch) {
    if (watch == TIMED)
        time_take_free(arrival->stamp);
    if (watch == WATCHED)
        time_take(flow_on(action, action->port), arrival->stamp, bytes, true);
    if (watch == WATCHED && action_step(action) <= node.records)
        record(action, bytes);
}

/* Gives back the slots of a packet that has been read, and goes on. */
ALWAYS_INLINE int consume(const struct plan *plan, const struct action *action,
                          const struct dispatch *dispatch, const struct arrival *arrival,
                          size_t bytes) {
    if (UNLIKELY(fast_consume(arrival->link, arrival->head, arrival->mask, bytes)))
        return release(plan, action, dispatch);
    return go_on_next(plan, action, dispatch);
}

#endif
