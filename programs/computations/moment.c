#include "programs/computations/moment.h"

#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

enum { MARGIN = 8 }; /* time between the last comparison and the beginning, in comparisons */

uint64_t moment(void) {
    return cube_timed() ? cube_time() : cube_cycles();
}

uint64_t moment_latest(uint64_t time) {
    uint64_t latest;
    must(cube_allreduce(&time, &latest, 1, &cube_uint64, &cube_max), "comparing times");
    return latest;
}

void moment_begin(void) {
    must(cube_barrier(), "barrier");
    if (!cube_timed())
        return;
    /* A comparison takes about as long as there is between the beginnings of two. */
    uint64_t first = moment_latest(cube_time());
    uint64_t second = moment_latest(cube_time());
    uint64_t target = second + MARGIN * (second - first);
    uint64_t now = cube_time();
    if (now > target) {
        fprintf(stderr,
                "node %d: its clock has passed the common start (expected: nearly equal clocks)\n",
                cube_node());
        exit(EXIT_FAILURE);
    }
    cube_work(target - now);
}
