/* What each operation costs by the algorithm that it takes for blocks of a size: prints, for each,
 * its link packets and their bytes over all nodes, and the least of several batches of calls, in
 * cube_cycles() a call. What a first call finds out, the later ones of a batch need not: it is the
 * later ones that count. Arguments: calls a batch, batches, bytes a block (8). */
#include "cube.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NODES = 1 << CUBE_DIMENSIONS };

static size_t bytes;                     /* a block */
static size_t words;                     /* the same */
static uint64_t *input, *output, *minus; /* a block for each node, or for each dimension */
static int reversed[MOST_NODES];

/* So many calls of an operation. Returns 0, or 1 if one failed. */
#define CALLS(name, call)                                                                          \
    static int name(int calls) {                                                                   \
        for (; calls > 0; calls--)                                                                 \
            if ((call) != 0)                                                                       \
                return 1;                                                                          \
        return 0;                                                                                  \
    }

CALLS(bcast, cube_bcast(output, words, &cube_uint64, 0))
CALLS(reduce, cube_reduce(input, output, words, &cube_uint64, &cube_sum, 0))
CALLS(allreduce, cube_allreduce(input, output, words, &cube_uint64, &cube_sum))
CALLS(scan, cube_scan(input, output, words, &cube_uint64, &cube_sum))
CALLS(exscan, cube_exscan(input, output, words, &cube_uint64, &cube_sum))
CALLS(gather, cube_gather(input, output, bytes, 0))
CALLS(scatter, cube_scatter(input, output, bytes, 0))
CALLS(allgather, cube_allgather(input, output, bytes))
CALLS(reduce_scatter, cube_reduce_scatter(input, output, words, &cube_uint64, &cube_sum))
CALLS(alltoall, cube_alltoall(input, output, bytes))
CALLS(aspc, cube_aspc(input, output, minus, bytes))
CALLS(shift, cube_shift(input, output, bytes, 1))
CALLS(gray_shift, cube_gray_shift(input, output, bytes, 1))
CALLS(permute, cube_permute(input, output, bytes, reversed))
CALLS(permute_xor, cube_permute_xor(input, output, bytes, cube_nodes() - 1))
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

/* What a call sends over links, over all nodes. */
struct traffic {
    uint64_t packets;
    uint64_t bytes;
};

static struct traffic count_traffic(int (*run)(int calls)) {
    struct cube_stats stats;
    struct traffic own = {0, 0}, all;
    cube_barrier();
    cube_stats_clear();
    if (run(1) != 0)
        abort();
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        own.packets += stats.link[d].packets;
        own.bytes += stats.link[d].bytes;
    }
    cube_allreduce(&own, &all, 2, &cube_uint64, &cube_sum);
    return all;
}

static uint64_t *allocate(int blocks) {
    uint64_t *buffer = calloc((size_t)blocks, bytes);
    if (buffer == NULL) {
        fprintf(stderr, "collectives: no memory for %d blocks: give cuberun a larger --heap\n",
                blocks);
        exit(1);
    }
    return buffer;
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: cuberun collectives.elf CALLS BATCHES [BYTES]\n");
        return 64;
    }
    int calls = atoi(argv[1]);
    words = argc == 4 ? (size_t)atoi(argv[3]) / sizeof(uint64_t) : 1;
    bytes = words * sizeof(uint64_t);
    input = allocate(cube_nodes());
    output = allocate(cube_nodes());
    minus = allocate(cube_nodes());
    for (int v = 0; v < cube_nodes(); v++)
        reversed[v] = cube_nodes() - 1 - v;
    for (int i = 0; i < OPERATIONS; i++) {
        struct traffic traffic = count_traffic(operations[i].run);
        uint64_t least = UINT64_MAX;
        for (int batch = atoi(argv[2]); batch > 0; batch--) {
            uint64_t cycles = measure(operations[i].run, calls);
            least = cycles < least ? cycles : least;
        }
        if (cube_node() == 0)
            printf("%s-packets %" PRIu64 "\n%s-bytes %" PRIu64 "\n%s %.2f\n", operations[i].name,
                   traffic.packets, operations[i].name, traffic.bytes, operations[i].name,
                   (double)least / calls);
    }
    return 0;
}
