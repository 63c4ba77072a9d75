/* Packets that go in one piece: how a node sends, takes, relays and combines them, in as few
 * instructions as it can be. Whatever has come in several pieces, or does not fit in a ring at
 * once, is left to pieces.h. For plan_run.c, which compiles all of this twice: `watched` where
 * there is a clock, or where steps are recorded.
 *
 * The functions do one action, of `bytes` bytes, and return 0, -EPROTO or -EMSGSIZE as plan_run.
 */
#ifndef COLLECTIVES_RUN_ONE_PIECE_H
#define COLLECTIVES_RUN_ONE_PIECE_H

#include "collectives/run/pieces.h"
#include "collectives/run/plan.h"
#include "net/fast_path.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/wait.h"

/* ---- Sending ---- */

/* What is left of a send: to wake the neighbour; or all of it, for the packet has to be cut, or to
 * wait for room. */
static cold int send_rest(const struct plan *plan, const struct action *action, const uint8_t *data,
                          uint64_t stamp, enum fast_sent sent) {
    if (sent == FAST_WAKE)
        system_ring(1u << action->port);
    else
        pieces_send(plan, action, data, stamp);
    return 0;
}

/* Sends a packet of `bytes` bytes. */
always_inline int send(const struct plan *plan, const struct action *action, size_t bytes,
                       bool watched) {
    const uint8_t *data = plan_at(plan, action->place);
    uint64_t stamp = watched ? time_depart(flow_on(action, action->port), bytes) : 0;
    enum fast_sent sent = fast_send(fast_link(action->port), action_operation(action),
                                    action_step(action), stamp, data, bytes);
    return likely(sent == FAST_SENT) ? 0 : send_rest(plan, action, data, stamp, sent);
}

/* ---- Taking ---- */

/* Returns when a packet has arrived on the action's port, after so many looks that have not found
 * one. By a clock the wait takes no time but that of the look. */
static cold struct link *await_longer(const struct plan *plan, const struct action *action,
                                      uint32_t spins) {
    struct link *link = fast_link(action->port);
    struct waiting waiting =
        wait_begin(plan->name, node_neighbour(action->port), action_step(action));
    waiting.spins = spins;
    time_stop();
    while (!fast_arrived(link, link->in.head))
        wait_more(&waiting, WAIT_ARRIVAL(action->port));
    time_go();
    return link;
}

/* Returns when a packet has arrived there, after a look that has not found one. The next few looks
 * do nothing but look: most waits end with them. */
static noinline struct link *await(const struct plan *plan, const struct action *action) {
    struct link *link = fast_link(action->port);
    uint64_t head = link->in.head;
    for (uint32_t spins = 0; wait_spins_first(spins); spins++) {
        system_yield();
        if (fast_arrived(link, head))
            return link;
    }
    return await_longer(plan, action, WAIT_FIRST_SPINS);
}

/* The action's link, when a packet has arrived on it. */
always_inline struct link *arrival(const struct plan *plan, const struct action *action,
                                   bool watched) {
    struct link *link = fast_link(action->port);
    if (fast_arrived(link, link->in.head))
        return link;
    return watched ? await_longer(plan, action, 0) : await(plan, action);
}

/* Publishes how far the link has been read. */
static cold void release(uint32_t port) {
    ring_release(&node.link[port].in);
    node_wake(port);
}

/* Enters the packet in the record of its step. */
static cold void record(const struct action *action, size_t bytes) {
    meter_step_piece(action->port, &(struct cube_header){.remaining = (uint32_t)bytes,
                                                         .bytes = (uint32_t)bytes,
                                                         .step = action_step(action)});
}

/* A packet that has arrived as one piece. */
struct arrived {
    struct link *link;
    uint64_t head; /* of the link, and its mask: read once, for all that is written is no link's */
    uint64_t mask;
    const uint8_t *payload; /* null: it is cut, or not the one expected */
    uint64_t stamp;
};

/* Looks at the packet of `bytes` bytes that has arrived on the action's link. */
always_inline struct arrived look(struct link *link, const struct action *action, size_t bytes,
                                  bool watched) {
    struct arrived arrived = {.link = link, .head = link->in.head, .mask = link->in.mask};
    arrived.payload = fast_payload(link, arrived.head, arrived.mask, action_operation(action),
                                   action_step(action), watched ? &arrived.stamp : NULL, bytes);
    return arrived;
}

/* Gives the slots of a packet back. */
always_inline void consume(const struct arrived *arrived, const struct action *action, size_t bytes,
                           bool watched) {
    if (unlikely(fast_consume(arrived->link, arrived->head, arrived->mask, bytes)))
        release(action->port);
    if (watched && action_step(action) <= node.records)
        record(action, bytes);
}

/* Gives the slots of a packet back that was for this node, and lets its clock know. */
always_inline void consume_own(const struct arrived *arrived, const struct action *action,
                               size_t bytes, bool watched) {
    consume(arrived, action, bytes, watched);
    if (watched)
        time_take(flow_on(action, action->port), arrived->stamp, bytes, true);
}

/* Takes a packet of `bytes` bytes to its place. */
always_inline int take(const struct plan *plan, const struct action *action, size_t bytes,
                       bool watched) {
    const struct arrived arrived = look(arrival(plan, action, watched), action, bytes, watched);
    uint8_t *data = plan_at(plan, action->place);
    if (unlikely(arrived.payload == NULL))
        return pieces_take(plan, action, data);
    copy_out(data, arrived.payload, bytes);
    consume_own(&arrived, action, bytes, watched);
    return 0;
}

/* ---- Sets of blocks ---- */

/* Calls `copy(packet, blocks, bytes)` for each stretch of the set whose first block is at `place`,
 * and for its part of the packet at `payload`. */
#define EACH_STRETCH(action, payload, place, copy)                                                 \
    do {                                                                                           \
        size_t stretch_bytes = set_stretch(action);                                                \
        uint32_t free_bits = (action)->source.buffer, subset = 0;                                  \
        do {                                                                                       \
            copy((payload), (place) + (size_t)subset * (action)->source.offset, stretch_bytes);    \
            (payload) += stretch_bytes;                                                            \
            subset = (subset - free_bits) & free_bits;                                             \
        } while (subset != 0);                                                                     \
    } while (0)

static inline void gather(uint8_t *packet, const uint8_t *blocks, size_t bytes) {
    copy_in(packet, blocks, bytes);
}

static inline void spread(const uint8_t *packet, uint8_t *blocks, size_t bytes) {
    copy_out(blocks, packet, bytes);
}

/* Sends a set of blocks, gathered straight into the slots. */
always_inline int send_set(const struct plan *plan, const struct action *action, bool watched) {
    const uint8_t *blocks = plan_at(plan, action->place);
    size_t bytes = action->bytes;
    struct link *link = fast_link(action->port);
    uint32_t tail = link->out.tail;
    uint64_t stamp = watched ? time_depart(flow_on(action, action->port), bytes) : 0;
    uint8_t *payload =
        fast_begin(link, tail, action_operation(action), action_step(action), stamp, bytes);
    if (unlikely(payload == NULL))
        return send_rest(plan, action, blocks, stamp, FAST_FULL);
    EACH_STRETCH(action, payload, blocks, gather);
    enum fast_sent sent = fast_end(link, tail, bytes);
    return likely(sent == FAST_SENT) ? 0 : send_rest(plan, action, blocks, stamp, sent);
}

/* Takes a set of blocks, spread straight out of the slots. */
always_inline int take_set(const struct plan *plan, const struct action *action, bool watched) {
    size_t bytes = action->bytes;
    const struct arrived arrived = look(arrival(plan, action, watched), action, bytes, watched);
    uint8_t *blocks = plan_at(plan, action->place);
    if (unlikely(arrived.payload == NULL))
        return pieces_take(plan, action, blocks);
    const uint8_t *payload = arrived.payload;
    EACH_STRETCH(action, payload, blocks, spread);
    consume_own(&arrived, action, bytes, watched);
    return 0;
}

/* ---- Relaying ---- */

/* Relays a packet that has arrived: one that has come as one piece goes from ring to ring. */
always_inline int relay_piece(const struct plan *plan, const struct action *action, size_t bytes,
                              bool watched) {
    uint64_t stamp = 0;
    const struct arrived arrived = look(fast_link(action->port), action, bytes, watched);
    if (unlikely(arrived.payload == NULL))
        return pieces_relay(plan, action);
    if (watched) {
        stamp = time_pass(arrived.stamp, bytes, action->kind == ACTION_RELAY_WHOLE);
        note_passed(action, stamp, bytes);
    }
    enum fast_sent sent = fast_send(fast_link(action->leave), action_operation(action),
                                    action_step(action), stamp, arrived.payload, bytes);
    if (unlikely(sent == FAST_WAKE))
        system_ring(1u << action->leave);
    if (unlikely(sent == FAST_FULL)) {
        struct action rest = *action;
        rest.kind = ACTION_SEND;
        rest.port = action->leave;
        pieces_send(plan, &rest, arrived.payload, stamp);
    }
    consume(&arrived, action, bytes, watched);
    return 0;
}

/* What fits in a slot needs fewer registers, so the rest is compiled apart. */
static noinline int relay_long(const struct plan *plan, const struct action *action) {
    return relay_piece(plan, action, action->bytes, false);
}

/* Relays a packet when it arrives. By a clock that takes none of the node's time. */
always_inline int relay(const struct plan *plan, const struct action *action, bool watched) {
    size_t bytes = action->bytes;
    arrival(plan, action, watched);
    if (!watched && bytes <= COPY_SMALL)
        return relay_piece(plan, action, bytes, false);
    if (!watched)
        return relay_long(plan, action);
    struct pause pause = time_pause();
    int error = relay_piece(plan, action, bytes, true);
    time_resume(pause);
    return error;
}

/* ---- Combining ---- */

/* place = source, `bytes` bytes, unless they are one place. */
static inline void copy_to_place(const struct plan *plan, const struct action *action,
                                 size_t bytes) {
    uint8_t *target = plan_at(plan, action->place);
    const uint8_t *source = plan_at(plan, action->source);
    if (target == source)
        return;
    if (bytes <= COPY_SMALL)
        copy_small(target, source, bytes);
    else
        memcpy(target, source, bytes);
}

/* place = arrived op source, of what fits in a slot: a copy of it is combined. */
always_inline int combine_small(const struct plan *plan, const struct action *action, size_t bytes,
                                bool watched) {
    _Alignas(max_align_t) uint8_t left[COPY_SMALL];
    const struct arrived arrived = look(arrival(plan, action, watched), action, bytes, watched);
    if (unlikely(arrived.payload == NULL))
        return pieces_combine(plan, action);
    copy_small(left, arrived.payload, bytes);
    consume_own(&arrived, action, bytes, watched);
    copy_to_place(plan, action, bytes);
    plan->function(left, plan_at(plan, action->place), action->count, plan->key.type);
    return 0;
}

/* place = arrived op source, of any size: combined where it lies. An operator of the program's own
 * gets a copy (pieces.c). */
always_inline int combine_long(const struct plan *plan, const struct action *action, bool watched) {
    size_t bytes = action->bytes;
    if (unlikely(plan->key.op->kinds == 0))
        return pieces_combine(plan, action);
    const struct arrived arrived = look(arrival(plan, action, watched), action, bytes, watched);
    if (unlikely(arrived.payload == NULL))
        return pieces_combine(plan, action);
    copy_to_place(plan, action, bytes);
    plan->function(arrived.payload, plan_at(plan, action->place), bytes / plan->key.type->bytes,
                   plan->key.type);
    consume_own(&arrived, action, bytes, watched);
    return 0;
}

/* place = source op arrived. The operator overwrites its right operand, which so is a copy. */
always_inline int combine_right(const struct plan *plan, const struct action *action,
                                bool watched) {
    size_t bytes = action->bytes;
    const struct arrived arrived = look(arrival(plan, action, watched), action, bytes, watched);
    if (unlikely(arrived.payload == NULL))
        return pieces_combine(plan, action);
    const struct combiner combiner = plan_combiner(plan);
    if (bytes > 0)
        combine(&combiner, plan_at(plan, action->place), plan_at(plan, action->source),
                arrived.payload, bytes, false);
    consume_own(&arrived, action, bytes, watched);
    return 0;
}

#endif
