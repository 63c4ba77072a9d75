/* Packets that go in one piece: how a node sends, takes, combines and relays them, in as few
 * instructions as possible. Packets in several pieces, or that do not fit in a ring at once, are
 * left to pieces.h. plan_run.c compiles all of this once for each kind of watch.
 *
 * Each function does one action of `bytes` bytes, and then goes on to the next one (go_on.h). */
#ifndef COLLECTIVES_RUN_ONE_PIECE_H
#define COLLECTIVES_RUN_ONE_PIECE_H

#include "collectives/run/arrival.h"
#include "collectives/run/blocks.h"
#include "collectives/run/go_on.h"
#include "collectives/run/pieces/pieces.h"
#include "collectives/run/pieces/transit.h"
#include "collectives/run/plan.h"
#include "net/clock/time.h"
#include "net/fast_path.h"

/* ---- Sending ---- */

/* Sends a packet that has to be cut, or for which the last known head leaves no room. Also forwards
 * routed packets (plan_run.h). */
static COLD int send_in_pieces(const struct plan *plan, const struct action *action,
                               const struct dispatch *dispatch, uint64_t stamp) {
    route_poll();
    pieces_send(plan, action, plan_at(plan, action->place), stamp);
    return go_on_next(plan, action, dispatch);
}

/* Wakes the neighbour to which the action has sent, because it sleeps. */
static COLD int wake(const struct plan *plan, const struct action *action,
                     const struct dispatch *dispatch) {
    node_ring(1u << action->port);
    return go_on_next(plan, action, dispatch);
}

/* Returns the stamp with which a packet of `bytes` bytes leaves. */
ALWAYS_INLINE uint64_t stamp_of(const struct action *action, size_t bytes, enum watch watch) {
    if (watch == TIMED)
        return time_depart_free();
    return watch == UNWATCHED ? 0 : time_depart(flow_on(action, action->port), bytes);
}

/* Sends a packet of `bytes` bytes. */
ALWAYS_INLINE int send_packet(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t bytes, enum watch watch) {
    uint64_t stamp = stamp_of(action, bytes, watch);
    enum fast_sent sent =
        fast_send(port_link(action->port), action_operation(action), action_step(action), stamp,
                  plan_at(plan, action->place), bytes);
    if (UNLIKELY(sent == FAST_FULL))
        return send_in_pieces(plan, action, dispatch, stamp);
    if (UNLIKELY(sent == FAST_WAKE))
        return wake(plan, action, dispatch);
    return go_on_next(plan, action, dispatch);
}

/* Sends a set of blocks, gathered straight into the slots in stretches of `stretch` bytes. */
ALWAYS_INLINE int send_blocks(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t stretch, enum watch watch) {
    struct link *link = port_link(action->port);
    size_t bytes = action->bytes;
    uint64_t stamp = stamp_of(action, bytes, watch);
    struct cube_piece *piece = fast_begin(link, bytes);
    if (UNLIKELY(!piece))
        return send_in_pieces(plan, action, dispatch, stamp);
    copy_blocks(action, piece->payload, plan_at(plan, action->place), stretch, gather);
    if (UNLIKELY(fast_end(link, piece, action_operation(action), action_step(action), stamp,
                          bytes) == FAST_WAKE))
        return wake(plan, action, dispatch);
    return go_on_next(plan, action, dispatch);
}

/* ---- Taking ---- */

/* Takes a packet of `bytes` bytes to its place. If `blocks`, the packet is a set of blocks, and is
 * spread straight out of the slots in stretches of `stretch` bytes. */
ALWAYS_INLINE int take_to_place(const struct plan *plan, const struct action *action,
                                const struct dispatch *dispatch, size_t bytes, bool blocks,
                                size_t stretch, enum watch watch) {
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watch);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watch);
    if (UNLIKELY(!payload))
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, watch);
    if (blocks)
        copy_blocks(action, (uint8_t *)(uintptr_t)payload, plan_at(plan, action->place), stretch,
                    spread);
    else
        copy_out(plan_at(plan, action->place), payload, bytes);
    return consume(plan, action, dispatch, &arrival, bytes);
}

ALWAYS_INLINE int take_packet(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t bytes, enum watch watch) {
    return take_to_place(plan, action, dispatch, bytes, false, 0, watch);
}

ALWAYS_INLINE int take_blocks(const struct plan *plan, const struct action *action,
                              const struct dispatch *dispatch, size_t stretch, enum watch watch) {
    return take_to_place(plan, action, dispatch, action->bytes, true, stretch, watch);
}

/* ---- Combining ---- */

/* Combines up to a slot by the program's own operator, which gets a private copy: it may read an
 * element twice, and the neighbour could change it in between. */
static NOINLINE void combine_copy(const struct plan *plan, const struct action *action,
                                  const uint8_t *payload) {
    _Alignas(max_align_t) uint8_t copy[COPY_SMALL];
    const struct combiner combiner = plan_combiner(plan);
    copy_small(copy, payload, action->bytes);
    combine(&combiner, plan_at(plan, action->place), plan_at(plan, action->source), copy,
            action->bytes, action->kind != ACTION_COMBINE_RIGHT);
}

/* Combines a packet by an operator of the program's own. */
static NOINLINE int combine_own(const struct plan *plan, const struct action *action,
                                const struct dispatch *dispatch) {
    size_t bytes = action->bytes;
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, WATCHED);
    const uint8_t *payload =
        bytes > COPY_SMALL ? NULL : payload_of(&arrival, action, bytes, WATCHED);
    if (!payload)
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, WATCHED);
    if (bytes > 0)
        combine_copy(plan, action, payload);
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* Combines a packet whose slots are to be published as free, which is done when all of it has been
 * read. */
static COLD int combine_and_release(const struct plan *plan, const struct action *action,
                                    const struct dispatch *dispatch, const uint8_t *payload) {
    plan->function(payload, plan_at(plan, action->source), plan_at(plan, action->place),
                   action->bytes);
    return release(plan, action, dispatch);
}

/* Combines a packet of `bytes` bytes, place = arrived op source, straight from the slots. They are
 * noted as read before the operator works, so that little has to be remembered meanwhile. The
 * sender is told later, so the slots stay as they are. */
ALWAYS_INLINE int combine_packet(const struct plan *plan, const struct action *action,
                                 const struct dispatch *dispatch, size_t bytes, enum watch watch) {
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watch);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watch);
    if (UNLIKELY(!payload))
        return in_pieces(plan, action, dispatch);
    note(&arrival, action, bytes, watch);
    if (UNLIKELY(fast_consume(arrival.link, arrival.head, arrival.mask, bytes)))
        return combine_and_release(plan, action, dispatch, payload);
    plan->function(payload, plan_at(plan, action->source), plan_at(plan, action->place), bytes);
    return go_on_next(plan, action, dispatch);
}

/* ---- Relaying ---- */

/* Returns the size of a packet that is to be relayed. If only the ends of its way know the size,
 * the header of its first piece tells it. Then the result is ACTION_ANY_BYTES as long as nothing
 * has arrived, or if the packet is too long to go by itself. */
static inline size_t relayed_bytes(const struct action *action) {
    if (action->bytes != ACTION_ANY_BYTES || !has_arrived(action))
        return action->bytes;
    const struct arrival arrival = arrival_of(action);
    size_t bytes = fast_bytes(arrival.link, arrival.head, arrival.mask);
    return pieces_alone(bytes) ? bytes : ACTION_ANY_BYTES;
}

/* Completes the relay of a packet that could not leave at once, or that has left to a neighbour who
 * sleeps. */
static COLD int relay_rest(const struct plan *plan, const struct action *action,
                           const struct dispatch *dispatch, size_t bytes, uint64_t stamp,
                           enum fast_sent sent) {
    const struct arrival arrival = arrival_of(action);
    if (sent == FAST_FULL) {
        const struct foreign_slot *slot =
            foreign_slot(arrival.link->in.slots, arrival.head & arrival.mask);
        struct action rest = *action;
        rest.kind = ACTION_SEND_LONG;
        rest.port = action->leave;
        rest.bytes = (uint32_t)bytes;
        pieces_send(plan, &rest, foreign_payload(slot), stamp);
    } else {
        node_ring(1u << action->leave);
    }
    return consume(plan, action, dispatch, &arrival, bytes);
}

/* Relays a packet of `bytes` bytes. If it has come as one piece, it goes straight from ring to
 * ring. */
ALWAYS_INLINE int relay_packet(const struct plan *plan, const struct action *action,
                               const struct dispatch *dispatch, size_t bytes, enum watch watch) {
    uint64_t stamp = 0;
    struct arrival arrival = arrival_of(action);
    if (!has_come(&arrival))
        return later(plan, action, dispatch, watch);
    const uint8_t *payload = payload_of(&arrival, action, bytes, watch);
    if (UNLIKELY(!payload))
        return in_pieces(plan, action, dispatch);
    if (watch != UNWATCHED) {
        stamp = time_pass(arrival.stamp, bytes, action->kind == ACTION_RELAY_WHOLE);
        if (watch == WATCHED) { /* else hops cost nothing */
            stamp = time_further(stamp, action->leave);
            note_passed(action, stamp, bytes);
        }
        if (watch == WATCHED && action_step(action) <= node.records)
            record(action, bytes);
    }
    enum fast_sent sent = fast_send(port_link(action->leave), action_operation(action),
                                    action_step(action), stamp, payload, bytes);
    if (UNLIKELY(sent != FAST_SENT))
        return relay_rest(plan, action, dispatch, bytes, stamp, sent);
    return consume(plan, action, dispatch, &arrival, bytes);
}

#endif
