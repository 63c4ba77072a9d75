/* Measures half a round trip between nodes 0 and 1 in cube_cycles(), for messages of the sizes
 * given as arguments. Prints a line "bytes count" for each. Fails if the data received differ from
 * those sent. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

enum { BYTES = 64 << 10, TRIPS = 256 };

static uint8_t sent[BYTES], received[BYTES];

static void run(int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() == 0) {
            cube_link_send(0, sent, bytes);
            cube_link_recv(0, received, bytes);
        } else {
            cube_link_recv(0, received, bytes);
            cube_link_send(0, sent, bytes);
        }
    }
}

/* Whether one more round trip brings what the other node sends, and nothing behind it. */
static bool is_right(size_t bytes) {
    memset(received, 0, sizeof received);
    run(1, bytes);
    for (size_t i = 0; i < sizeof received; i++)
        if (received[i] != (i < bytes ? (uint8_t)(sent[i] ^ 1) : 0))
            return false;
    return true;
}

int main(int argc, char **argv) {
    if (cube_node() > 1)
        return 0;
    for (size_t i = 0; i < BYTES; i++)
        sent[i] = (uint8_t)((i * 7 + (i >> 8)) ^ (size_t)cube_node());
    for (int i = 1; i < argc; i++) {
        size_t bytes = (size_t)atoi(argv[i]);
        run(TRIPS, bytes);
        uint64_t start = cube_cycles();
        run(TRIPS, bytes);
        uint64_t cycles = cube_cycles() - start;
        if (!is_right(bytes))
            return 1;
        if (cube_node() == 0)
            printf("%zu %.2f\n", bytes, (double)cycles / (2.0 * TRIPS));
    }
    return 0;
}
