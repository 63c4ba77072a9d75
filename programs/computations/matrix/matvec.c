#include "programs/computations/matrix/matvec.h"

#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/checkerboard.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/computations/vector/inner.h"

/* How a form multiplies, and which algorithm of the catalogue moves its vectors, with one port and
 * with all. */
struct form {
    const char *name;
    enum matrix_storage storage;
    void (*multiply)(struct matvec *product, struct account *account, const double *x, double *y);
    const char *algorithm[2];
};

static const struct form *form_of(enum matvec_form form);

static const char *algorithm_of(const struct matvec *product) {
    return form_of(product->form)->algorithm[product->all_ports];
}

/* A copy of x comes to every node by a multinode broadcast; then each row is an inner product. */
static void by_rows(struct matvec *product, struct account *account, const double *x, double *y) {
    size_t size = product->size, block = blocks_size(size);
    size_t rows = blocks_count(size, block, cube_node());
    const struct cube_choice choice = {.algorithm = algorithm_of(product)};
    account_communicate(account);
    must(cube_allgather_by(&choice, x, product->whole, block * sizeof *x), "the all-gather of x");
    account_compute(account);
    alone_multiply(product->matrix, rows, size, product->whole, y);
}

/* Adds two columns, each times its factor, to the sums of their rows: two at a time, so that each
 * sum is read and written half as often. */
static void add_pair(double *restrict sums, size_t count, const double *restrict first,
                     double first_factor, const double *restrict second, double second_factor) {
    for (size_t i = 0; i < count; i++)
        sums[i] += first[i] * first_factor + second[i] * second_factor;
}

static void add_one(double *restrict sums, size_t count, const double *restrict column,
                    double factor) {
    for (size_t i = 0; i < count; i++)
        sums[i] += column[i] * factor;
}

/* product->whole becomes the sum of this node's columns, each times its element of x. */
static void add_columns(struct matvec *product, const double *x) {
    size_t size = product->size, block = blocks_size(size), j = 0;
    size_t columns = blocks_count(size, block, cube_node());
    const double *column = product->matrix;
    memset(product->whole, 0, size * sizeof *product->whole);
    for (; j + 2 <= columns; j += 2, column += 2 * size)
        add_pair(product->whole, size, column, x[j], column + size, x[j + 1]);
    if (j < columns)
        add_one(product->whole, size, column, x[j]);
}

/* Multinode accumulation: the sums of all nodes are added on their way. */
static void accumulate(struct matvec *product, struct account *account, const double *x,
                       double *y) {
    const struct cube_choice choice = {.algorithm = algorithm_of(product)};
    add_columns(product, x);
    account_communicate(account);
    must(cube_reduce_scatter_by(&choice, product->whole, y, blocks_size(product->size),
                                &cube_double, &cube_sum),
         "the accumulation");
    account_compute(account);
}

/* Multinode gather: each node gets its part of the sums of all nodes, and adds them itself. */
static void gather(struct matvec *product, struct account *account, const double *x, double *y) {
    const struct cube_choice choice = {.algorithm = algorithm_of(product)};
    size_t block = blocks_size(product->size);
    add_columns(product, x);
    account_communicate(account);
    must(cube_alltoall_by(&choice, product->whole, product->parts, block * sizeof *y),
         "the gathering of sums");
    account_compute(account);
    memcpy(y, product->parts, block * sizeof *y);
    for (int node = 1; node < cube_nodes(); node++)
        add_one(y, block, &product->parts[(size_t)node * block], 1);
}

/* Adds to the sums of `rows` rows a line of the diagonal form times an element of x. Element (i, j)
 * is at place j - i mod size of the line, so the rows' elements lie backwards from `place`, and go
 * on at the line's end when they pass its beginning. */
static void add_diagonals(double *restrict sums, size_t rows, const double *restrict line,
                          size_t size, size_t place, double factor) {
    size_t before = place + 1 < rows ? place + 1 : rows;
    for (size_t i = 0; i < before; i++)
        sums[i] += line[place - i] * factor;
    for (size_t i = before; i < rows; i++)
        sums[i] += line[place + size - i] * factor;
}

/* The sums of a part of y go once round the ring; at each node the products of its columns are
 * added to them. They begin at the next node after their own, so N - 1 shifts bring them home. */
static void by_diagonals(struct matvec *product, struct account *account, const double *x,
                         double *y) {
    const struct cube_choice choice = {.algorithm = algorithm_of(product)};
    size_t size = product->size, block = blocks_size(size);
    int nodes = cube_nodes(), part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), columns = blocks_count(size, block, part);
    double *sums = product->whole, *arrived = product->parts;
    memset(sums, 0, block * sizeof *sums);
    for (int turn = 1; turn <= nodes; turn++) {
        int owner = (part - turn + nodes) % nodes;
        size_t top = blocks_first(size, block, owner), rows = blocks_count(size, block, owner);
        for (size_t j = 0; j < columns; j++)
            add_diagonals(sums, rows, &product->matrix[j * size], size,
                          (first + j + size - top) % size, x[j]);
        if (turn == nodes)
            break;
        account_communicate(account);
        must(cube_gray_shift_by(&choice, sums, arrived, block * sizeof *sums, 1), "the shift");
        account_compute(account);
        double *free_again = sums;
        sums = arrived;
        arrived = free_again;
    }
    memcpy(y, sums, block * sizeof *y);
}

/* Each column of nodes has a copy of its part of x from the first row; each row of nodes adds up
 * its part of y at the first column. */
static void on_grid(struct matvec *product, struct account *account, const double *x, double *y) {
    const struct checkerboard board = checkerboard_of_cube();
    struct submatrix mine = matvec_elements(MATVEC_GRID, product->size, cube_node());
    size_t width = blocks_divided(product->size, (size_t)board.columns);
    size_t height = blocks_divided(product->size, (size_t)board.rows);
    memcpy(product->whole, x, width * sizeof *x);
    checkerboard_broadcast(account, CHECKERBOARD_COLUMN, 0, product->whole, width);
    memset(product->parts, 0, height * sizeof *product->parts);
    for (size_t i = 0; i < mine.rows; i++)
        product->parts[i] = inner_own(&product->matrix[i * width], product->whole, mine.columns);
    checkerboard_reduce(account, CHECKERBOARD_ROW, 0, product->parts, y, height);
}

static const struct form forms[MATVEC_FORMS] = {
    [MATVEC_ROWS] = {"rows", MATRIX_BY_ROWS, by_rows, {"allgather-exchange", "allgather-all-port"}},
    [MATVEC_ACCUMULATE] = {"accumulate",
                           MATRIX_BY_COLUMNS,
                           accumulate,
                           {"reduce-scatter-exchange", "reduce-scatter-all-port"}},
    [MATVEC_GATHER] = {"gather",
                       MATRIX_BY_COLUMNS,
                       gather,
                       {"alltoall-exchange", "alltoall-all-port"}},
    [MATVEC_DIAGONALS] = {"diagonals",
                          MATRIX_BY_DIAGONALS,
                          by_diagonals,
                          {"gray-shift-signed", "gray-shift-signed"}},
    [MATVEC_GRID] = {"grid", MATRIX_BY_ROWS, on_grid, {"bcast-binomial", "bcast-binomial"}},
};

static const struct form *form_of(enum matvec_form form) {
    return &forms[form];
}

const char *matvec_name(enum matvec_form form) {
    return form_of(form)->name;
}

void matvec_open(struct matvec *product, enum matvec_form form, bool all_ports, size_t size,
                 const double *matrix) {
    /* Room for a vector with its padding. Each of the blocks has less than one element of padding
     * per node. */
    size_t room = size + 2 * (size_t)cube_nodes();
    *product =
        (struct matvec){.form = form, .all_ports = all_ports, .size = size, .matrix = matrix};
    product->whole = allocate(room, sizeof *product->whole);
    product->parts = allocate(room, sizeof *product->parts);
}

void matvec_close(struct matvec *product) {
    free(product->whole);
    free(product->parts);
    product->whole = product->parts = NULL;
}

struct submatrix matvec_elements(enum matvec_form form, size_t size, int node) {
    if (form != MATVEC_GRID)
        return matrix_of_node(form_of(form)->storage, size, node);
    const struct checkerboard board = checkerboard_of_cube();
    int row = checkerboard_row(&board, node), column = checkerboard_column(&board, node);
    size_t width = blocks_divided(size, (size_t)board.columns);
    size_t height = blocks_divided(size, (size_t)board.rows);
    return (struct submatrix){
        .first_row = blocks_first(size, height, row),
        .rows = blocks_count(size, height, row),
        .first_column = blocks_first(size, width, column),
        .columns = blocks_count(size, width, column),
    };
}

size_t matvec_room(enum matvec_form form, size_t size) {
    if (form != MATVEC_GRID)
        return blocks_size(size) * size;
    const struct checkerboard board = checkerboard_of_cube();
    return blocks_divided(size, (size_t)board.columns) * blocks_divided(size, (size_t)board.rows);
}

size_t matvec_place(enum matvec_form form, size_t size, size_t i, size_t j) {
    if (form != MATVEC_GRID)
        return matrix_place(form_of(form)->storage, size, i, j);
    const struct checkerboard board = checkerboard_of_cube();
    size_t width = blocks_divided(size, (size_t)board.columns);
    size_t height = blocks_divided(size, (size_t)board.rows);
    return i % height * width + j % width;
}

static struct matvec_range part_of(enum matvec_form form, size_t size, int node) {
    size_t block = blocks_size(size);
    int part = matrix_part(form_of(form)->storage, node);
    return (struct matvec_range){blocks_first(size, block, part), blocks_count(size, block, part)};
}

struct matvec_range matvec_input(enum matvec_form form, size_t size, int node) {
    if (form != MATVEC_GRID)
        return part_of(form, size, node);
    const struct checkerboard board = checkerboard_of_cube();
    struct submatrix elements = matvec_elements(form, size, node);
    return (struct matvec_range){elements.first_column,
                                 checkerboard_row(&board, node) == 0 ? elements.columns : 0};
}

struct matvec_range matvec_output(enum matvec_form form, size_t size, int node) {
    if (form != MATVEC_GRID)
        return part_of(form, size, node);
    const struct checkerboard board = checkerboard_of_cube();
    struct submatrix elements = matvec_elements(form, size, node);
    return (struct matvec_range){elements.first_row,
                                 checkerboard_column(&board, node) == 0 ? elements.rows : 0};
}

size_t matvec_block(enum matvec_form form, size_t size) {
    return form == MATVEC_GRID ? blocks_divided(size, (size_t)checkerboard_of_cube().columns)
                               : blocks_size(size);
}

void matvec_multiply(struct matvec *product, struct account *account, const double *x, double *y) {
    form_of(product->form)->multiply(product, account, x, y);
}

struct cost matvec_cost(enum matvec_form form, bool all_ports, size_t size) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    size_t block = blocks_size(size);
    if (form == MATVEC_GRID)
        return checkerboard_product_cost(size);
    const char *algorithm = form_of(form)->algorithm[all_ports];
    const struct cube_case next = {.shift = 1};
    struct cost cost = {.words = nodes * (nodes - 1) * block};
    if (nodes == 1)
        return cost;
    cost.time = cube_catalogue_estimate(algorithm, form == MATVEC_DIAGONALS ? &next : NULL,
                                        block * sizeof(double));
    if (form == MATVEC_DIAGONALS) {
        cost.steps = nodes - 1;
        cost.time *= (double)(nodes - 1);
    } else if (form == MATVEC_GATHER) {
        cost.steps = all_ports ? nodes / 2 : dimension;
        cost.words = nodes * nodes / 2 * dimension * block;
    } else {
        cost.steps = all_ports ? (nodes - 1 + dimension - 1) / dimension : dimension;
    }
    return cost;
}
