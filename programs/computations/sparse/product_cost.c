/* The costs of a planned product, counted from the matrix: the tree of the E-cube paths of each
 * element, from the node that has it to those that need it. */
#include <stdlib.h>

#include "programs/computations/must.h"
#include "programs/computations/sparse/product.h"

enum { WORD_BITS = 64 };

/* Adds to a set of nodes those to which an element of `owner` comes on its path to `node`. They
 * have the low bits of `node` and the high bits of `owner`. */
static void add_path(uint64_t set[], int owner, int node) {
    for (unsigned difference = (unsigned)(owner ^ node); difference != 0;
         difference &= difference - 1) {
        unsigned low = difference ^ (difference & (difference - 1));
        unsigned mask = 2 * low - 1, at = ((unsigned)node & mask) | ((unsigned)owner & ~mask);
        set[at / WORD_BITS] |= UINT64_C(1) << at % WORD_BITS;
    }
}

/* The nodes that each element comes to. */
static void add_paths(const struct sparse_rows *matrix, const struct division *division,
                      size_t set_words, uint64_t sets[]) {
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            add_path(sets + matrix->column[k] * set_words,
                     division_owner(division, matrix->column[k]), division_owner(division, row));
}

/* How many elements each node takes in each step. */
typedef size_t node_taken[CUBE_DIMENSIONS];

static void count_taken(const struct sparse_rows *matrix, const struct division *division,
                        size_t set_words, const uint64_t sets[], node_taken taken[]) {
    for (size_t column = 0; column < matrix->columns; column++) {
        const uint64_t *set = sets + column * set_words;
        int owner = division_owner(division, column);
        for (int node = 0; node < cube_nodes(); node++)
            if (set[node / WORD_BITS] >> node % WORD_BITS & 1)
                taken[node][division_dimension(node, owner)]++;
    }
}

static struct cost cost_of_step(const node_taken taken[], int dimension) {
    size_t all = 0, most = 0;
    for (int node = 0; node < cube_nodes(); node++) {
        all += taken[node][dimension];
        most = taken[node][dimension] > most ? taken[node][dimension] : most;
    }
    if (all == 0)
        return (struct cost){0};
    struct cost cost = cost_of_exchange(1, most, sizeof(double));
    cost.words = all;
    return cost;
}

struct cost sparse_product_cost(const struct sparse_rows *matrix, const struct division *division) {
    size_t nodes = (size_t)cube_nodes(), set_words = (nodes + WORD_BITS - 1) / WORD_BITS;
    uint64_t *sets = allocate(matrix->columns, set_words * sizeof *sets);
    node_taken *taken = allocate(nodes, sizeof *taken);
    struct cost cost = {0};
    add_paths(matrix, division, set_words, sets);
    count_taken(matrix, division, set_words, sets, taken);
    for (int d = 0; d < cube_dim(); d++)
        cost = cost_sum(cost, cost_of_step(taken, d));
    free(sets);
    free(taken);
    return cost;
}
