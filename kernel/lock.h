/* A lock for rare work: printing, creating files, writing records. No message ever takes one.
 *
 * The first core that sees it free gets it. A queue would be fair, but far slower: with more cores
 * than the host has, the next in line is mostly a core that the host does not run. */
#ifndef KERNEL_LOCK_H
#define KERNEL_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>

#include "board/registers.h"

struct lock {
    _Atomic bool taken;
};

static inline void lock_take(struct lock *lock) {
    /* Acquire: the writes of the last holder are seen. Partner: the release in lock_release. */
    while (atomic_exchange_explicit(&lock->taken, true, memory_order_acquire))
        while (atomic_load_explicit(&lock->taken, memory_order_relaxed))
            yield_turn();
}

static inline void lock_release(struct lock *lock) {
    atomic_store_explicit(&lock->taken, false, memory_order_release);
}

#endif
