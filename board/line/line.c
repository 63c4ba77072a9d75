#include "board/line/line.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "board/line/exchange.h"
#include "board/registers.h"

enum { NOBODY = 0 };

/* Which core has a request under way: its affinity + 1. */
static _Atomic uint64_t owner;

/* Makes the line this core's. Returns false if it was already: the core panics in the midst of a
 * request, which is lost, and the panic's own go before it. */
static bool take(void) {
    uint64_t self = read_mpidr_el1() + 1, free = NOBODY;
    while (!atomic_compare_exchange_weak_explicit(&owner, &free, self, memory_order_acquire,
                                                  memory_order_relaxed)) {
        if (free == self)
            return false;
        free = NOBODY;
        yield_turn();
    }
    return true;
}

static void give(void) {
    atomic_store_explicit(&owner, NOBODY, memory_order_release);
}

size_t line_ask(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room) {
    bool taken = take();
    size_t got = exchange(kind, head, head_bytes, data, bytes, answer, room);
    if (taken)
        give();
    return got;
}
