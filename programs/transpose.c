/* The transposition of a matrix whose rows are divided among the nodes: each node
 * cuts its rows into a block for every node, transposes the blocks, and a total exchange takes them
 * to where they belong. Most of it is communication: the more nodes, the shorter the blocks. */
#include <stdio.h>
#include <stdlib.h>

#include "computations/moment.h"
#include "computations/must.h"
#include "cube.h"
#include "cube_catalogue.h"
#include "options.h"
#include "speedup.h"

enum { SIZE = 1 << CUBE_DIMENSIONS }; /* at least one row for each node */

static float value(int row, int column) {
    return (float)(row * SIZE + column);
}

/* Cuts the node's rows into `blocks` of `count` x `count` elements each, and transposes each block.
 */
static void cut(const float *rows, int count, float *blocks) {
    for (int to = 0; to < SIZE / count; to++)
        for (int j = 0; j < count; j++)
            for (int i = 0; i < count; i++)
                *blocks++ = rows[i * SIZE + to * count + j];
}

/* Puts the blocks that have come side by side, which makes rows again. */
static void join(const float *blocks, int count, float *rows) {
    for (int from = 0; from < SIZE / count; from++)
        for (int j = 0; j < count; j++)
            for (int i = 0; i < count; i++)
                rows[j * SIZE + from * count + i] = *blocks++;
}

/* Returns how many elements of the transposed matrix are wrong. */
static int verify(const float *rows, int count, int first) {
    int wrong = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < SIZE; j++)
            wrong += rows[i * SIZE + j] != value(j, first + i);
    return wrong;
}

int main(int argc, char *argv[]) {
    int status;
    if (!options_read(argc, argv, "transpose: a matrix whose rows are divided; no options", NULL, 0,
                      &status))
        return status;
    int count = SIZE / cube_nodes();
    int first = cube_node() * count;
    size_t elements = (size_t)count * SIZE;
    size_t bytes = (size_t)count * (size_t)count * sizeof(float);
    float *rows = allocate(elements, sizeof *rows);
    float *blocks = allocate(elements, sizeof *blocks);
    float *arrived = allocate(elements, sizeof *arrived);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < SIZE; j++)
            rows[i * SIZE + j] = value(first + i, j);

    uint64_t begun = speedup_begin();
    cut(rows, count, blocks);
    must(cube_alltoall(blocks, arrived, bytes), "the exchange");
    join(arrived, count, rows);
    double exchange = cube_catalogue_estimate("alltoall-exchange", NULL, bytes);
    double ecube = cube_catalogue_estimate("alltoall-ecube-pieces", NULL, bytes);
    speedup_end(begun, exchange < ecube ? exchange : ecube);

    int wrong = verify(rows, count, first);
    if (wrong > 0)
        fprintf(stderr, "node %d: %d elements are wrong\n", cube_node(), wrong);
    free(rows);
    free(blocks);
    free(arrived);
    moment_print();
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
