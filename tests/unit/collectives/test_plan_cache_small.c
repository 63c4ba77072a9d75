/* The tests of the plan cache with one in which few plans have room, and in whose room for the next
 * one the longer ones do not fit: they are done part by part. */
#define PLANS_BYTES 4096u
#define PLAN_MOST   2048u

#include "collectives/run/plan_cache.c" /* NOLINT(bugprone-suspicious-include) */

#include "tests/unit/collectives/test_plan_cache.c" /* NOLINT(bugprone-suspicious-include) */
