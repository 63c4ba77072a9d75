/* Measures the cost of nodes that are out of step. Calls are made back to back, so that a node that
 * has finished one begins the next at once, and then again with a barrier before each call.
 *
 * Prints for each operation the least of several batches, in cube_cycles() for one call: NAME for
 * calls back to back, and NAME-in-step for calls after barriers, without the cost of these. Node 0
 * calls mark() before the batches that measure barriers, before those that measure none, then for
 * each operation before those of either kind, and at the end.
 * Arguments: calls a batch, batches, bytes of a block. */
#include "cube.h"
#include "tools/bench/mark.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t *input, *output; /* a block for each node */
static size_t bytes;             /* of a block */
static size_t words;             /* of a block */

/* ---- The operations, one call of each ---- */

static int bcast(void) {
    return cube_bcast(output, words, &cube_uint64, 0);
}
static int allreduce(void) {
    return cube_allreduce(input, output, words, &cube_uint64, &cube_sum);
}
static int allgather(void) {
    return cube_allgather(input, output, bytes);
}
static int reduce_scatter(void) {
    return cube_reduce_scatter(input, output, words, &cube_uint64, &cube_sum);
}
static int alltoall(void) {
    return cube_alltoall(input, output, bytes);
}

static const struct measured {
    const char *name;
    int (*call)(void);
} operations[] = {
    {"bcast", bcast},         {"allreduce", allreduce},
    {"allgather", allgather}, {"reduce-scatter", reduce_scatter},
    {"alltoall", alltoall},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* ---- Measuring ---- */

/* Returns the cycles of N calls between two barriers, so that no node begins before the first
 * reading of the clock and all have ended at the second one. If `in_step` there is a barrier before
 * each call. If the call is null there are only barriers. */
static uint64_t measure(int (*call)(void), bool in_step, int calls) {
    uint64_t start = cube_cycles();
    cube_barrier();
    while (calls-- > 0) {
        if (in_step)
            cube_barrier();
        if (call && call() != 0)
            abort();
    }
    cube_barrier();
    return cube_cycles() - start;
}

static double least_of(int (*call)(void), bool in_step, int calls, int batches) {
    uint64_t least = UINT64_MAX;
    if (cube_node() == 0)
        mark();
    while (batches-- > 0) {
        uint64_t cycles = measure(call, in_step, calls);
        least = cycles < least ? cycles : least;
    }
    return (double)least / calls;
}

int main(int argc, char **argv) {
    int calls = argc == 4 ? atoi(argv[1]) : 0;
    int batches = argc == 4 ? atoi(argv[2]) : 0;
    bytes = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    words = bytes / sizeof(uint64_t);
    if (calls < 1 || batches < 1 || words < 1) {
        fprintf(stderr, "usage: cuberun waiting.elf CALLS BATCHES BYTES\n");
        return 64;
    }
    input = calloc((size_t)cube_nodes(), bytes);
    output = calloc((size_t)cube_nodes(), bytes);
    if (!input || !output) {
        fprintf(
            stderr,
            "waiting: not enough memory for blocks of %zu bytes (increase --memory heap=BYTES)\n",
            bytes);
        return 1;
    }
    double barriers = least_of(NULL, true, calls, batches);
    barriers -= least_of(NULL, false, calls, batches);
    for (int k = 0; k < OPERATIONS; k++)
        measure(operations[k].call, false, 1); /* the first call makes what later calls keep */
    for (int k = 0; k < OPERATIONS; k++) {
        const struct measured *operation = &operations[k];
        double back_to_back = least_of(operation->call, false, calls, batches);
        double in_step = least_of(operation->call, true, calls, batches) - barriers;
        if (cube_node() == 0)
            printf("%s %.2f\n%s-in-step %.2f\n", operation->name, back_to_back, operation->name,
                   in_step);
    }
    if (cube_node() == 0)
        mark();
    cube_barrier(); /* nobody ends, and sleeps, before that */
    return 0;
}
