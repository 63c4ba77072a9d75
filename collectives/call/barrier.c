/* The call of the barrier. It runs the schedule of collectives/cube/barrier.c without the executor,
 * because a barrier consists of nothing but overhead: as actions of a plan its messages would take
 * 76 instructions instead of 56 on 8 nodes, and 74 instead of 53 on 64. Its packets are empty, so
 * they need no slot: to send one, a node counts up the word `barriers` in its window. It also
 * writes there how many slots it had sent before. If the receiver has not taken all of these, the
 * calls of the two nodes do not match.
 *
 * When the receiver looks, the sender may already be at the next barrier, but no further, because
 * there it waits. So a window needs room for two such counts.
 */
#include <errno.h>

#include "collectives/call/call.h"
#include "collectives/cube/shared.h"
#include "cube.h"
#include "net/clock/time.h"
#include "net/fast_path.h"
#include "net/fault_hooks.h"
#include "net/meters.h"
#include "net/wait.h"

/* Whether the neighbour has come to barrier `number` of this link, or already to the next. */
static inline bool has_come(const struct link *link, uint32_t number) {
    /* The acquire orders this read before all that we do after the barrier. Its partner is the
     * release in `exchange`: what the neighbour did before its barrier is visible to us. */
    uint32_t theirs = atomic_load_explicit(&link->incoming->barriers, memory_order_acquire);
    return (int32_t)(theirs - number) >= 0;
}

/* Whether the neighbour is one barrier behind, as it has to be until it comes. */
static inline bool is_behind(const struct link *link, uint32_t number) {
    /* Relaxed, because nothing else that the neighbour wrote is read after it. */
    return atomic_load_explicit(&link->incoming->barriers, memory_order_relaxed) == number - 1;
}

/* Whether this node has taken all that the neighbour sent before it came to barrier `number`. */
static inline bool has_taken_all(const struct link *link, uint32_t number) {
    return atomic_load_explicit(&link->incoming->barrier_tail[number & 1], memory_order_relaxed) ==
           (uint32_t)link->in.head;
}

/* The neighbour's count of slots is another. Returns -EHOSTDOWN if it says by this that it lacks
 * something, or has died (net/faults/failed_program.h), else -EPROTO. */
static COLD int other_count(const struct link *link, uint32_t number) {
    uint32_t said =
        atomic_load_explicit(&link->incoming->barrier_tail[number & 1], memory_order_relaxed);
    bool lacks = (said ^ FAILED_BARRIER_BIT) == (uint32_t)link->in.head && fault_programs_fail();
    return lacks ? -EHOSTDOWN : -EPROTO;
}

/* A packet has come instead of the neighbour. If that has died, its node comes nevertheless
 * (net/faults/failed_program.h): waits for it, and returns 0. Else returns -EPROTO. */
static COLD int wait_for_dead(uint32_t port) {
    const struct link *link = fast_link(port);
    struct waiting waiting = wait_begin("barrier", node_neighbour(port), 0);
    struct piece piece;
    if (!link_look(port, 0, &piece) || fault_error(port, &piece.header) != -EHOSTDOWN)
        return -EPROTO;
    while (!has_come(link, link->barriers))
        waiting.spins = wait_rest(waiting, WAIT_BARRIER(port));
    time_go();
    return 0;
}

/* Waits for the neighbour after the first looks have failed. Returns 0, or -EPROTO if the neighbour
 * has sent a packet instead. */
static COLD int wait_longer(uint32_t port, uint32_t step, uint32_t spins) {
    const struct link *link = fast_link(port);
    struct waiting waiting = wait_begin("barrier", node_neighbour(port), step);
    waiting.spins = spins;
    time_stop();
    while (!has_come(link, link->barriers)) {
        /* If a hostile neighbour has written any other number there, the wait would never end and
         * never sleep. */
        if (!is_behind(link, link->barriers) && !has_come(link, link->barriers))
            return -EPROTO;
        /* Looks at the word once more, because the packet may belong to the call after the barrier.
         */
        if (fast_arrived(link, link->in.head) && !has_come(link, link->barriers))
            return wait_for_dead(port);
        wait_more(&waiting, WAIT_BARRIER(port) | WAIT_ARRIVAL(port));
    }
    time_go();
    return 0;
}

/* Tells the neighbour on `port` that this node has come, and waits for the neighbour. `timed` says
 * that there is a clock, and `bit` whether this node lacks something: FAILED_BARRIER_BIT, or 0. */
ALWAYS_INLINE int exchange_saying(uint32_t port, uint32_t step, bool timed, uint32_t bit) {
    struct link *link = fast_link(port);
    struct cube_window *window = link->outgoing;
    uint32_t number = ++link->barriers;
    if (timed)
        atomic_store_explicit(&window->barrier_clock[number & 1],
                              time_depart_timed(flow_of(port, OPERATION_BARRIER, step), 0),
                              memory_order_relaxed);
    atomic_store_explicit(&window->barrier_tail[number & 1], link->out.tail ^ bit,
                          memory_order_relaxed);
    /* The release orders all that this node did before the barrier, and the count of slots, before
     * the number. Its partner is the acquire in has_come. */
    atomic_store_explicit(&window->barriers, number, memory_order_release);
    if (UNLIKELY(node_must_wake(link)))
        node_ring(1u << port);
    for (uint32_t spins = 0; UNLIKELY(!has_come(link, number));) {
        if (!wait_first_spin(&spins)) {
            int error = wait_longer(port, step, spins);
            if (error != 0)
                return error;
            break;
        }
    }
    if (timed)
        time_take_timed(
            flow_of(port, OPERATION_BARRIER, step),
            atomic_load_explicit(&link->incoming->barrier_clock[number & 1], memory_order_relaxed),
            0, true);
    return LIKELY(has_taken_all(link, number)) ? 0 : other_count(link, number);
}

ALWAYS_INLINE int exchange(uint32_t port, uint32_t step, bool timed) {
    return exchange_saying(port, step, timed, 0);
}

/* Ends a barrier in which something has gone wrong, after the exchange of step `step` on `port`;
 * the set of dimensions is that of its subcube. If a program has died, this node lacks to know that
 * all have come, and says so to those that it still has to meet. */
static COLD int meet_without(uint32_t port, uint32_t step, uint32_t dimensions, int error) {
    for (port++; error == -EHOSTDOWN && dimensions >> port != 0; port++) {
        if (!(dimensions >> port & 1))
            continue;
        int other = exchange_saying(port, ++step, node.time.on, FAILED_BARRIER_BIT);
        error = other == 0 ? error : other;
    }
    return error;
}

static COLD void trace(uint32_t port, uint32_t step) {
    meter_step_piece(port, &(struct cube_header){.step = step});
    meter_step_done(step);
}

/* The barrier of the subcube of these dimensions. */
static NOINLINE int meet(uint32_t dimensions) {
    uint32_t steps = 0;
    route_poll();
    for (uint32_t port = 0; dimensions != 0; port++, dimensions >>= 1) {
        if (!(dimensions & 1))
            continue;
        int error = exchange(port, ++steps, node.time.on);
        if (error != 0)
            return meet_without(port, steps, dimensions << port, error);
        if (node.records > 0)
            trace(port, steps);
    }
    if (steps > node.steps)
        node.steps = steps;
    return 0;
}

int cube_barrier(void) {
    uint32_t dimension = node.unwatched_dimensions;
    if (UNLIKELY(dimension == 0))
        return meet((1u << node.dimension) - 1);
    route_poll();
    for (uint32_t port = 0; port < dimension; port++) {
        int error = exchange(port, port + 1, false);
        if (UNLIKELY(error != 0))
            return meet_without(port, port + 1, (1u << node.dimension) - 1, error);
    }
    if (UNLIKELY(dimension > node.steps))
        node.steps = dimension;
    return 0;
}

int cube_barrier_by(const struct cube_choice *choice) {
    struct call call;
    int error = call_begin(&call, &barrier_exchange, choice);
    return error != 0 ? error : meet(call.free);
}
