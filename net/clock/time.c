#include "net/clock/time.h"

#include "net/clock/journal.h"

void time_start(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_costs *costs = &page->costs;
    node.excess = &page->excess;
    node.time = (struct node_time){.on = page->flags & CUBE_PAGE_CLOCK};
    node.untimed_dimensions = node.unwatched_dimensions = node.time.on ? 0 : node.dimension;
    if (!node.time.on)
        return;
    node.time.turns = page->flags & CUBE_PAGE_TURNS;
    node.clock = (struct clock){
        .costs = *costs,
        .one_port = page->flags & CUBE_PAGE_ONE_PORT,
    };
    node.time.journal = page->flags & (CUBE_PAGE_PROFILE | CUBE_PAGE_RECORD);
    node.time.samples = node.time.journal && page->flags & CUBE_PAGE_SAMPLES;
    node.time.careful =
        costs->start | costs->hop | costs->byte || node.clock.one_port || node.time.journal;
    node.timed_dimensions = node.time.turns && !node.time.careful ? node.dimension : 0;
    if (node.time.journal)
        journal_start();
    node.time.hidden = 0;
    node.time.since = time_executed();
    clock_set(&node.clock, node.time.since, 0);
}

/* ---- Packets ---- */

uint64_t time_depart_careful(uint64_t now, struct flow flow, uint64_t bytes) {
    node.time.hidden++;
    uint64_t stamp = clock_depart(&node.clock, now, flow.dimension, bytes);
    const uint8_t *further =
        flow.peer == CUBE_NOBODY ? node.clock.further : node.clock.routed_further;
    stamp = clock_add(stamp, further[flow.dimension], node.clock.costs.hop);
    if (node.time.journal)
        journal_add(&(struct journal_entry){
            .kind = JOURNAL_SENT, .flow = flow, .bytes = bytes, .stamp = stamp, .time = now});
    node.time.hidden--;
    return stamp;
}

void time_reach(uint64_t stamp) {
    uint64_t executed = time_executed();
    uint64_t now = clock_time(&node.clock, executed);
    if (stamp > now)
        clock_set(&node.clock, executed, stamp);
    node.past = stamp > now ? stamp : now;
}

static uint64_t take_now(uint64_t now, const struct clock_arrival *arrival, bool first) {
    node.time.hidden++;
    uint64_t done = clock_arrive(&node.clock, arrival->stamp, arrival->bytes, first);
    if (done < now)
        done = now;
    if (node.time.journal)
        journal_take(&(struct journal_entry){.kind = JOURNAL_TAKEN,
                                             .flow = arrival->flow,
                                             .first = first,
                                             .bytes = arrival->bytes,
                                             .stamp = arrival->stamp,
                                             .time = done,
                                             .begun = now},
                     now, done);
    node.time.hidden--;
    return done;
}

uint64_t time_take_careful(uint64_t now, struct flow flow, uint64_t stamp, uint64_t bytes,
                           bool first) {
    struct clock_arrival *arrival = &node.time.arrival[flow.dimension];
    if (!node.time.several)
        return take_now(now, &(struct clock_arrival){flow, stamp, bytes}, first);
    node.time.arrived |= 1u << flow.dimension;
    if (first)
        *arrival = (struct clock_arrival){flow, stamp, bytes};
    else
        arrival->bytes += bytes;
    return now;
}

void time_take_several(uint32_t dimensions) {
    node.time.several = node.clock.one_port && (dimensions & (dimensions - 1)) != 0;
    node.time.arrived = 0;
}

void time_taken(void) {
    if (LIKELY(!node.time.several))
        return;
    node.time.several = false;
    for (uint32_t left = node.time.arrived; left != 0; left &= left - 1)
        time_set(take_now(time_now(), &node.time.arrival[__builtin_ctz(left)], true));
}

uint64_t time_pass(uint64_t stamp, uint64_t bytes, bool whole) {
    const struct clock *clock = &node.clock;
    if (LIKELY(!node.time.on))
        return 0;
    return whole ? clock_pass_whole(clock, clock_add(stamp, bytes, clock->costs.byte))
                 : clock_pass(clock, stamp);
}

void time_note_passed(struct flow flow, uint32_t from, uint64_t stamp, uint64_t bytes) {
    if (node.time.journal)
        journal_add(&(struct journal_entry){
            .kind = JOURNAL_PASSED, .flow = flow, .from = from, .bytes = bytes, .stamp = stamp});
}

/* ---- Waiting ---- */

/* Returns what the clock shows after `executed` instructions. */
static uint64_t checked(uint64_t executed) {
    return clock_checked(&node.clock, &node.time.since, executed);
}

void time_stop_turns(void) {
    uint64_t executed = time_executed();
    node.time.hidden |= TIME_STILL;
    if (node.time.stopped)
        return;
    node.time.stopped = true;
    node.time.stop = checked(executed);
}

void time_go_turns(void) {
    node.time.hidden &= ~TIME_STILL;
    uint64_t executed = time_executed();
    node.time.since = executed;
    clock_set(&node.clock, executed, node.time.stop);
}

/* ---- What programs see ---- */

uint64_t cube_time(void) {
    return checked(time_executed());
}

void cube_work(uint64_t units) {
    uint64_t now = clock_add(cube_time(), 1, units);
    if (UNLIKELY(node.time.samples))
        journal_work(now, units);
    time_set(now); /* so the call takes as long whether that was recorded or not */
}

int cube_timed(void) {
    return node.time.on;
}
