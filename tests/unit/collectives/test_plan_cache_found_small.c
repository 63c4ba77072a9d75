/* Finds what test_plan_cache_found.c does, with a cache that has room for few plans. */
#include "tests/unit/collectives/small_cache.h"

#include "tests/unit/collectives/test_plan_cache_found.c" /* NOLINT(bugprone-suspicious-include) */
