/* Plans that are taken instead of being run: taken.c replaces collectives/run/plan_run.c. */
#ifndef CHECK_PLANS_TAKEN_H
#define CHECK_PLANS_TAKEN_H

#include "collectives/run/plan.h"

/* Returns the plan taken from this node's calls since the last call of this, with the parts of a
 * long one joined; null if none. The caller frees it. */
struct plan *taken_plan(void);

#endif
