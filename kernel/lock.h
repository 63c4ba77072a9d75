/* A ticket lock: served in the order of asking. For start-up, the console and the heap; no message
 * ever takes one. */
#ifndef KERNEL_LOCK_H
#define KERNEL_LOCK_H

#include <stdatomic.h>
#include <stdint.h>

#include "kernel/registers.h"

struct lock {
    _Atomic uint32_t next;
    _Atomic uint32_t serving;
};

static inline void lock_take(struct lock *lock) {
    uint32_t ticket = atomic_fetch_add_explicit(&lock->next, 1, memory_order_relaxed);
    /* Acquire: what the last holder wrote is seen. Partner: the release in lock_release. */
    while (atomic_load_explicit(&lock->serving, memory_order_acquire) != ticket)
        yield_turn();
}

static inline void lock_release(struct lock *lock) {
    uint32_t next = atomic_load_explicit(&lock->serving, memory_order_relaxed) + 1;
    atomic_store_explicit(&lock->serving, next, memory_order_release);
}

#endif
