#include "kernel/parts/bell.h"

#include <string.h>

#include "board/host.h"
#include "board/registers.h"
#include "formats/bell.h"
#include "kernel/lock.h"
#include "kernel/node.h"
#include "kernel/parts/part.h"
#include "kernel/sleep.h"

enum {
    CALLS_READ = 64, /* that one read takes out of the pipe at most */
};

static struct {
    int64_t wait, call[PART_MOST]; /* our own pipe to read from, and all pipes to write to */
} pipes;

bool bell_open(uint32_t bells) {
    pipes.wait = host_open_input(bells + part_self);
    bool good = pipes.wait >= 0;
    for (uint32_t part = 0; part < part_count; part++) {
        pipes.call[part] = host_open(bells + part);
        good = good && pipes.call[part] >= 0;
    }
    return good;
}

/* ---- Ringing ---- */

static struct lock lock;              /* on our words `rung`, and on these: */
static uint32_t last_call[PART_MOST]; /* what `parked` of a part was when we last called it */

static void call(uint32_t part) {
    uint32_t parked = atomic_load_explicit(&part_words(part)->parked, memory_order_relaxed);
    if (parked % 2 == 0 || last_call[part] == parked)
        return;
    last_call[part] = parked;
    host_write(pipes.call[part], (const char[]){BELL_CALL}, 1);
}

void bell_call(uint32_t part) {
    lock_take(&lock);
    part_fence(); /* between what the part is to see and reading `parked`; partner: that in
                     bell_park */
    call(part);
    lock_release(&lock);
}

void bell_call_all(void) {
    lock_take(&lock);
    part_fence(); /* as in bell_call */
    for (uint32_t part = 0; part < part_count; part++)
        call(part);
    lock_release(&lock);
}

void bell_ring(const struct node *node, uint32_t dimension) {
    struct part_words *self = part_words(part_self);
    uint32_t outside = dimension - part_inside;
    part_add_one(&self->bell[outside][node->core], memory_order_relaxed);
    lock_take(&lock);
    /* Release, so that who sees this count sees that of the core. Partner: the acquire in take. */
    part_add_one(&self->rung[outside], memory_order_release);
    part_fence(); /* between counting and reading `parked`; partner: that in bell_park */
    call(part_neighbour(dimension));
    lock_release(&lock);
}

/* ---- Being rung for ---- */

static uint32_t answered[PART_DIMENSIONS][PART_CORES]; /* doorbells for which nodes woke */

/* Wakes the nodes for which doorbells have rung on a dimension. The neighbour of the node on a core
 * is on the same core of its part. */
static void wake_rung(const struct part_words *neighbour, uint32_t outside) {
    for (uint32_t core = 0; core < node_cores; core++) {
        uint32_t rung = atomic_load_explicit(&neighbour->bell[outside][core], memory_order_relaxed);
        if (rung == answered[outside][core])
            continue;
        answered[outside][core] = rung;
        sleep_ring(node_at(core));
    }
}

void bell_say_idle(bool idle) {
    struct part_words *self = part_words(part_self);
    if (atomic_load_explicit(&self->idle, memory_order_relaxed) % 2 != idle)
        part_add_one(&self->idle, memory_order_release);
}

bool bell_take(void) {
    struct part_words *self = part_words(part_self);
    bool any = false;
    for (uint32_t d = part_inside; d < node_dimension; d++) {
        const struct part_words *neighbour = part_words(part_neighbour(d));
        uint32_t outside = d - part_inside;
        uint32_t rung = atomic_load_explicit(&neighbour->rung[outside], memory_order_acquire);
        if (rung == atomic_load_explicit(&self->taken[outside], memory_order_relaxed))
            continue;
        any = true;
        wake_rung(neighbour, outside);
        bell_say_idle(false); /* before `taken`, by which it is a doorbell of the past (agree.c) */
        atomic_store_explicit(&self->taken[outside], rung, memory_order_release);
    }
    return any;
}

/* ---- Parking ---- */

static bool listen(void) {
    char calls[CALLS_READ];
    size_t got = host_read(pipes.wait, calls, sizeof calls);
    return !memchr(calls, BELL_STAY, got);
}

bool bell_park(bool (*is_called)(void)) {
    _Atomic uint32_t *parked = &part_words(part_self)->parked;
    part_add_one(parked, memory_order_relaxed);
    part_fence(); /* between saying so and looking once more; partner: the fence of who calls */
    bool again = is_called() || listen();
    part_add_one(parked, memory_order_relaxed);
    return again;
}
