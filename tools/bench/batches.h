/* Calls in a row, as benchmarks measure them. */
#ifndef BENCH_BATCHES_H
#define BENCH_BATCHES_H

#include <stdint.h>
#include <stdlib.h>

#include "cube.h"

/* Makes N calls. */
typedef void calls_function(int calls);

/* Defines such a function, by an expression that is not 0 if a call fails, which ends the program.
 */
#define CALLS(name, call)                                                                          \
    static void name(int calls) {                                                                  \
        for (; calls > 0; calls--)                                                                 \
            if ((call) != 0)                                                                       \
                abort();                                                                           \
    }

/* Returns the cycles of `calls` calls between two barriers. No node begins before the first reading
 * of the clock, and all have ended at the second one. */
static inline uint64_t cycles_of(calls_function *run, int calls) {
    uint64_t start = cube_cycles();
    cube_barrier();
    run(calls);
    cube_barrier();
    return cube_cycles() - start;
}

/* The same of the fastest of several batches. */
static inline uint64_t least_cycles(calls_function *run, int calls, int batches) {
    uint64_t least = UINT64_MAX;
    for (; batches > 0; batches--) {
        uint64_t cycles = cycles_of(run, calls);
        least = cycles < least ? cycles : least;
    }
    return least;
}

#endif
