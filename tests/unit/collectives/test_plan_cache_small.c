/* As test_plan_cache.c, with a cache of few plans. */
#include "tests/unit/collectives/small_cache.h"

#include "tests/unit/collectives/test_plan_cache.c" /* NOLINT(bugprone-suspicious-include) */
