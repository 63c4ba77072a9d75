/* A lock. It is for what nodes do rarely: printing, creating files, writing records. No message
 * ever takes one.
 *
 * Whoever looks first when it is free gets it. Serving in the order of asking would be fair, but
 * far slower: when there are more cores than the host has, the next in line is mostly a core that
 * the host does not run at the moment.
 */
#ifndef KERNEL_LOCK_H
#define KERNEL_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "board/registers.h"

struct lock {
    _Atomic bool taken;
};

static inline void lock_take(struct lock *lock) {
    /* Acquire: what the last holder wrote is seen. Partner: the release in lock_release. */
    while (atomic_exchange_explicit(&lock->taken, true, memory_order_acquire))
        while (atomic_load_explicit(&lock->taken, memory_order_relaxed))
            yield_turn();
}

static inline void lock_release(struct lock *lock) {
    atomic_store_explicit(&lock->taken, false, memory_order_release);
}

#endif
