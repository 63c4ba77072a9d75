/* Measures the cost of each operation with its usual algorithm for blocks of one size. Prints for
 * each operation its link packets and their bytes over all nodes, the bytes that it combines, and
 * the least of several batches of calls, in cube_cycles() for one call. The first call of a batch
 * fills caches, and only later calls are measured. Arguments: calls a batch, batches, bytes a block
 * (8), and the form:
 *
 *     whole     the calls that leave everything open (this is what is taken if none is named)
 *     by        the _by form, with the algorithm that is usual for one port
 *     v         the forms with offsets: of three blocks one is empty, one has twice the size
 *     mesh      on the mesh of two axes that is most like a square
 *     first     as `whole`, and before that, as NAME-select, the cost of the very first call, and
 *               as NAME-first that of the first one with another size; without the barriers
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "tools/bench/batches.h"

enum { MOST_NODES = 1 << CUBE_DIMENSIONS };

static size_t bytes;                     /* bytes of a block */
static size_t words;                     /* words of a block */
static uint64_t *input, *output, *minus; /* two blocks for each node, or for each dimension */
static int reversed[MOST_NODES];         /* a permutation of the nodes */
static int steps[MOST_NODES];            /* 1 or -1 for each of them */
static int last;                         /* the highest node */
static struct cube_choice choice = {.ports = CUBE_ONE_PORT};
static struct cube_mesh mesh = {.axes = 2};
static size_t offsets[MOST_NODES + 1]; /* of blocks of three sizes */
static size_t to[MOST_NODES + 1];      /* of an all-to-all: two nodes send each other as much */

/* What operations combine with: the sum, or the same by an operator that counts the bytes. Both
 * commute, so the calls take the same algorithms. */
static const struct cube_op *op = &cube_sum;
static uint64_t combined; /* bytes, at this node */

static void add_and_count(const void *left_in, void *right_inout, size_t count,
                          const struct cube_type *type) {
    const uint64_t *left = left_in;
    uint64_t *right = right_inout;
    for (size_t i = 0; i < count; i++)
        right[i] += left[i];
    combined += count * type->bytes;
}

static const struct cube_op counting = {.function = add_and_count, .commutative = 1};

#define WORDS words, &cube_uint64
CALLS(bcast, cube_bcast(output, WORDS, 0))
CALLS(reduce, cube_reduce(input, output, WORDS, op, 0))
CALLS(allreduce, cube_allreduce(input, output, WORDS, op))
CALLS(scan, cube_scan(input, output, WORDS, op))
CALLS(exscan, cube_exscan(input, output, WORDS, op))
CALLS(gather, cube_gather(input, output, bytes, 0))
CALLS(scatter, cube_scatter(input, output, bytes, 0))
CALLS(allgather, cube_allgather(input, output, bytes))
CALLS(reduce_scatter, cube_reduce_scatter(input, output, WORDS, op))
CALLS(alltoall, cube_alltoall(input, output, bytes))
CALLS(aspc, cube_aspc(input, output, minus, bytes))
CALLS(shift, cube_shift(input, output, bytes, 1))
CALLS(gray_shift, cube_gray_shift(input, output, bytes, 1))
CALLS(permute, cube_permute(input, output, bytes, reversed))
CALLS(permute_xor, cube_permute_xor(input, output, bytes, last))
CALLS(pm2i, cube_pm2i(input, output, bytes, steps))
CALLS(transfer, cube_transfer(input, output, bytes, 0, last))
CALLS(barrier, cube_barrier())

CALLS(bcast_by, cube_bcast_by(&choice, output, WORDS, 0))
CALLS(allreduce_by, cube_allreduce_by(&choice, input, output, WORDS, op))
CALLS(barrier_by, cube_barrier_by(&choice))

CALLS(gatherv, cube_gatherv(input, output, offsets, 0))
CALLS(alltoallv, cube_alltoallv(input, to, output, to))

CALLS(mesh_bcast, cube_mesh_bcast(NULL, &mesh, output, WORDS, 0))
CALLS(mesh_reduce, cube_mesh_reduce(NULL, &mesh, input, output, WORDS, op, 0))
CALLS(mesh_alltoall, cube_mesh_alltoall(NULL, &mesh, input, output, bytes))

enum form { WHOLE, BY, OFFSETS, MESH, FORMS };

static const struct {
    const char *name;
    calls_function *run[FORMS]; /* null: the operation has no such form */
} operations[] = {
    {"bcast", {bcast, bcast_by, NULL, mesh_bcast}},
    {"reduce", {reduce, NULL, NULL, mesh_reduce}},
    {"allreduce", {allreduce, allreduce_by}},
    {"scan", {scan}},
    {"exscan", {exscan}},
    {"gather", {gather, NULL, gatherv}},
    {"scatter", {scatter}},
    {"allgather", {allgather}},
    {"reduce-scatter", {reduce_scatter}},
    {"alltoall", {alltoall, NULL, alltoallv, mesh_alltoall}},
    {"aspc", {aspc}},
    {"shift", {shift}},
    {"gray-shift", {gray_shift}},
    {"permute", {permute}},
    {"permute-xor", {permute_xor}},
    {"pm2i", {pm2i}},
    {"transfer", {transfer}},
    {"barrier", {barrier, barrier_by}},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* Counts what a call sends over links, at all nodes together. */
struct traffic {
    uint64_t packets;
    uint64_t bytes;
};

static struct traffic count_traffic(calls_function *run) {
    struct cube_stats stats;
    struct traffic own = {0}, all;
    cube_barrier();
    cube_stats_clear();
    run(1);
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        own.packets += stats.link[d].packets;
        own.bytes += stats.link[d].bytes;
    }
    cube_allreduce(&own, &all, 2, &cube_uint64, &cube_sum);
    return all;
}

/* Counts the bytes that a call combines, at all nodes together. */
static uint64_t count_combined(calls_function *run) {
    uint64_t all;
    combined = 0;
    op = &counting;
    run(1);
    op = &cube_sum;
    cube_allreduce(&combined, &all, 1, &cube_uint64, &cube_sum);
    return all;
}

static uint64_t *allocate(int blocks) {
    uint64_t *buffer = calloc((size_t)blocks, bytes + sizeof(uint64_t));
    if (!buffer) {
        fprintf(stderr,
                "collectives: not enough memory for %d blocks (increase --memory heap=BYTES)\n",
                blocks);
        exit(1);
    }
    return buffer;
}

/* Sets what the calls read. */
static void set_up(void) {
    int nodes = cube_nodes();
    last = nodes - 1;
    for (int v = 0; v < nodes; v++) {
        reversed[v] = nodes - 1 - v;
        steps[v] = 1;
        offsets[v + 1] = offsets[v] + (size_t)(v % 3) * bytes;
        to[v + 1] = to[v] + (size_t)((v + cube_node()) % 3) * bytes;
    }
    mesh.side[0] = 1u << cube_dim() / 2;
    mesh.side[1] = 1u << (cube_dim() - cube_dim() / 2);
}

static void set_size(size_t of_block) {
    words = of_block / sizeof(uint64_t);
    bytes = words * sizeof(uint64_t);
}

static void report(const char *name, calls_function *run, int calls, int batches, bool first) {
    uint64_t of_class = 0, of_size = 0, of_barriers = 0;
    if (first) {
        cycles_of(run, 0); /* what is done once in a program */
        of_barriers = cycles_of(run, 0);
        set_size(bytes + sizeof(uint64_t));
        of_class = cycles_of(run, 1) - of_barriers;
        set_size(bytes - sizeof(uint64_t));
        of_size = cycles_of(run, 1) - of_barriers;
    }
    struct traffic traffic = count_traffic(run);
    uint64_t least = least_cycles(run, calls, batches);
    uint64_t of_operator = count_combined(run); /* after what is measured */
    if (cube_node() != 0)
        return;
    printf("%s-packets %" PRIu64 "\n%s-bytes %" PRIu64 "\n%s-combined %" PRIu64 "\n", name,
           traffic.packets, name, traffic.bytes, name, of_operator);
    if (first)
        printf("%s-select %" PRIu64 "\n%s-first %" PRIu64 "\n", name, of_class, name, of_size);
    printf("%s %.2f\n", name, (double)(least - of_barriers) / calls);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        enum form form;
    } forms[] = {{"whole", WHOLE}, {"first", WHOLE}, {"by", BY}, {"v", OFFSETS}, {"mesh", MESH}};
    size_t chosen = 0;
    while (argc == 5 && chosen < sizeof forms / sizeof forms[0] &&
           strcmp(argv[4], forms[chosen].name) != 0)
        chosen++;
    if (argc < 3 || argc > 5 || chosen == sizeof forms / sizeof forms[0]) {
        fprintf(stderr, "usage: cuberun collectives.elf CALLS BATCHES [BYTES "
                        "[whole|first|by|v|mesh]]\n");
        return 64;
    }
    set_size(argc > 3 ? (size_t)atoi(argv[3]) : sizeof(uint64_t));
    input = allocate(2 * cube_nodes());
    output = allocate(2 * cube_nodes());
    minus = allocate(cube_nodes());
    set_up();
    for (int i = 0; i < OPERATIONS; i++) {
        calls_function *run = operations[i].run[forms[chosen].form];
        if (run)
            report(operations[i].name, run, atoi(argv[1]), atoi(argv[2]),
                   strcmp(forms[chosen].name, "first") == 0);
    }
    return 0;
}
