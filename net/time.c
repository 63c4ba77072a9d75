#include "net/time.h"

void time_start(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_costs *costs = &page->costs;
    node.time = (struct node_time){.excess = &page->excess, .on = page->flags & CUBE_PAGE_CLOCK};
    node.quick = node.time.on ? 0 : node.dimension;
    if (!node.time.on)
        return;
    node.time.turns = page->flags & CUBE_PAGE_TURNS;
    node.clock = (struct clock){
        .costs = *costs,
        .one_port = page->flags & CUBE_PAGE_ONE_PORT,
    };
    node.time.careful = costs->start | costs->hop | costs->byte || node.clock.one_port;
    node.time.since = time_executed();
    clock_set(&node.clock, node.time.since, 0);
}

/* ---- Packets ---- */

uint64_t time_depart_careful(uint64_t now, uint32_t dimension, uint64_t bytes) {
    uint64_t stamp = clock_depart(&node.clock, now, dimension, bytes);
    time_set(now);
    return stamp;
}

void time_take_careful(uint64_t now, uint32_t dimension, uint64_t stamp, uint64_t bytes,
                       bool first) {
    uint64_t done = 0;
    if (!node.time.several) {
        done = clock_arrive(&node.clock, stamp, bytes, first);
    } else {
        struct clock_arrival *arrival = &node.time.arrival[dimension];
        node.time.arrived |= 1u << dimension;
        *arrival = first ? (struct clock_arrival){stamp, bytes}
                         : (struct clock_arrival){arrival->stamp, arrival->bytes + bytes};
    }
    time_set(done > now ? done : now);
}

void time_take_several(uint32_t dimensions) {
    node.time.several = node.clock.one_port && (dimensions & (dimensions - 1)) != 0;
    node.time.arrived = 0;
}

void time_taken(void) {
    if (likely(!node.time.several))
        return;
    node.time.several = false;
    for (uint32_t left = node.time.arrived; left != 0; left &= left - 1) {
        uint32_t dimension = (uint32_t)__builtin_ctz(left);
        const struct clock_arrival *arrival = &node.time.arrival[dimension];
        time_take_careful(time_now(), dimension, arrival->stamp, arrival->bytes, true);
    }
}

uint64_t time_pass(uint64_t stamp, uint64_t bytes, bool whole) {
    const struct clock *clock = &node.clock;
    if (likely(!node.time.on))
        return 0;
    return whole ? clock_pass_whole(clock, clock_add(stamp, bytes, clock->costs.byte))
                 : clock_pass(clock, stamp);
}

/* ---- Waiting ---- */

/* What the clock shows. */
static uint64_t checked(uint64_t executed) {
    return clock_checked(&node.clock, node.time.since, executed);
}

void time_stop_turns(void) {
    uint64_t executed = time_executed();
    if (node.time.stopped)
        return;
    node.time.stopped = true;
    node.time.stop = checked(executed);
}

void time_go_turns(void) {
    uint64_t executed = time_executed();
    node.time.since = executed;
    clock_set(&node.clock, executed, node.time.stop);
}

/* ---- What programs see ---- */

uint64_t cube_time(void) {
    return checked(time_executed());
}

void cube_work(uint64_t units) {
    uint64_t executed = time_executed();
    uint64_t now = clock_add(checked(executed), 1, units);
    node.time.since = executed;
    clock_set(&node.clock, executed, now);
}

int cube_timed(void) {
    return node.time.on;
}
