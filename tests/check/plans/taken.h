/* Plans that are taken instead of being run: taken.c stands in the place of
 * collectives/run/plan_run.c. */
#ifndef CHECK_PLANS_TAKEN_H
#define CHECK_PLANS_TAKEN_H

#include "collectives/run/plan.h"

/* Returns what this node's calls have handed over since it was asked last: one plan, or the parts
 * of a long one, one behind the other; null if nothing. The caller frees it. */
struct plan *taken_plan(void);

#endif
