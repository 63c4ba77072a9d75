#include "kernel/parts/meet.h"

#include "board/registers.h"
#include "kernel/clock/turn.h"
#include "kernel/cores.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/part.h"

enum {
    NEAR = 1000,        /* nanoseconds in which an answer of another part's clock is good enough */
    ENOUGH = 200000000, /* nanoseconds after which the best answer is taken: a host may have too few
                          cores */
    HERE = 1,           /* the first value of `asked`: the part is ready to ask */
};

/* The counters of all parts run equally fast, by the host's, but each began when its emulator did.
 * One part after the other asks part 0 for its time, again and again, and takes the answer that
 * came soonest: the two times were the same at some moment between the question and the answer.
 * Neither passes its turn meanwhile, for no other core of its machine has been started; and parts
 * that wait for others leave the host's cores to these. */

static void park_until(bool (*is_true)(void)) {
    bool parks = true;
    while (!is_true())
        if (parks)
            parks = bell_park(is_true);
        else
            yield_turn();
}

static uint32_t asks; /* the part that part 0 waits for, or answers */

static bool is_here(void) {
    return atomic_load_explicit(&part_words(asks)->asked, memory_order_acquire) != 0;
}

static bool may_ask(void) {
    return atomic_load_explicit(&part_words(0)->asker, memory_order_acquire) == part_self;
}

static bool all_ready(void) {
    for (uint32_t part = 0; part < part_count; part++)
        if (atomic_load_explicit(&part_words(part)->layout, memory_order_acquire) != CUBE_LAYOUT)
            return false;
    return true;
}

static uint64_t ask(struct part_words *self, const struct part_words *first) {
    uint64_t soonest = UINT64_MAX, start = cores_time(), before = start;
    uint64_t ahead = 0;
    for (uint32_t attempt = HERE + 1; soonest > NEAR && before - start < ENOUGH; attempt++) {
        before = cores_time();
        atomic_store_explicit(&self->asked, attempt, memory_order_release);
        while (atomic_load_explicit(&first->answered, memory_order_acquire) != attempt)
            ;
        uint64_t took = cores_time() - before;
        if (took >= soonest)
            continue;
        soonest = took;
        ahead = atomic_load_explicit(&first->time, memory_order_relaxed) - before - took / 2;
    }
    return ahead;
}

/* Lets a part ask, and answers it until it is ready. */
static void answer(struct part_words *self, uint32_t part) {
    const struct part_words *other = part_words(part);
    uint32_t answered = HERE;
    asks = part;
    park_until(is_here);
    atomic_store_explicit(&self->answered, 0, memory_order_relaxed);
    atomic_store_explicit(&self->asker, part, memory_order_release);
    bell_call(part);
    while (atomic_load_explicit(&other->layout, memory_order_acquire) != CUBE_LAYOUT) {
        uint32_t asked = atomic_load_explicit(&other->asked, memory_order_acquire);
        if (asked != answered) {
            atomic_store_explicit(&self->time, cores_time(), memory_order_relaxed);
            atomic_store_explicit(&self->answered, answered = asked, memory_order_release);
        }
    }
}

uint64_t meet_parts(uint64_t epoch) {
    if (part_count == 1)
        return epoch;
    struct part_words *self = part_words(part_self), *first = part_words(0);
    if (part_self == 0) {
        for (uint32_t part = 1; part < part_count; part++)
            answer(self, part);
    } else {
        atomic_store_explicit(&self->asked, HERE, memory_order_release);
        bell_call(0);
        park_until(may_ask);
        if (!turn_enabled) /* else each part counts its own instructions */
            cores_ahead = ask(self, first);
    }
    self->epoch = epoch;
    atomic_store_explicit(&self->layout, CUBE_LAYOUT, memory_order_release);
    bell_call_all();
    park_until(all_ready);
    return first->epoch ? first->epoch + cores_ahead : 0;
}
