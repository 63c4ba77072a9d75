#include "collectives/run/operators/elements.h"

#include <string.h>

/* Combines whole elements straight from the ring. The program's own operator may read an element
 * twice and relies on equal values. So it gets a private copy. */
static void combine_whole(const struct combiner *combiner, uint8_t *target, const uint8_t *source,
                          const uint8_t *data, size_t bytes, bool left) {
    size_t most = bytes;
    bool copies = combiner->op->kinds == 0 && (left || combiner->op->commutative);
    if (copies)
        most = combiner->spare_bytes;
    for (size_t done = 0; done < bytes; done += most) {
        size_t part = bytes - done < most ? bytes - done : most;
        const uint8_t *arrived = data + done;
        if (copies)
            arrived = memcpy(combiner->spare, arrived, part);
        combine(combiner, target + done, source + done, arrived, part, left);
    }
}

void elements_combine(const struct plan *plan, const struct action *action, size_t arrived,
                      const uint8_t *data, size_t bytes) {
    const struct combiner combiner = plan_combiner(plan);
    bool left = action->kind != ACTION_COMBINE_RIGHT;
    size_t element = combiner.type->bytes;
    size_t held = arrived % element;
    uint8_t *carry = plan_carry(plan, action->port);
    uint8_t *target = plan_at(plan, action->place) + arrived - held;
    const uint8_t *source = plan_at(plan, action->source) + arrived - held;

    if (held > 0) {
        size_t rest = element - held < bytes ? element - held : bytes;
        memcpy(carry + held, data, rest);
        if (held + rest < element)
            return;
        combine(&combiner, target, source, carry, element, left);
        target += element;
        source += element;
        data += rest;
        bytes -= rest;
    }
    size_t whole = bytes - bytes % element;
    if (whole > 0)
        combine_whole(&combiner, target, source, data, whole, left);
    memcpy(carry, data + whole, bytes - whole);
}
