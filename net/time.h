/* This node's clock. */
#ifndef NET_TIME_H
#define NET_TIME_H

#include "net/node.h"

/* Starts it at 0, as the node page says. */
void time_start(void);

/* The instructions that this node has executed: all that the cycle counter has seen, less what
 * other cores executed in this node's turns. Counts from anywhere. */
static inline uint64_t time_executed(void) {
    const struct cube_node_page *page = system_node_page();
    return system_cycles() - atomic_load_explicit(&page->excess, memory_order_relaxed);
}

#endif
