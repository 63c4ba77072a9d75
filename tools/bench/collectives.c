/* What each operation costs by its usual algorithm where blocks have 8 bytes: prints, for each, its
 * link packets over all nodes and the least of several batches of calls, in cube_cycles() a call.
 * What a first call finds out, the later ones of a batch need not: it is the later ones that count.
 * Arguments: calls a batch, batches. */
#include "cube.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NODES = 1 << CUBE_DIMENSIONS, BYTES = sizeof(uint64_t) };

static uint64_t input[MOST_NODES];
static uint64_t output[MOST_NODES];
static uint64_t minus[CUBE_DIMENSIONS];
static int reversed[MOST_NODES];

/* So many calls of an operation. Returns 0, or 1 if one failed. */
#define CALLS(name, call)                                                                          \
    static int name(int calls) {                                                                   \
        for (; calls > 0; calls--)                                                                 \
            if ((call) != 0)                                                                       \
                return 1;                                                                          \
        return 0;                                                                                  \
    }

CALLS(bcast, cube_bcast(output, 1, &cube_uint64, 0))
CALLS(reduce, cube_reduce(input, output, 1, &cube_uint64, &cube_sum, 0))
CALLS(allreduce, cube_allreduce(input, output, 1, &cube_uint64, &cube_sum))
CALLS(scan, cube_scan(input, output, 1, &cube_uint64, &cube_sum))
CALLS(exscan, cube_exscan(input, output, 1, &cube_uint64, &cube_sum))
CALLS(gather, cube_gather(input, output, BYTES, 0))
CALLS(scatter, cube_scatter(input, output, BYTES, 0))
CALLS(allgather, cube_allgather(input, output, BYTES))
CALLS(reduce_scatter, cube_reduce_scatter(input, output, 1, &cube_uint64, &cube_sum))
CALLS(alltoall, cube_alltoall(input, output, BYTES))
CALLS(aspc, cube_aspc(input, output, minus, BYTES))
CALLS(shift, cube_shift(input, output, BYTES, 1))
CALLS(gray_shift, cube_gray_shift(input, output, BYTES, 1))
CALLS(permute, cube_permute(input, output, BYTES, reversed))
CALLS(permute_xor, cube_permute_xor(input, output, BYTES, cube_nodes() - 1))
CALLS(barrier, cube_barrier())

static const struct {
    const char *name;
    int (*run)(int calls);
} operations[] = {
    {"bcast", bcast},
    {"reduce", reduce},
    {"allreduce", allreduce},
    {"scan", scan},
    {"exscan", exscan},
    {"gather", gather},
    {"scatter", scatter},
    {"allgather", allgather},
    {"reduce-scatter", reduce_scatter},
    {"alltoall", alltoall},
    {"aspc", aspc},
    {"shift", shift},
    {"gray-shift", gray_shift},
    {"permute", permute},
    {"permute-xor", permute_xor},
    {"barrier", barrier},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* Cycles of so many calls, between two barriers: no node has begun before the clock is read, and
 * all have ended. */
static uint64_t measure(int (*run)(int calls), int calls) {
    uint64_t start = cube_cycles();
    cube_barrier();
    if (run(calls) != 0)
        abort();
    cube_barrier();
    return cube_cycles() - start;
}

/* The link packets of a call, over all nodes. */
static uint64_t count_packets(int (*run)(int calls)) {
    struct cube_stats stats;
    uint64_t packets = 0, all;
    cube_barrier();
    cube_stats_clear();
    if (run(1) != 0)
        abort();
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        packets += stats.link[d].packets;
    cube_allreduce(&packets, &all, 1, &cube_uint64, &cube_sum);
    return all;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: cuberun collectives.elf CALLS BATCHES\n");
        return 64;
    }
    int calls = atoi(argv[1]);
    for (int v = 0; v < cube_nodes(); v++)
        reversed[v] = cube_nodes() - 1 - v;
    for (int i = 0; i < OPERATIONS; i++) {
        uint64_t packets = count_packets(operations[i].run);
        uint64_t least = UINT64_MAX;
        for (int batch = atoi(argv[2]); batch > 0; batch--) {
            uint64_t cycles = measure(operations[i].run, calls);
            least = cycles < least ? cycles : least;
        }
        if (cube_node() == 0)
            printf("%s-packets %" PRIu64 "\n%s %.2f\n", operations[i].name, packets,
                   operations[i].name, (double)least / calls);
    }
    return 0;
}
