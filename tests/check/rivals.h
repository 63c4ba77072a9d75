/* Whether the catalogue has an algorithm that takes no more steps than a bound. */
#ifndef CHECK_RIVALS_H
#define CHECK_RIVALS_H

#include "collectives/check/checker.h"

/* Whether any algorithm of the same operation takes `finding->bound` steps in that shape and uses
 * no more than `algorithm`, whose result is *finding: its port model or a stricter one, no relays
 * if it has none, packets that are no larger a part of the message, and the order of operands if it
 * keeps it. */
bool has_rival(const struct algorithm *algorithm, const struct shape *shape,
               const struct finding *finding);

#endif
