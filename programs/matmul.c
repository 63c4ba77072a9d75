/* The product of two dense matrices, one of which is stored by rows and one by columns (Ozveren,
 * section 3.2). Elements are small whole numbers, so every sum is exact. The product is compared,
 * digit by digit, with that of node 0 alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/matmul.h"
#include "programs/computations/matrix/storage.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum { MOST_SIZE = 1024 };

/* Returns this node's lines of the matrix `seed`, in memory that the caller frees. */
static double *lines_of(enum matrix_storage storage, size_t size, uint64_t seed) {
    double *lines = allocate(blocks_size(size) * size, sizeof *lines);
    struct submatrix mine = matrix_of_node(storage, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            lines[matrix_place(storage, size, i, j)] = entry(seed, i, j);
    return lines;
}

/* Computes the product at node 0 alone. Returns the time that this takes. */
static uint64_t compute_alone(size_t size, uint64_t seed, double *product) {
    double *rows = allocate(size * size, sizeof *rows);
    double *columns = allocate(size * size, sizeof *columns);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++) {
            rows[i * size + j] = entry(seed, i, j);
            columns[j * size + i] = entry(seed + 1, i, j);
        }
    uint64_t begun = moment();
    /* The function takes its first matrix by rows, and `columns` by rows is the transposed matrix.
     * So it computes the product of the transposed matrices in the other order, by columns, which
     * is the product by rows. */
    alone_multiply_matrices(columns, rows, product, size);
    uint64_t time = moment() - begun;
    free(rows);
    free(columns);
    return time;
}

/* Multiplies, and adds up the account. Node 0 has the right product, and gives each node its rows
 * of it. Returns how many elements are wrong at all nodes. */
static uint64_t compute(size_t size, size_t width, uint64_t seed, const double *product,
                        struct account_totals *totals) {
    size_t block = blocks_size(size);
    double *a = lines_of(MATRIX_BY_ROWS, size, seed);
    double *b = lines_of(MATRIX_BY_COLUMNS, size, seed + 1);
    double *c = allocate(block * size, sizeof *c), *right = allocate(block * size, sizeof *right);
    struct account account;
    /* The first product makes the plan of its calls. The second finds this plan. */
    matmul(NULL, size, a, b, c, width);
    account_open(&account);
    matmul(&account, size, a, b, c, width);
    *totals = account_close(&account);

    must(cube_scatter(product, right, block * size * sizeof *right, 0), "telling what is right");
    uint64_t wrong = 0;
    size_t elements = blocks_count(size, block, cube_node()) * size;
    for (size_t k = 0; k < elements; k++)
        wrong += c[k] != right[k];
    free(a);
    free(b);
    free(c);
    free(right);
    return sum_of_all(wrong);
}

int main(int count, char *words[]) {
    uint64_t size = 96, width = 128, seed = 1;
    const struct program_option options[] = {
        OPTION_NUMBER("size", "rows and columns of the matrices", size, 1, MOST_SIZE),
        OPTION_NUMBER("width", "rows of B that go in one broadcast", width, 1, MOST_SIZE),
        OPTION_NUMBER("seed", "of the elements", seed, 0, UINT32_MAX - 1),
    };
    OPTIONS_READ(count, words, "C = A B with dense matrices", options);
    if (width > size)
        width = size;
    /* Room at node 0 for the product with the padding of the last blocks, which are scattered,
     * too. */
    size_t room = cube_node() == 0 ? (size_t)cube_nodes() * blocks_size(size) * size : 0;
    double *product = allocate(room, sizeof *product);
    uint64_t alone = cube_node() == 0 ? compute_alone(size, seed, product) : 0;
    struct account_totals totals;
    uint64_t wrong = compute(size, width, seed, product, &totals);
    free(product);

    struct prediction prediction = report_prediction(matmul_cost(size, width), sizeof(double));
    prediction.share = (double)blocks_size(size) / (double)size; /* rows of the busiest node */
    if (cube_node() == 0)
        printf("matmul, %" PRIu64 " x %" PRIu64 ", %" PRIu64 " rows a broadcast, on %d nodes: %s\n",
               size, size, width, cube_nodes(), wrong == 0 ? "every element is right" : "WRONG");
    bool counts = report_print(&totals, &prediction, alone);
    return wrong == 0 && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
