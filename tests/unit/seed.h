/* Random numbers that begin with CUBE_SEED, which is 1 if the environment does not say otherwise.
 */
#ifndef UNIT_SEED_H
#define UNIT_SEED_H

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

static uint32_t first_seed = 1;

static int read_seed(void **state) {
    (void)state;
    const char *seed = getenv("CUBE_SEED");
    if (seed && atoi(seed) > 0)
        first_seed = (uint32_t)atoi(seed);
    printf("# CUBE_SEED=%u\n", first_seed);
    return 0;
}
static CMFixtureFunction before_all = read_seed;

#endif
