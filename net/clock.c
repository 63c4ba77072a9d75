#include "net/clock.h"

#include <stdio.h>
#include <stdlib.h>

#include "cube.h"

#define CLOCK_END (UINT64_C(1) << 63)

static _Noreturn void overflow(void) {
    fprintf(stderr,
            "cube: node %d: its clock would pass 2^63: give cuberun smaller costs, or cube_work "
            "fewer units\n",
            cube_node());
    abort();
}

uint64_t clock_sum(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    if (sum < a || sum >= CLOCK_END)
        overflow();
    return sum;
}
