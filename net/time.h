/* This node's clock: when it moves, and what the headers of packets say of it.
 *
 * While there is no clock all stamps are 0 and nothing here does anything. The functions `timed`
 * are for those who know that there is one; what costs nothing but instructions they do in a few of
 * them. With turns (CUBE_PAGE_TURNS) no instruction of waiting or forwarding counts: the clock is
 * set back to where it was before. */
#ifndef NET_TIME_H
#define NET_TIME_H

#include "net/node.h"

/* Starts it at 0, as the node page says. */
void time_start(void);

/* The instructions that this node has executed, counted from anywhere: all that the cycle counter
 * has seen, less what other cores executed in this node's turns. */
static inline uint64_t time_executed_by(const struct node *self) {
    uint64_t excess = atomic_load_explicit(self->excess, memory_order_relaxed);
    return system_cycles() - excess;
}
static inline uint64_t time_executed(void) {
    return time_executed_by(&node);
}

/* What the clock shows, and setting it. */
static inline uint64_t time_now(void) {
    return clock_time(&node.clock, time_executed());
}
static inline void time_set(uint64_t time) {
    clock_set(&node.clock, time_executed(), time);
}

/* Where links cost nothing: a packet with `stamp` is taken, and so the clock shows that at least.
 * What it had reached before is in node.past: an earlier stamp need not be brought here. */
void time_reach(uint64_t stamp);

/* Where packets and links have costs: the stamp of a packet that leaves, and what the clock shows
 * when one has been taken. Finding that out takes none of the node's time: the caller then sets the
 * clock to `now`, or to what is returned. */
uint64_t time_depart_careful(uint64_t now, struct flow flow, uint64_t bytes);
uint64_t time_take_careful(uint64_t now, struct flow flow, uint64_t stamp, uint64_t bytes,
                           bool first);

/* On the direct channel. */
static inline struct flow flow_of(uint32_t dimension, uint32_t operation, uint32_t step) {
    return (struct flow){dimension, operation, step, CUBE_NOBODY};
}

/* Where links cost nothing and no journal is kept: a packet leaves, and its stamp is returned; and
 * a packet with `stamp` is taken. They call nobody, so that whoever uses them has no registers to
 * save. */
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

/* A packet of `bytes` bytes begins to leave. Returns its stamp: when its first byte arrives at the
 * neighbour. */
static inline uint64_t time_depart_timed(struct flow flow, uint64_t bytes) {
    uint64_t now = time_now();
    node.time.stopped = false;
    if (likely(!node.time.careful))
        return now;
    uint64_t stamp = time_depart_careful(now, flow, bytes);
    time_set(now);
    return stamp;
}
static inline uint64_t time_depart(struct flow flow, uint64_t bytes) {
    return likely(!node.time.on) ? 0 : time_depart_timed(flow, bytes);
}

/* The stamp of the byte that is `bytes` bytes after the one with `stamp`. */
static inline uint64_t time_after(uint64_t stamp, uint64_t bytes) {
    return likely(!node.time.on) ? 0 : clock_add(stamp, bytes, node.clock.costs.byte);
}

/* The node takes `bytes` bytes, stamped `stamp`, of a packet that they begin (`first`) or not. */
static inline void time_take_timed(struct flow flow, uint64_t stamp, uint64_t bytes, bool first) {
    uint64_t executed = time_executed();
    uint64_t now = clock_time(&node.clock, executed);
    node.time.stopped = false;
    if (unlikely(node.time.careful))
        time_set(time_take_careful(now, flow, stamp, bytes, first));
    else if (stamp > now)
        clock_set(&node.clock, executed, stamp);
}
static inline void time_take(struct flow flow, uint64_t stamp, uint64_t bytes, bool first) {
    if (unlikely(node.time.on))
        time_take_timed(flow, stamp, bytes, first);
}

/* Begins to take packets on a set of dimensions, in whatever order they come; and has taken them
 * all. With one port they are received in the order of dimensions, so that the time does not depend
 * on how the emulator's processors follow each other. */
void time_take_several(uint32_t dimensions);
void time_taken(void);

/* The stamp of a packet of `bytes` bytes that came with `stamp` and is passed on: its first byte
 * when it arrives; `whole`: when all of it is here. */
uint64_t time_pass(uint64_t stamp, uint64_t bytes, bool whole);

/* Notes that a packet of `bytes` bytes that came on dimension `from` leaves as `flow` with `stamp`,
 * where departures are recorded. */
void time_note_passed(struct flow flow, uint32_t from, uint64_t stamp, uint64_t bytes);

/* A look has failed: the clock stands still until time_go. The next stop finds that it still
 * stands, unless a wait has begun (net/wait.h) or something has left or been taken since. */
void time_stop_turns(void);
void time_go_turns(void);
static inline void time_stop(void) {
    if (unlikely(node.time.turns))
        time_stop_turns();
}
static inline void time_go(void) {
    if (unlikely(node.time.turns))
        time_go_turns();
}

/* What happens between pause and resume does not count. */
struct pause {
    uint64_t time;
    bool stopped;
};
static inline struct pause time_pause(void) {
    if (likely(!node.time.turns))
        return (struct pause){0};
    return (struct pause){time_now(), node.time.stopped};
}
static inline void time_resume(struct pause pause) {
    if (likely(!node.time.turns))
        return;
    node.time.stopped = pause.stopped;
    time_set(pause.time);
}

#endif
