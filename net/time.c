#include "net/time.h"

void time_start(void) {
    const struct cube_node_page *page = system_node_page();
    node.clock = (struct clock){
        .costs = page->costs,
        .on = page->flags & CUBE_PAGE_CLOCK,
        .one_port = page->flags & CUBE_PAGE_ONE_PORT,
    };
    if (!node.clock.on)
        node.clock.costs = (struct cube_costs){0};
    clock_set(&node.clock, time_executed(), 0);
}

uint64_t cube_time(void) {
    return clock_time(&node.clock, time_executed());
}

void cube_work(uint64_t units) {
    uint64_t executed = time_executed();
    clock_set(&node.clock, executed, clock_sum(clock_time(&node.clock, executed), units));
}

int cube_timed(void) {
    return node.clock.on;
}
