/* Measures half a round trip of 8 bytes between nodes 0 and 1, half a round trip of a bare flag,
 * and the cost of a message of 64 KiB. Prints the least of several batches, in cube_cycles() for
 * one message. Arguments: round trips in a batch, batches. */
#include "cube.h"
#include "tools/bench/flags.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALL_BYTES = 8, LARGE_BYTES = 64 << 10 };

static uint8_t buffer[LARGE_BYTES];

static void message_trips(int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() == 0) {
            cube_link_send(0, buffer, bytes);
            cube_link_recv(0, buffer, bytes);
        } else {
            cube_link_recv(0, buffer, bytes);
            cube_link_send(0, buffer, bytes);
        }
    }
}

static void wait_for_flag(struct flag_link link, uint32_t round) {
    while (!flag_is_up(link, round))
        system_yield();
}

static void flag_trips(int trips, size_t bytes) {
    static uint32_t rounds;
    uint32_t round = rounds;
    const struct cube_node_page *page = system_node_page();
    const struct flag_link link = flag_link(page, 0);
    (void)bytes;
    while (trips-- > 0) {
        round++;
        if (page->node == 0) {
            flag_raise(link, round);
            wait_for_flag(link, round);
        } else {
            wait_for_flag(link, round);
            flag_raise(link, round);
        }
    }
    rounds = round;
}

static void measure(const char *name, void (*run)(int trips, size_t bytes), size_t bytes, int trips,
                    int batches) {
    uint64_t least = UINT64_MAX;
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = cube_cycles();
        run(trips, bytes);
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    if (cube_node() == 0)
        printf("%s %.2f\n", name, (double)least / (2.0 * trips));
}

int main(int argc, char **argv) {
    if (argc != 3 || cube_nodes() != 2) {
        fprintf(stderr, "usage: cuberun -n 2 message.elf TRIPS BATCHES\n");
        return 64;
    }
    int trips = atoi(argv[1]);
    int batches = atoi(argv[2]);
    measure("flag", flag_trips, 0, trips, batches);
    measure("message", message_trips, SMALL_BYTES, trips, batches);
    measure("message-64K", message_trips, LARGE_BYTES, trips, batches);
    return 0;
}
