#include "programs/parts/speedup.h"

#include <inttypes.h>
#include <stdio.h>

#include "cube.h"
#include "programs/computations/moment.h"

uint64_t speedup_begin(void) {
    moment_begin();
    return moment();
}

void speedup_end(uint64_t begun, double predicted) {
    uint64_t time = moment_latest(moment() - begun);
    if (cube_node() != 0)
        return;
    printf("time: %" PRIu64 " %s\n", time,
           cube_timed() ? "units of the nodes' clocks" : "cycles of the machine");
    printf("communication by the cost model: %.0f\n", predicted);
}
