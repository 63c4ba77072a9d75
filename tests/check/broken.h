/* Schedules with a mistake, for tests that must find it. */
#ifndef CHECK_BROKEN_H
#define CHECK_BROKEN_H

#include "collectives/schedule/algorithm.h"

enum mistake {
    MISTAKE_DROPPED,        /* a node sends one packet less */
    MISTAKE_DOUBLED,        /* a node sends one packet twice, on a second port too */
    MISTAKE_WRONG_PORT,     /* a node sends one packet on another port, or swaps two */
    MISTAKE_DROPPED_AGREED, /* dropped, and the receiver expects none, so no node waits */
    MISTAKE_DOUBLED_AGREED, /* doubled, and a second receiver takes it, so no node waits */
    MISTAKES,
};

extern const char *const mistake_names[MISTAKES];

/* A copy of `algorithm` with a mistake in the last step in which anybody sends, made by the lowest
 * node that does; in that shape, of dimension >= 2. The copy keeps pointing to `algorithm`, and one
 * copy is in use at a time: the next call changes what the one before does. Doubled packets need an
 * idle port; where there is none, the second copy takes the place of another packet. */
struct algorithm broken_schedule(const struct algorithm *algorithm, const struct shape *shape,
                                 enum mistake mistake);

/* Returns a copy whose bound is that of `algorithm` plus `by`. Here too one copy is in use at a
 * time. */
struct algorithm schedule_with_bound(const struct algorithm *algorithm, int by);

#endif
