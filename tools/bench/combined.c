/* Counts the bytes that a call combines at all nodes together, by its own counting operator. The
 * operator commutes, so the calls take the same algorithms as with cube_sum. Prints NAME BYTES for
 * each operation that combines. Argument: bytes of a block. */
#include "cube.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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

static uint64_t *input, *output; /* a block for each node */
static size_t words;             /* of a block */

static int reduce(void) {
    return cube_reduce(input, output, words, &cube_uint64, &counting, 0);
}
static int allreduce(void) {
    return cube_allreduce(input, output, words, &cube_uint64, &counting);
}
static int scan(void) {
    return cube_scan(input, output, words, &cube_uint64, &counting);
}
static int exscan(void) {
    return cube_exscan(input, output, words, &cube_uint64, &counting);
}
static int reduce_scatter(void) {
    return cube_reduce_scatter(input, output, words, &cube_uint64, &counting);
}

static const struct {
    const char *name;
    int (*call)(void);
} operations[] = {
    {"reduce", reduce}, {"allreduce", allreduce},           {"scan", scan},
    {"exscan", exscan}, {"reduce-scatter", reduce_scatter},
};

int main(int argc, char **argv) {
    words = argc == 2 ? strtoul(argv[1], NULL, 10) / sizeof(uint64_t) : 0;
    if (words < 1) {
        fprintf(stderr, "usage: cuberun combined.elf BYTES\n");
        return 64;
    }
    input = calloc((size_t)cube_nodes(), words * sizeof(uint64_t));
    output = calloc((size_t)cube_nodes(), words * sizeof(uint64_t));
    if (!input || !output) {
        fprintf(stderr,
                "combined: not enough memory for %d blocks (increase --memory heap=BYTES)\n",
                cube_nodes());
        return 1;
    }
    for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++) {
        uint64_t all;
        combined = 0;
        if (operations[k].call() != 0)
            abort();
        cube_allreduce(&combined, &all, 1, &cube_uint64, &cube_sum);
        if (cube_node() == 0)
            printf("%s %" PRIu64 "\n", operations[k].name, all);
    }
    return 0;
}
