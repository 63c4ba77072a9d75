/* The clock of this node: when it moves, and how the headers of packets carry its time.
 *
 * Without a clock all stamps are 0, and nothing here does anything. Functions with `timed` in their
 * names are for callers that know that there is a clock. With turns (CUBE_PAGE_TURNS) the
 * instructions of waiting and forwarding do not count: the clock is set back afterwards. */
#ifndef NET_TIME_H
#define NET_TIME_H

#include "net/node.h"

/* Starts the clock at 0 if the node page says that there is one. */
void time_start(void);

/* Return the instructions that this node has executed since some moment before its start: those of
 * the cycle counter, less those of other cores in this node's turns. */
static inline uint64_t time_executed_by(const struct node *self) {
    uint64_t excess = atomic_load_explicit(self->excess, memory_order_relaxed);
    return system_cycles() - excess;
}
static inline uint64_t time_executed(void) {
    return time_executed_by(&node);
}

/* time_now returns the clock, and time_set sets it. */
static inline uint64_t time_now(void) {
    return clock_time(&node.clock, time_executed());
}
static inline void time_set(uint64_t time) {
    clock_set(&node.clock, time_executed(), time);
}

/* Returns the clock, stopped or running; 0 without a clock. It may be past its end. */
static inline uint64_t time_shown(void) {
    return !node.time.on ? 0 : node.time.stopped ? node.time.stop : time_now();
}

/* Called on a clock on which links cost nothing when a packet with `stamp` is taken: the clock then
 * shows at least `stamp`. node.past holds a time that the clock has reached: a caller with an
 * earlier stamp need not call this. */
void time_reach(uint64_t stamp);

/* Both are for clocks on which packets and links have costs. time_depart_careful returns the stamp
 * of a packet that leaves at `now`; time_take_careful returns the clock after a packet has been
 * taken. The instructions of both do not count: the caller then sets the clock, to `now` after the
 * first and to the returned time after the second. */
uint64_t time_depart_careful(uint64_t now, struct flow flow, uint64_t bytes);
uint64_t time_take_careful(uint64_t now, struct flow flow, uint64_t stamp, uint64_t bytes,
                           bool first);

/* Returns the flow of a packet on the direct channel. */
static inline struct flow flow_of(uint32_t dimension, uint32_t operation, uint32_t step) {
    return (struct flow){dimension, operation, step, CUBE_NOBODY};
}

/* Both are for clocks on which links cost nothing and of which no journal is kept. time_depart_free
 * is called when a packet leaves, and returns its stamp. time_take_free is called when a packet
 * with `stamp` is taken. They call no function, so that their callers have no registers to save. */
static inline uint64_t time_depart_free(void) {
    node.time.stopped = false;
    return time_now();
}
static inline void time_take_free(uint64_t stamp) {
    uint64_t executed = time_executed();
    node.time.stopped = false;
    if (stamp > clock_time(&node.clock, executed))
        clock_set(&node.clock, executed, stamp);
}

/* A packet of `bytes` bytes begins to leave. Returns its stamp, the time when its first byte
 * arrives at the neighbour. */
static inline uint64_t time_depart_timed(struct flow flow, uint64_t bytes) {
    uint64_t now = time_now();
    node.time.stopped = false;
    if (LIKELY(!node.time.careful))
        return now;
    uint64_t stamp = time_depart_careful(now, flow, bytes);
    time_set(now);
    return stamp;
}
static inline uint64_t time_depart(struct flow flow, uint64_t bytes) {
    return LIKELY(!node.time.on) ? 0 : time_depart_timed(flow, bytes);
}

/* Returns the stamp of the byte that is `bytes` bytes after the one with `stamp`. */
static inline uint64_t time_after(uint64_t stamp, uint64_t bytes) {
    return LIKELY(!node.time.on) ? 0 : clock_add(stamp, bytes, node.clock.costs.byte);
}

/* The node takes `bytes` bytes of a packet, the first of which is stamped `stamp`; `first`: they
 * begin the packet. */
static inline void time_take_timed(struct flow flow, uint64_t stamp, uint64_t bytes, bool first) {
    uint64_t executed = time_executed();
    uint64_t now = clock_time(&node.clock, executed);
    node.time.stopped = false;
    if (UNLIKELY(node.time.careful))
        time_set(time_take_careful(now, flow, stamp, bytes, first));
    else if (stamp > now)
        clock_set(&node.clock, executed, stamp);
}
static inline void time_take(struct flow flow, uint64_t stamp, uint64_t bytes, bool first) {
    if (UNLIKELY(node.time.on))
        time_take_timed(flow, stamp, bytes, first);
}

/* A caller that takes packets from a set of dimensions in the order of arrival calls
 * time_take_several before the first and time_taken after the last. With one port the clock counts
 * them in the order of dimensions, so the time does not depend on the order in which the emulator
 * runs its processors. */
void time_take_several(uint32_t dimensions);
void time_taken(void);

/* Returns the stamp of a packet of `bytes` bytes that came with `stamp` and is passed on. The first
 * byte leaves when it has arrived or, if `whole`, when all of the packet has. */
uint64_t time_pass(uint64_t stamp, uint64_t bytes, bool whole);

/* Returns a stamp of time_pass of a packet that leaves on `dimension` by the direct channel, where
 * a virtual link may stand for a dead one. It passes more links then. */
static inline uint64_t time_further(uint64_t stamp, uint32_t dimension) {
    uint64_t links = node.clock.further[dimension];
    return LIKELY(links == 0) ? stamp : clock_add(stamp, links, node.clock.costs.hop);
}

/* Returns the stamp of a packet of the routed channel that came with `stamp` and leaves on
 * `dimension`. */
static inline uint64_t time_route(uint64_t stamp, uint32_t dimension) {
    uint64_t links = UINT64_C(1) + node.clock.routed_further[dimension];
    return LIKELY(!node.time.on) ? 0 : clock_add(stamp, links, node.clock.costs.hop);
}

/* Notes, if there is a journal, that a packet of `bytes` bytes which came on dimension `from`
 * leaves as `flow` with `stamp`. */
void time_note_passed(struct flow flow, uint32_t from, uint64_t stamp, uint64_t bytes);

/* time_stop is called when a look has failed: the clock stands still until time_go. A further
 * time_stop then keeps the time of the first one, unless a new wait has begun (net/wait.h), or a
 * packet has left or has been taken since. */
void time_stop_turns(void);
void time_go_turns(void);
static inline void time_stop(void) {
    if (UNLIKELY(node.time.turns))
        time_stop_turns();
}
static inline void time_go(void) {
    if (UNLIKELY(node.time.turns))
        time_go_turns();
}

/* The instructions between time_pause and time_resume do not count. */
struct pause {
    uint64_t time;
    bool stopped;
};
static inline struct pause time_pause(void) {
    if (LIKELY(!node.time.turns))
        return (struct pause){0};
    struct pause pause = {time_now(), node.time.stopped};
    node.time.hidden++;
    return pause;
}
static inline void time_resume(struct pause pause) {
    if (LIKELY(!node.time.turns))
        return;
    node.time.stopped = pause.stopped;
    node.time.hidden--;
    time_set(pause.time);
}

#endif
