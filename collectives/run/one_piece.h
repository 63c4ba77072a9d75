/* Packets that go in one piece: how a node sends, takes, relays and combines them, in as few
 * instructions as it can be. Whatever has come in several pieces, or does not fit in a ring at
 * once, is left to pieces.h. For plan_run.c, which compiles all of this twice: `watched` where
 * there is a clock, or where steps are recorded.
 *
 * Each function does one action, of `bytes` bytes, and as its last act goes on to the next one (see
 * go_on). So there are no registers to save and none to restore as long as nothing out of the
 * ordinary happens; whatever is out of the ordinary is a function that is gone on to likewise.
 * All return what plan_run returns.
 */
#ifndef COLLECTIVES_RUN_ONE_PIECE_H
#define COLLECTIVES_RUN_ONE_PIECE_H

#include "collectives/run/blocks.h"
#include "collectives/run/pieces.h"
#include "collectives/run/plan.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/wait.h"

/* ---- From one action to the next ---- */

/* Ends a handler by going on to another. The compiler makes a jump of it, for it is the last that
 * its callers do: Bell, Threaded Code, CACM 16(6), 1973. On AArch64 compilers let such jumps go by
 * a register of their choice, and would have to move the address to it. */
always_inline int jump(action_handler *handler, const struct plan *plan,
                       const struct action *action, const struct dispatch *dispatch) {
#ifdef __aarch64__
    register action_handler *next __asm__("x16") = handler;
    __asm__("" : "+r"(next));
    return next(plan, action, dispatch);
#else
    return handler(plan, action, dispatch);
#endif
}

/* Does an action, and all that follow it. */
always_inline int go_on(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch) {
    return jump(dispatch->kind[action->kind], plan, action, dispatch);
}

/* The link of an action's port. */
static inline struct link *port_link(uint32_t port) {
    return node_self()->links[port];
}

/* ---- Sending ---- */

/* Sends a packet that has to be cut, or to wait for room. */
static cold int send_in_pieces(const struct plan *plan, const struct action *action,
                               const struct dispatch *dispatch, uint64_t stamp) {
    pieces_send(plan, action, plan_at(plan, action->place), stamp);
    return go_on(plan, action + 1, dispatch);
}

/* Wakes the neighbour, who sleeps, after something has been sent. */
static cold int wake(const struct plan *plan, const struct action *action,
                     const struct dispatch *dispatch) {
    system_ring(1u << action->port);
    return go_on(plan, action + 1, dispatch);
}

/* Sends a packet of `bytes` bytes. */
always_inline int send_packet(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t bytes, bool watched) {
    uint64_t stamp = watched ? time_depart(flow_on(action, action->port), bytes) : 0;
    enum fast_sent sent =
        fast_send(port_link(action->port), action_operation(action), action_step(action), stamp,
                  plan_at(plan, action->place), bytes);
    if (unlikely(sent == FAST_FULL))
        return send_in_pieces(plan, action, dispatch, stamp);
    if (unlikely(sent == FAST_WAKE))
        return wake(plan, action, dispatch);
    return go_on(plan, action + 1, dispatch);
}

/* Sends a set of blocks, gathered straight into the slots, in stretches of so many bytes. */
always_inline int send_blocks(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t stretch, bool watched) {
    struct link *link = port_link(action->port);
    size_t bytes = action->bytes;
    uint64_t stamp = watched ? time_depart(flow_on(action, action->port), bytes) : 0;
    struct cube_piece *piece = fast_begin(link, bytes);
    if (unlikely(piece == NULL))
        return send_in_pieces(plan, action, dispatch, stamp);
    copy_blocks(action, piece->payload, plan_at(plan, action->place), stretch, gather);
    if (unlikely(fast_end(link, piece, action_operation(action), action_step(action), stamp,
                          bytes) == FAST_WAKE))
        return wake(plan, action, dispatch);
    return go_on(plan, action + 1, dispatch);
}

/* ---- What arrives ---- */

/* Waits, after so many looks, until a packet has arrived on the action's port, and then does the
 * action. By a clock the wait takes no time but that of the look. */
static cold int await_longer(const struct plan *plan, const struct action *action,
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

/* The same after the first look has failed. The next few do nothing but look: most waits end with
 * them. */
static cold int await(const struct plan *plan, const struct action *action,
                      const struct dispatch *dispatch) {
    const struct link *link = port_link(action->port);
    uint64_t head = link->in.head;
    for (uint32_t spins = 0; wait_spins_first(spins); spins++) {
        system_yield();
        if (fast_arrived(link, head))
            return go_on(plan, action, dispatch);
    }
    return await_longer(plan, action, dispatch, WAIT_FIRST_SPINS);
}

/* Does an action when its packet arrives, which has not when it was looked for. */
always_inline int later(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch, bool watched) {
    return watched ? await_longer(plan, action, dispatch, 0) : await(plan, action, dispatch);
}

/* Does an action whose packet is not in one piece, or is none that was expected. */
static cold int in_pieces(const struct plan *plan, const struct action *action,
                          const struct dispatch *dispatch) {
    int error = action_combines(action) ? pieces_combine(plan, action)
                : action_relays(action) ? pieces_relay(plan, action)
                                        : pieces_take(plan, action, plan_at(plan, action->place));
    return unlikely(error != 0) ? error : go_on(plan, action + 1, dispatch);
}

/* Publishes how far the action's link has been read. */
static cold int release(const struct plan *plan, const struct action *action,
                        const struct dispatch *dispatch) {
    ring_release(&node.link[action->port].in);
    node_wake(action->port);
    return go_on(plan, action + 1, dispatch);
}

/* Enters a packet in the record of its step. */
static cold void record(const struct action *action, size_t bytes) {
    meter_step_piece(action->port, &(struct cube_header){.remaining = (uint32_t)bytes,
                                                         .bytes = (uint32_t)bytes,
                                                         .step = action_step(action)});
}

/* A packet that may have arrived as one piece. */
struct arrival {
    struct link *link;
    uint64_t head; /* of the link, and its mask: read once, for all that is written is no link's */
    uint64_t mask;
    uint64_t stamp;
};

/* What there is to be known before a look. */
always_inline struct arrival arrival_of(const struct action *action) {
    struct link *link = port_link(action->port);
    return (struct arrival){link, link->in.head, link->in.mask, 0};
}

always_inline bool has_arrived(const struct action *action) {
    const struct link *link = port_link(action->port);
    return fast_arrived(link, link->in.head);
}

always_inline bool has_come(const struct arrival *arrival) {
    return likely(fast_arrived(arrival->link, arrival->head));
}

/* The payload of a packet of `bytes` bytes that has come, or null: it is cut, or not the one
 * expected. */
always_inline const uint8_t *payload_of(struct arrival *arrival, const struct action *action,
                                        size_t bytes, bool watched) {
    return fast_payload(arrival->link, arrival->head, arrival->mask, action_operation(action),
                        action_step(action), watched ? &arrival->stamp : NULL, bytes);
}

/* Notes, where somebody watches, that a packet for this node has come. */
always_inline void note(const struct arrival *arrival, const struct action *action, size_t bytes,
                        bool watched) {
    if (watched)
        time_take(flow_on(action, action->port), arrival->stamp, bytes, true);
    if (watched && action_step(action) <= node.records)
        record(action, bytes);
}

/* Gives the slots of a packet back that has been read, and goes on. */
always_inline int consume(const struct plan *plan, const struct action *action,
                          const struct dispatch *dispatch, const struct arrival *arrival,
                          size_t bytes) {
    if (unlikely(fast_consume(arrival->link, arrival->head, arrival->mask, bytes)))
        return release(plan, action, dispatch);
    return go_on(plan, action + 1, dispatch);
}

/* ---- Taking ---- */

/* Takes a packet of `bytes` bytes to its place. */
always_inline int take_packet(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t bytes, bool watched) {
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watched);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watched);
    if (unlikely(payload == NULL))
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, watched);
    copy_out(plan_at(plan, action->place), payload, bytes);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* Takes a set of blocks, spread straight out of the slots, in stretches of so many bytes. */
always_inline int take_blocks(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t stretch, bool watched) {
    size_t bytes = action->bytes;
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watched);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watched);
    if (unlikely(payload == NULL))
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, watched);
    copy_blocks(action, (uint8_t *)(uintptr_t)payload, plan_at(plan, action->place), stretch,
                spread);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* ---- Combining ---- */

/* By an operator of the program's own, what fits in a slot. It may look at an element twice, and
 * would have to believe what it found the first time: it gets a copy that nobody else writes. */
static noinline void combine_copy(const struct plan *plan, const struct action *action,
                                  const uint8_t *payload) {
    _Alignas(max_align_t) uint8_t copy[COPY_SMALL];
    const struct combiner combiner = plan_combiner(plan);
    copy_small(copy, payload, action->bytes);
    combine(&combiner, plan_at(plan, action->place), plan_at(plan, action->source), copy,
            action->bytes, action->kind != ACTION_COMBINE_RIGHT);
}

/* Combines a packet by an operator of the program's own. */
static noinline int combine_own(const struct plan *plan, const struct action *action,
                                const struct dispatch *dispatch) {
    size_t bytes = action->bytes;
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, true);
    const uint8_t *payload = bytes > COPY_SMALL ? NULL : payload_of(&arrival, action, bytes, true);
    if (payload == NULL)
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, true);
    if (bytes > 0)
        combine_copy(plan, action, payload);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* Combines a packet of `bytes` bytes, place = arrived op source, straight from the slots. */
always_inline int combine_packet(const struct plan *plan, const struct action *action,
                                 const struct dispatch *dispatch, size_t bytes, bool watched) {
    if (unlikely(plan->function == NULL))
        return combine_own(plan, action, dispatch);
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watched);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watched);
    if (unlikely(payload == NULL))
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, watched);
    plan->function(payload, plan_at(plan, action->source), plan_at(plan, action->place), bytes);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* ---- Relaying ---- */

/* Ends the relay of a packet that has not gone at once, or has gone to a neighbour who sleeps. */
static cold int relay_rest(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch, uint64_t stamp, enum fast_sent sent) {
    const struct arrival arrival = arrival_of(action);
    if (sent == FAST_FULL) {
        const struct foreign_slot *slot =
            foreign_slot(arrival.link->in.slots, arrival.head & arrival.mask);
        struct action rest = *action;
        rest.kind = ACTION_SEND;
        rest.port = action->leave;
        pieces_send(plan, &rest, foreign_payload(slot), stamp);
    } else {
        system_ring(1u << action->leave);
    }
    return consume(plan, action, dispatch, &arrival, action->bytes);
}

/* Relays a packet of `bytes` bytes that has arrived: one that has come as one piece goes from ring
 * to ring. */
always_inline int relay_packet(const struct plan *plan, const struct action *action,
                               const struct dispatch *dispatch, size_t bytes, bool watched) {
    uint64_t stamp = 0;
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watched);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watched);
    if (unlikely(payload == NULL))
        return in_pieces(plan, action, dispatch);
    if (watched) {
        stamp = time_pass(arrival.stamp, bytes, action->kind == ACTION_RELAY_WHOLE);
        note_passed(action, stamp, bytes);
        if (action_step(action) <= node.records)
            record(action, bytes);
    }
    enum fast_sent sent = fast_send(port_link(action->leave), action_operation(action),
                                    action_step(action), stamp, payload, bytes);
    if (unlikely(sent != FAST_SENT))
        return relay_rest(plan, action, dispatch, stamp, sent);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* ---- One action by itself ---- */

static int stop(const struct plan *plan, const struct action *action,
                const struct dispatch *dispatch) {
    (void)plan, (void)action, (void)dispatch;
    return 0;
}

/* Does an action whose packet has arrived, and none that follows it: whatever follows, is to stop.
 */
always_inline int do_alone(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch) {
    static const struct dispatch stopping = {{[0 ... ACTION_KINDS - 1] = stop}};
    return dispatch->kind[action->kind](plan, action, &stopping);
}

#endif
