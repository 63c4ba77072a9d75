/* The tests of the plan cache with a cache that has room for few plans. Longer plans do not fit
 * into its room for the next plan, so they are written and run part by part. */
#define PLANS_BYTES 4096u
#define PLAN_MOST   2048u

#include "collectives/run/plan_cache.c" /* NOLINT(bugprone-suspicious-include) */

#include "tests/unit/collectives/test_plan_cache.c" /* NOLINT(bugprone-suspicious-include) */
