#include "kernel/parts/phase.h"

#include <string.h>

#include "kernel/finish.h"
#include "kernel/node.h"
#include "kernel/parts/agree.h"
#include "kernel/parts/bell.h"

/* The looks of a part for the others before it parks, as a multiple of a node's looks without
 * turns: 2500 if each part has a core of the host (measured), few if a part that looks takes a core
 * from another (tools/running/sharing.py). */
enum { HALF_LOOKS = 5 };

static uint64_t met; /* how often the parts have met */

/* What a part says when they meet for the time `met`. One that has said it comes no further than to
 * the next meeting before all have read it. */
static struct part_phase *said(uint32_t part) {
    return &part_words(part)->phase[met % 2];
}

static bool all_here(void) {
    /* Acquire: what the part and its nodes have written. Partner: the release in phase_meet. */
    for (uint32_t part = 0; part < part_count; part++)
        if (atomic_load_explicit(&part_words(part)->met, memory_order_acquire) == met)
            return false;
    return true;
}

static bool is_called(void) {
    return all_here() || agree_has_order();
}

static void wait_for_all(void) {
    static bool stays;
    const uint64_t most = (uint64_t)part_spins * HALF_LOOKS / 2;
    for (uint64_t looks = 0; !all_here(); looks++) {
        agree(false);
        if (looks < most || stays)
            continue;
        stays = !bell_park(is_called);
        looks = 0;
    }
}

void phase_meet(struct phase_end *end, const uint64_t *ran) {
    if (part_count == 1)
        return;
    struct part_phase *own = said(part_self);
    own->end = *end;
    memcpy(own->ran, ran, sizeof own->ran);
    atomic_store_explicit(&part_words(part_self)->met, met + 1, memory_order_release);
    bell_call_all();
    wait_for_all();
    for (uint32_t part = 0; part < part_count; part++) {
        const struct phase_end *other = &said(part)->end;
        end->busy |= other->busy;
        end->failed |= other->failed;
        if (other->rest < end->rest)
            end->rest = other->rest;
    }
    met++;
}

const uint64_t *phase_ran(uint32_t dimension) {
    return part_words(part_neighbour(dimension))->phase[(met + 1) % 2].ran;
}

void phase_idle(void) {
    static const uint64_t nobody[PART_SET_WORDS];
    struct phase_end end = {.rest = UINT64_MAX};
    if (part_self == 0)
        finish_idle(agree_everywhere);
    phase_meet(&end, nobody);
}
