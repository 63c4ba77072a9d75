/* The number of nodes that are awake; kernel/sleep.c has its meaning. */
#ifndef KERNEL_AWAKE_H
#define KERNEL_AWAKE_H

#include <stdatomic.h>
#include <stdint.h>

extern _Atomic uint32_t awake;

/* Returns how many nodes are awake: at least 1 if an awake node asks. Orders no other access. */
static inline uint32_t awake_count(void) {
    return atomic_load_explicit(&awake, memory_order_relaxed);
}

#endif
