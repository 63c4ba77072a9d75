/* Combining a packet that arrives in parts, which may be cut in the middle of an element. */
#ifndef COLLECTIVES_RUN_ELEMENTS_H
#define COLLECTIVES_RUN_ELEMENTS_H

#include "collectives/run/plan.h"

/* Combines the next `bytes` bytes of the action's packet, at `data` in a ring, of which `arrived`
 * bytes have been combined before. An element of which only a part has arrived waits for the other
 * part in plan_carry. */
void elements_combine(const struct plan *plan, const struct action *action, size_t arrived,
                      const uint8_t *data, size_t bytes);

#endif
