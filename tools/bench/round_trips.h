/* Round trips of messages between two nodes, as benchmarks measure them. */
#ifndef BENCH_ROUND_TRIPS_H
#define BENCH_ROUND_TRIPS_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"

enum { LEAST_BYTES = 8, LARGEST_BYTES = 64 << 10 };

static uint8_t buffer[LARGEST_BYTES];

/* Makes this node's part of N round trips of that many bytes with another node. */
typedef void trips_function(int other, int trips, size_t bytes);

/* Defines such a function, by a statement that sends the buffer and one that receives it. The lower
 * of the two nodes begins. */
#define ROUND_TRIPS(name, send, receive)                                                           \
    static void name(int other, int trips, size_t bytes) {                                         \
        while (trips-- > 0) {                                                                      \
            if (cube_node() < other) {                                                             \
                send;                                                                              \
                receive;                                                                           \
            } else {                                                                               \
                receive;                                                                           \
                send;                                                                              \
            }                                                                                      \
        }                                                                                          \
    }

/* Returns the cycles of a round trip in the fastest batch. What the first one allocates or wakes
 * does not count. */
static inline double round_trip(trips_function *run, int other, size_t bytes, int trips,
                                int batches) {
    uint64_t least = UINT64_MAX;
    run(other, 1, bytes);
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = cube_cycles();
        run(other, trips, bytes);
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    return (double)least / trips;
}

#endif
