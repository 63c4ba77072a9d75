/* The plan cache with room for few plans. Longer plans do not fit into its room for the next plan,
 * so they are written and run part by part. */
#ifndef UNIT_COLLECTIVES_SMALL_CACHE_H
#define UNIT_COLLECTIVES_SMALL_CACHE_H

#define PLANS_BYTES 4096u
#define PLAN_MOST   2048u

#include "collectives/run/kept/plan_cache.c" /* NOLINT(bugprone-suspicious-include) */

#endif
