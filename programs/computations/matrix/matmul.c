#include "programs/computations/matrix/matmul.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/computations/vector/inner.h"

static const struct cube_choice exchange = {.algorithm = "allgather-exchange"};

void matmul(struct account *account, size_t size, const double *a_rows, const double *b_columns,
            double *c_rows, size_t width) {
    size_t block = blocks_size(size), nodes = (size_t)cube_nodes(), most = block * width;
    size_t rows = blocks_count(size, block, cube_node());
    /* Elements k ... k + width - 1 of each column, one after the other: this node's, and all
     * nodes'. */
    double *own = allocate((nodes + 1) * most, sizeof *own), *all = own + most;
    memset(c_rows, 0, block * size * sizeof *c_rows);
    for (size_t k = 0; k < size; k += width) {
        size_t some = size - k < width ? size - k : width;
        for (size_t j = 0; j < block; j++)
            memcpy(&own[j * some], &b_columns[j * size + k], some * sizeof *own);
        account_communicate(account);
        must(cube_allgather_by(&exchange, own, all, block * some * sizeof *own),
             "the broadcast of rows");
        account_compute(account);
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < size; j++)
                c_rows[i * size + j] += inner_own(&a_rows[i * size + k], &all[j * some], some);
    }
    free(own);
}

struct cost matmul_cost(size_t size, size_t width) {
    uint64_t nodes = (uint64_t)cube_nodes();
    size_t block = blocks_size(size), full = size / width, last = size % width;
    struct cost all = {
        .steps = (uint64_t)cube_dim() * (full + (last > 0)),
        .words = size * nodes * (nodes - 1) * block,
        .time = (double)full *
                cube_catalogue_estimate("allgather-exchange", NULL, block * width * sizeof(double)),
    };
    if (last > 0)
        all.time +=
            cube_catalogue_estimate("allgather-exchange", NULL, block * last * sizeof(double));
    return all;
}
