/* Computes the integral of 4 / (1 + x^2) from 0 to 1, which is pi. Each node adds up its part of
 * the points, and one all-reduce adds up the sums of the nodes. For comparison, node 0 can take all
 * points. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"

enum { POINTS = 1 << 20, MOST_POINTS = 1 << 30 };

static double add_up(uint64_t first, uint64_t last, double width) {
    double sum = 0;
    for (uint64_t k = first; k < last; k++) {
        double x = ((double)k + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}

int main(int argc, char *argv[]) {
    bool serial = argc > 2 && strcmp(argv[2], "serial") == 0;
    uint64_t points = POINTS;
    bool right = argc < 2 || options_number(argv[1], 1, MOST_POINTS, &points);
    if (!right || argc > 3 || (argc > 2 && !serial))
        options_refuse("integrate [POINTS [serial]]: from 1 to %d points", MOST_POINTS);
    uint64_t nodes = serial ? 1 : (uint64_t)cube_nodes();
    uint64_t node = (uint64_t)cube_node();
    uint64_t count = node < nodes ? points : 0;
    double pi, part;

    moment_begin();
    uint64_t begun = moment();
    part = add_up(count * node / nodes, count * (node + 1) / nodes, 1 / (double)points);
    must(cube_allreduce(&part, &pi, 1, &cube_double, &cube_sum), "adding up");
    uint64_t time = moment_latest(moment() - begun);
    if (cube_node() == 0) /* tools/speedup reads the second line */
        printf("time: %" PRIu64 " %s\ncommunication by the cost model: %.0f\n", time,
               cube_timed() ? "units of the nodes' clocks" : "cycles of the machine",
               cube_catalogue_estimate("allreduce-exchange", NULL, sizeof pi));
    if (cube_node() == 0)
        printf("pi is %.9f, with %" PRIu64 " points on %" PRIu64 " of %d nodes\n", pi, points,
               nodes, cube_nodes());
    return pi > 3.14 && pi < 3.15 ? EXIT_SUCCESS : EXIT_FAILURE;
}
