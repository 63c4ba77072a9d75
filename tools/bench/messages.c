/* Messages between any two nodes beside messages between neighbours: what a round trip of each size
 * costs in cube_cycles(), which are instructions of all nodes under --exact.
 *
 * Two nodes: one line "SIZE LINK MESSAGE RATIO" for each size from 8 bytes to 64 KiB.
 *
 * Eight nodes: a round trip of 8 bytes between nodes 0 and 1, and between nodes 0 and 7, whose
 * packets pass nodes 1 and 3. The nodes that are passed wait in a receive of their own, the others
 * sleep. Prints both round trips, and by how much the longer one costs more for each node passed.
 *
 * Arguments: round trips of a batch, batches; the least batch counts.
 */
#include "cube.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_BYTES = 64 << 10, WORD_BYTES = 8 };

static uint8_t buffer[LARGEST_BYTES];

/* One node's part of so many round trips with another; the lower of the two begins. */
typedef void trips_function(int other, int trips, size_t bytes);

static void link_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() < other) {
            cube_link_send(0, buffer, bytes);
            cube_link_recv(0, buffer, bytes);
        } else {
            cube_link_recv(0, buffer, bytes);
            cube_link_send(0, buffer, bytes);
        }
    }
}

static void message_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() < other) {
            cube_send(other, buffer, bytes);
            cube_recv(other, buffer, bytes);
        } else {
            cube_recv(other, buffer, bytes);
            cube_send(other, buffer, bytes);
        }
    }
}

/* Cycles of a round trip, the least of all batches. */
static double measure(trips_function *run, int other, size_t bytes, int trips, int batches) {
    uint64_t least = UINT64_MAX;
    run(other, 1, bytes); /* what the first one allocates or wakes is not counted */
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = cube_cycles();
        run(other, trips, bytes);
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    return (double)least / trips;
}

static void compare_sizes(int trips, int batches) {
    for (size_t bytes = WORD_BYTES; bytes <= LARGEST_BYTES; bytes *= 2) {
        double link = measure(link_trips, 1 - cube_node(), bytes, trips, batches);
        double message = measure(message_trips, 1 - cube_node(), bytes, trips, batches);
        if (cube_node() == 0)
            printf("%zu %.2f %.2f %.3f\n", bytes, link, message, message / link);
    }
}

/* Round trips between node 0 and `last`, while the nodes between them wait for a message of node 0,
 * and the others for one of `last`, longer than they would look for it: those are asleep. */
static double measure_path(int last, int trips, int batches) {
    bool between = cube_node() != 0 && cube_node() < last && (cube_node() & (cube_node() + 1)) == 0;
    double cycles = 0;
    uint64_t word = 0;
    cube_barrier();
    if (cube_node() == 0 || cube_node() == last)
        cycles = measure(message_trips, cube_node() ^ last, WORD_BYTES, trips, batches);
    if (cube_node() == 0)
        for (int node = 1; node < cube_nodes(); node++)
            if (node != last)
                cube_send(node, &word, sizeof word);
    if (cube_node() != 0 && cube_node() != last)
        cube_recv(0, &word, sizeof word);
    (void)between;
    return cycles;
}

static void compare_distances(int trips, int batches) {
    double near = measure_path(1, trips, batches);
    double far = measure_path(7, trips, batches);
    if (cube_node() == 0)
        printf("distance-1 %.2f\ndistance-3 %.2f\npassed %.2f\n", near, far, (far - near) / 4);
}

int main(int argc, char **argv) {
    if (argc != 3 || (cube_nodes() != 2 && cube_nodes() != 8)) {
        fprintf(stderr, "usage: cuberun -n 2 or 8 messages.elf TRIPS BATCHES\n");
        return 64;
    }
    int trips = atoi(argv[1]);
    int batches = atoi(argv[2]);
    if (cube_nodes() == 2)
        compare_sizes(trips, batches);
    else
        compare_distances(trips, batches);
    return 0;
}
