#include "kernel/parts/agree.h"

#include <string.h>

#include "board/registers.h"
#include "kernel/awake.h"
#include "kernel/console.h"
#include "kernel/ending.h"
#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/parts/bell.h"
#include "kernel/parts/part.h"

static void (*wake)(struct node *node);

void agree_start(void (*given)(struct node *node)) {
    wake = given;
}

static uint32_t idle_of(uint32_t part) {
    return atomic_load_explicit(&part_words(part)->idle, memory_order_acquire);
}

/* Whether a doorbell between any two parts is on its way. */
static bool any_on_its_way(void) {
    for (uint32_t part = 0; part < part_count; part++)
        for (uint32_t d = part_inside; d < node_dimension; d++) {
            uint32_t outside = d - part_inside;
            const struct part_words *to = part_words(part),
                                    *from = part_words(part ^ 1u << outside);
            if (atomic_load_explicit(&to->taken[outside], memory_order_acquire) !=
                atomic_load_explicit(&from->rung[outside], memory_order_acquire))
                return true;
        }
    return false;
}

/* Whether no node of any part is awake, and none ever will be. */
static bool all_idle(void) {
    uint32_t idle[PART_MOST];
    part_fence(); /* between saying that this part is idle and looking at the others; partner: the
                     same fence of theirs, so that the last one sees all */
    for (uint32_t part = 0; part < part_count; part++)
        if ((idle[part] = idle_of(part)) % 2 == 0)
            return false;
    if (any_on_its_way())
        return false;
    for (uint32_t part = 0; part < part_count; part++)
        if (idle_of(part) != idle[part])
            return false;
    return true;
}

/* Does a stage in this part, and then in the others, in the order of their nodes. Each writes what
 * is known after the stage into its own words. */
void agree_everywhere(struct stage_state *state) {
    struct part_words *self = part_words(part_self);
    finish_stage(state, wake);
    for (uint32_t part = 1; part < part_count; part++) {
        const struct part_words *other = part_words(part);
        uint32_t order = atomic_load_explicit(&self->ordered[part], memory_order_relaxed) + 1;
        self->state = *state;
        /* Release: what is known; partner: the acquire in obey. */
        atomic_store_explicit(&self->ordered[part], order, memory_order_release);
        bell_call(part);
        /* Acquire: what the other has found; partner: the release in obey. */
        while (atomic_load_explicit(&other->done, memory_order_acquire) != order)
            yield_turn();
        *state = other->state;
        console_show(other->text, strlen(other->text));
    }
}

static uint32_t ordered(void) {
    return atomic_load_explicit(&part_words(0)->ordered[part_self], memory_order_acquire);
}

static bool has_order(void) {
    return ordered() != atomic_load_explicit(&part_words(part_self)->done, memory_order_relaxed);
}

/* Does the stage that part 0 has ordered. */
static void obey(void) {
    struct part_words *self = part_words(part_self);
    uint32_t order = ordered();
    self->state = part_words(0)->state;
    console_keep(self->text, sizeof self->text);
    if (self->state.stage == STAGE_CLOSE)
        ending_close((uint8_t)self->state.failure);
    else
        finish_stage(&self->state, wake);
    console_keep(NULL, 0);
    /* The stage may have woken nodes. This is said before `done`, after which part 0 may look
     * whether all are idle. */
    if (awake_count() > 0)
        bell_say_idle(false);
    atomic_store_explicit(&self->done, order, memory_order_release);
}

/* Tells the others once all programs of this part have ended: their nodes may not fall asleep. */
static void tell_finished(void) {
    struct part_words *self = part_words(part_self);
    uint64_t first;
    if (atomic_load_explicit(&self->finished, memory_order_relaxed) || !finish_all_here(&first))
        return;
    atomic_store_explicit(&self->failure, first, memory_order_relaxed);
    atomic_store_explicit(&self->finished, 1, memory_order_release);
    bell_call(0);
}

/* Returns the first failure if all programs of the cube have ended, and any of them in failure,
 * else 0. */
static uint64_t failure_of_all(void) {
    uint64_t first = 0;
    for (uint32_t part = 0; part < part_count; part++) {
        const struct part_words *other = part_words(part);
        if (!atomic_load_explicit(&other->finished, memory_order_acquire))
            return 0;
        uint64_t failure = atomic_load_explicit(&other->failure, memory_order_relaxed);
        if (failure && (!first || failure < first))
            first = failure;
    }
    return first;
}

bool agree_has_order(void) {
    return has_order() || (part_self == 0 && (all_idle() || failure_of_all()));
}

bool agree(bool idle) {
    tell_finished();
    uint64_t failure = part_self == 0 ? failure_of_all() : 0;
    if (failure)
        finish_failed(agree_everywhere, failure);
    if (has_order()) {
        obey();
        return true;
    }
    if (!idle || !all_idle())
        return false;
    if (part_self == 0)
        finish_idle(agree_everywhere);
    else
        bell_call(0);
    return part_self == 0;
}
