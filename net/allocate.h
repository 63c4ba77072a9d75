/* What net calls of the C library while its state may be in the midst of a change: the allocator. A
 * detour (libc/detour.c) must not forward: the rings may be in the midst of a change, and
 * compilers, which know what malloc does, may keep parts of their state in registers. */
#ifndef NET_ALLOCATE_H
#define NET_ALLOCATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "net/node.h"

/* Whether such a function runs. */
static inline bool net_is_left(void) {
    return atomic_load_explicit(&node.left, memory_order_relaxed) != 0;
}

/* Called before such a function with 1, and after it with -1. A detour runs
 * on the same core, so that only the compiler has to keep the order. */
static inline void net_leave(int steps) {
    uint32_t left = atomic_load_explicit(&node.left, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&node.left, left + (uint32_t)steps, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
}

/* These do what malloc, realloc and free do. */
static inline void *net_allocate(size_t bytes) {
    net_leave(1);
    void *memory = malloc(bytes);
    net_leave(-1);
    return memory;
}
static inline void *net_reallocate(void *memory, size_t bytes) {
    net_leave(1);
    memory = realloc(memory, bytes);
    net_leave(-1);
    return memory;
}
static inline void net_free(void *memory) {
    net_leave(1);
    free(memory);
    net_leave(-1);
}

#endif
