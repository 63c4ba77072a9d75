/* Compares messages between any two nodes with messages between neighbours: the cost of a round
 * trip of each size in cube_cycles(), which under --exact are the instructions of all nodes.
 *
 * Two nodes: one line "SIZE LINK MESSAGE RATIO" for each size from 8 bytes to 64 KiB, or LARGEST.
 *
 * Eight nodes: a round trip of 8 bytes between nodes 0 and 1, and between nodes 0 and 7, whose
 * packets pass nodes 1 and 3, and back 6 and 4. The nodes on the way wait in a receive of their
 * own, and the others sleep. Prints both round trips, and the additional cost of the longer one for
 * each node passed, including the looks of all waiting nodes. Then it measures 64 messages to the
 * far node and one back, where no node waits, which shows the cost of forwarding.
 *
 * Arguments: round trips in a batch, and batches, of which the least one counts; LARGEST. */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "tools/bench/round_trips.h"

enum { BURST = 64 };

ROUND_TRIPS(link_trips, cube_link_send(0, buffer, bytes), cube_link_recv(0, buffer, bytes))
ROUND_TRIPS(message_trips, cube_send(other, buffer, bytes), cube_recv(other, buffer, bytes))

/* Sends BURST messages to the other node, which sends one back. */
static void burst_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        for (int i = 0; i < BURST; i++) {
            if (cube_node() < other)
                cube_send(other, buffer, bytes);
            else
                cube_recv(other, buffer, bytes);
        }
        if (cube_node() < other)
            cube_recv(other, buffer, bytes);
        else
            cube_send(other, buffer, bytes);
    }
}

static void compare_sizes(int trips, int batches, size_t largest) {
    for (size_t bytes = LEAST_BYTES; bytes <= largest; bytes *= 2) {
        double link = round_trip(link_trips, 1 - cube_node(), bytes, trips, batches);
        double message = round_trip(message_trips, 1 - cube_node(), bytes, trips, batches);
        if (cube_node() == 0)
            printf("%zu %.2f %.2f %.3f\n", bytes, link, message, message / link);
    }
}

/* Measures round trips between node 0 and `last`, while all others wait for a message of node 0.
 * Nodes that no packet passes wait for longer than they look, so they are asleep. */
static double measure_path(trips_function *run, int last, int trips, int batches) {
    double cycles = 0;
    uint64_t word = 0;
    cube_barrier();
    if (cube_node() == 0 || cube_node() == last)
        cycles = round_trip(run, cube_node() ^ last, LEAST_BYTES, trips, batches);
    for (int node = 1; node < cube_nodes(); node++) {
        if (node != last && cube_node() == 0)
            cube_send(node, &word, sizeof word);
        if (node != last && cube_node() == node)
            cube_recv(0, &word, sizeof word);
    }
    return cycles;
}

/* Prints the cost of a round trip to the neighbour, of one to the opposite node, and the difference
 * for each of the `passed` times that a packet passes a node. */
static void compare_distances(const char *name, trips_function *run, int passed, int trips,
                              int batches) {
    double near = measure_path(run, 1, trips, batches);
    double far = measure_path(run, 7, trips, batches);
    if (cube_node() == 0)
        printf("%s %.2f %.2f %.2f\n", name, near, far, (far - near) / passed);
}

int main(int argc, char **argv) {
    size_t largest = argc == 4 ? strtoul(argv[3], NULL, 10) : LARGEST_BYTES;
    if (argc < 3 || argc > 4 || largest > LARGEST_BYTES ||
        (cube_nodes() != 2 && cube_nodes() != 8)) {
        fprintf(stderr, "usage: cuberun -n 2 or 8 messages.elf TRIPS BATCHES [LARGEST]\n");
        return 64;
    }
    int trips = atoi(argv[1]);
    int batches = atoi(argv[2]);
    if (cube_nodes() == 2) {
        compare_sizes(trips, batches, largest);
        return 0;
    }
    compare_distances("round-trip", message_trips, 4, trips, batches);
    compare_distances("burst", burst_trips, 2 * (BURST + 1), trips / BURST + 20, batches);
    return 0;
}
