/* Measures the time of a barrier over all nodes, and checks how many packets it takes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "computations/must.h"
#include "cube.h"
#include "programs/parts/gather.h"
#include "programs/parts/settings.h"

/* Checks that every link of this node has carried one packet for each barrier. */
static bool check_counts(unsigned repetitions) {
    struct cube_stats stats;
    bool right = true;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        if (stats.link[d].packets != repetitions) {
            fprintf(stderr, "node %d, link %d: %" PRIu64 " packets in %u barriers\n", cube_node(),
                    d, stats.link[d].packets, repetitions);
            right = false;
        }
    return right;
}

/* Prints, at node 0, what all nodes measured. */
static void report(double cycles) {
    double *all = gather(&cycles, sizeof cycles);
    if (all == NULL)
        return;
    double least = cycles;
    double most = cycles;
    for (int v = 0; v < cube_nodes(); v++) {
        least = all[v] < least ? all[v] : least;
        most = all[v] > most ? all[v] : most;
    }
    free(all);
    printf("%.0f cycles a barrier (%.0f at the node where it is least)", most, least);
    if (cube_dim() > 0)
        printf(", %.1f a message", most / ((double)cube_dim() * cube_nodes()));
    printf("\ncycles: nanoseconds of the virtual clock, under --exact instructions of all nodes\n"
           "together; a message: of all nodes' together\n");
}

int main(int argc, char *argv[]) {
    int status;
    struct settings settings = {.repetitions = 1000};
    if (!settings_read(argc, argv, "barrier: the time of a barrier over all nodes", &settings,
                       &status))
        return status;
    if (cube_node() == 0)
        printf("Barrier on %d node%s, %u times: %d messages a node\n", cube_nodes(),
               cube_nodes() == 1 ? "" : "s", settings.repetitions, cube_dim());

    must(cube_barrier(), "the barrier");
    cube_stats_clear();
    uint64_t start = cube_cycles();
    for (unsigned k = 0; k < settings.repetitions; k++)
        must(cube_barrier(), "the barrier");
    double cycles = (double)(cube_cycles() - start) / settings.repetitions;
    bool right = check_counts(settings.repetitions);
    report(cycles);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
