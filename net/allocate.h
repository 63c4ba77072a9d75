/* The allocator, as net calls it: perhaps in the midst of a change of the routed rings. A process
 * that computes may be sent on a detour at any instruction (net/detour/detour.c), which must not
 * forward then: net_is_allocating tells it. */
#ifndef NET_ALLOCATE_H
#define NET_ALLOCATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "net/node.h"

/* Whether the allocator runs for net, or the upper layer's text for the journal
 * (net/clock/journal.c). */
static inline bool net_is_allocating(void) {
    return atomic_load_explicit(&node.allocating, memory_order_relaxed) != 0;
}

/* Called with 1 before the allocator runs, and with -1 after it. A detour runs on the same core, so
 * only the compiler has to keep the order. */
static inline void net_allocating(int change) {
    uint32_t count = atomic_load_explicit(&node.allocating, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&node.allocating, count + (uint32_t)change, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
}

/* As malloc and free. */
static inline void *net_allocate(size_t bytes) {
    net_allocating(1);
    void *memory = malloc(bytes);
    net_allocating(-1);
    return memory;
}

/* Returns memory for the paths around the links that `which` names, whose pages come when first
 * written. Ends the program if there is none. */
static inline void *net_allocate_paths(size_t bytes, const char *which) {
    void *memory = net_allocate(bytes);
    if (memory)
        return memory;
    system_abort(
        "cube: node %u: not enough memory for paths round %s (increase --memory heap=BYTES)\n",
        (unsigned)node.number, which);
}

static inline void net_free(void *memory) {
    net_allocating(1);
    free(memory);
    net_allocating(-1);
}

#endif
