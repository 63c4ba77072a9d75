#include "programs/computations/matrix/storage.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"

int matrix_part(enum matrix_storage storage, int node) {
    return storage == MATRIX_BY_DIAGONALS ? cube_gray_inverse(node) : node;
}

struct submatrix matrix_of_node(enum matrix_storage storage, size_t size, int node) {
    size_t block = blocks_size(size);
    int part = matrix_part(storage, node);
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    if (storage == MATRIX_BY_ROWS)
        return (struct submatrix){.first_row = first, .rows = count, .columns = size};
    return (struct submatrix){.rows = size, .first_column = first, .columns = count};
}

size_t matrix_place(enum matrix_storage storage, size_t size, size_t i, size_t j) {
    size_t block = blocks_size(size);
    switch (storage) {
    case MATRIX_BY_ROWS:
        return i % block * size + j;
    case MATRIX_BY_COLUMNS:
        return j % block * size + i;
    default:
        return j % block * size + (j >= i ? j - i : j + size - i);
    }
}

/* Returns the elements that are in both sets. */
static struct submatrix common(struct submatrix one, struct submatrix other) {
    /* Of the two storages one is by rows. A node has a block of rows there, all columns wide, and
     * in the other a block of columns, all rows high: so each of the two limits one side. */
    struct submatrix both = one;
    if (other.rows < one.rows) {
        both.first_row = other.first_row;
        both.rows = other.rows;
    }
    if (other.columns < one.columns) {
        both.first_column = other.first_column;
        both.columns = other.columns;
    }
    return both;
}

static bool by_rows(enum matrix_storage storage) {
    return storage == MATRIX_BY_ROWS;
}

/* Packs the elements of a set; one of the two storages is by rows. They are packed line by line of
 * the storage `to`, in the order of rows or columns, so that what arrives is copied to its lines in
 * runs. */
static void pack(enum matrix_storage from, enum matrix_storage to, size_t size,
                 struct submatrix set, const double *lines, double *packed) {
    size_t last_row = set.first_row + set.rows, last_column = set.first_column + set.columns;
    if (!by_rows(to)) { /* from rows */
        const double *first = lines + matrix_place(from, size, set.first_row, 0);
        for (size_t j = set.first_column; j < last_column; j++)
            for (size_t i = 0; i < set.rows; i++)
                *packed++ = first[i * size + j];
        return;
    }
    /* Along a row, elements lie a line apart. Those of diagonals lie a line and a place apart; at
     * the diagonal of the matrix they come back from the end of a line to its beginning. */
    size_t stride = from == MATRIX_BY_COLUMNS ? size : size + 1;
    for (size_t i = set.first_row; i < last_row; i++) {
        const double *element = lines + matrix_place(from, size, i, set.first_column);
        for (size_t j = set.first_column; j < last_column; j++, element += stride) {
            if (from == MATRIX_BY_DIAGONALS && j == i && j > set.first_column)
                element -= size;
            *packed++ = *element;
        }
    }
}

/* Copies what was packed to its lines. */
static void unpack(enum matrix_storage to, size_t size, struct submatrix set, const double *packed,
                   double *lines) {
    size_t last_row = set.first_row + set.rows, last_column = set.first_column + set.columns;
    if (by_rows(to)) {
        for (size_t i = set.first_row; i < last_row; i++, packed += set.columns)
            memcpy(lines + matrix_place(to, size, i, set.first_column), packed,
                   set.columns * sizeof *lines);
        return;
    }
    for (size_t j = set.first_column; j < last_column; j++, packed += set.rows) {
        double *line = lines + matrix_place(to, size, j, j); /* by columns: not its beginning */
        if (to == MATRIX_BY_COLUMNS)
            memcpy(line - j + set.first_row, packed, set.rows * sizeof *lines);
        else
            for (size_t i = set.first_row; i < last_row; i++)
                line[j >= i ? j - i : j + size - i] = packed[i - set.first_row];
    }
}

/* Converts from or to rows: each pair of nodes has a block of B x B elements at most. */
static void exchange_blocks(struct account *account, size_t size, enum matrix_storage from,
                            const double *in, enum matrix_storage to, double *out,
                            const char *algorithm) {
    size_t block = blocks_size(size), words = block * block, nodes = (size_t)cube_nodes();
    double *blocks = allocate(2 * nodes * words, sizeof *blocks);
    double *arrived = blocks + nodes * words;
    struct submatrix mine = matrix_of_node(from, size, cube_node());
    for (int node = 0; node < cube_nodes(); node++)
        pack(from, to, size, common(mine, matrix_of_node(to, size, node)), in,
             blocks + (size_t)node * words);
    const struct cube_choice choice = {.algorithm = algorithm};
    account_communicate(account);
    must(cube_alltoall_by(&choice, blocks, arrived, words * sizeof *blocks), "the exchange");
    account_compute(account);
    mine = matrix_of_node(to, size, cube_node());
    for (int node = 0; node < cube_nodes(); node++)
        unpack(to, size, common(mine, matrix_of_node(from, size, node)),
               arrived + (size_t)node * words, out);
    free(blocks);
}

/* Returns the node that has the same block of columns in the other of the two storages. */
static int other_node(enum matrix_storage from, int node) {
    return from == MATRIX_BY_COLUMNS ? cube_gray(node) : cube_gray_inverse(node);
}

/* Converts columns to diagonals or back: each line is rotated where it is, and the block of lines
 * goes to one other node. */
static void move_lines(struct account *account, size_t size, enum matrix_storage from,
                       const double *in, enum matrix_storage to, double *out) {
    size_t block = blocks_size(size), bytes = block * size * sizeof *in;
    double *arrived = allocate(1, bytes);
    int *destination = allocate((size_t)cube_nodes(), sizeof *destination);
    for (int node = 0; node < cube_nodes(); node++)
        destination[node] = other_node(from, node);
    account_communicate(account);
    must(cube_permute(in, arrived, bytes, destination), "moving lines");
    account_compute(account);
    struct submatrix mine = matrix_of_node(to, size, cube_node());
    for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
        for (size_t i = 0; i < size; i++)
            out[matrix_place(to, size, i, j)] = arrived[matrix_place(from, size, i, j)];
    free(arrived);
    free(destination);
}

void matrix_convert(struct account *account, size_t size, enum matrix_storage from,
                    const double *in, enum matrix_storage to, double *out, const char *algorithm) {
    if (by_rows(from) || by_rows(to))
        exchange_blocks(account, size, from, in, to, out, algorithm);
    else
        move_lines(account, size, from, in, to, out);
}

struct cost matrix_convert_cost(size_t size, enum matrix_storage from, enum matrix_storage to,
                                const char *algorithm) {
    size_t block = blocks_size(size);
    if (by_rows(from) || by_rows(to))
        return cost_of_call(algorithm, NULL, block * block, sizeof(double));
    if (cube_dim() < 2)
        return (struct cost){0}; /* where Gray's code is the number itself */
    /* From v to v XOR v / 2: the E-cube paths of the Gray code share no link, and have popcount(v /
     * 2) hops, (d - 1) / 2 on average. A shift is such a permutation, too. */
    const struct cube_case next = {.shift = 1};
    uint64_t hops = (uint64_t)cube_nodes() / 2 * (uint64_t)(cube_dim() - 1);
    return (struct cost){
        .steps = 1,
        .words = hops * block * size,
        .time = cube_catalogue_estimate("shift-ecube", &next, block * size * sizeof(double)),
    };
}
