#include "programs/parts/equations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/sparse/matrix_file.h"
#include "programs/parts/options.h"

/* Writes to `why` what keeps conjugate gradients from solving equations with this matrix, as far as
 * it can be seen; or an empty text. */
static void check(const struct sparse_rows *rows, const struct question *question,
                  char why[MATRIX_MARKET_REASON]) {
    bool is_column;
    size_t empty = sparse_rows_empty(rows, &is_column);
    why[0] = '\0';
    if (empty < rows->rows)
        snprintf(why, MATRIX_MARKET_REASON,
                 "line %lu: the matrix of %zu rows is singular: its %s %zu is zero",
                 question->file.size_line, rows->rows, is_column ? "column" : "row", empty + 1);
    else if (!sparse_rows_symmetric(rows))
        snprintf(why, MATRIX_MARKET_REASON,
                 "the matrix is not symmetric (conjugate gradients require it)");
}

void question_read(struct question *question, const char *name) {
    char why[MATRIX_MARKET_REASON];
    matrix_file_read(name, &question->file);
    if (question->file.wrong[0] != '\0')
        options_refuse("%s: %s", name, question->file.wrong);
    question->size = question->file.entries.rows;
    if (cube_node() == 0) {
        struct sparse_rows rows;
        sparse_rows_make(&rows, &question->file.entries, 0, question->size);
        check(&rows, question, why);
        sparse_rows_free(&rows);
    }
    must(cube_bcast(why, sizeof why, &cube_byte, 0), "telling the verdict");
    if (why[0] != '\0')
        options_refuse("%s: %s", name, why);
}

static void multiply_alone(void *rows, const double *from, double *to, struct account *account) {
    (void)account;
    sparse_rows_multiply(rows, from, to);
}

static double element_of(const void *rows, size_t i, size_t j) {
    return sparse_rows_element(rows, i, j);
}

static double element_of_dense(const void *nothing, size_t i, size_t j) {
    (void)nothing;
    return ldexp(1, i > j ? -(int)(i - j) : -(int)(j - i));
}

static void make_dense(struct equations *equations, const struct question *question, bool alone) {
    struct sparse_rows whole = {0};
    if (!question->dense)
        sparse_rows_make(&whole, &question->file.entries, 0, question->size);
    dense_make(&equations->dense, &equations->division, alone,
               question->dense ? element_of_dense : element_of, &whole);
    sparse_rows_free(&whole);
    equations->gradient.matrix = (struct linear_map){dense_apply, &equations->dense};
    equations->matrix = dense_cost(&equations->dense);
}

static void make_sparse(struct equations *equations, const struct question *question, bool alone) {
    sparse_rows_make(&equations->rows, &question->file.entries, equations->first,
                     equations->gradient.count);
    if (alone) {
        equations->gradient.matrix = (struct linear_map){multiply_alone, &equations->rows};
        return;
    }
    if (cube_node() == 0) {
        struct sparse_rows whole;
        sparse_rows_make(&whole, &question->file.entries, 0, question->size);
        equations->matrix = sparse_product_cost(&whole, &equations->division);
        sparse_rows_free(&whole);
    }
    must(cube_bcast(&equations->matrix, sizeof equations->matrix, &cube_byte, 0),
         "telling what the product costs");
    sparse_product_make(&equations->product, &equations->division, &equations->rows);
    equations->gradient.matrix = (struct linear_map){sparse_product_apply, &equations->product};
}

static void make_matrix(struct equations *equations, const struct question *question, bool alone) {
    const struct sparse_entries *entries = &question->file.entries;
    division_make(&equations->division, question->size);
    equations->first = alone ? 0 : division_first(&equations->division);
    equations->gradient.count = alone ? question->size : division_count(&equations->division);
    equations->most = equations->division.most;
    equations->diagonal_memory =
        allocate(equations->gradient.count, sizeof *equations->diagonal_memory);
    for (size_t i = 0; question->dense && i < equations->gradient.count; i++)
        equations->diagonal_memory[i] = 1;
    for (size_t k = 0; k < entries->count; k++) {
        const struct sparse_entry *entry = &entries->list[k];
        if (entry->row == entry->column && entry->row >= equations->first &&
            entry->row - equations->first < equations->gradient.count)
            equations->diagonal_memory[entry->row - equations->first] += entry->value;
    }
    equations->diagonal.element = equations->diagonal_memory;
    bool is_dense = question->dense || question->file.dense;
    (is_dense ? make_dense : make_sparse)(equations, question, alone);
}

static void make_grid(struct equations *equations, const struct question *question, bool alone) {
    struct elliptic *elliptic = &equations->elliptic;
    elliptic_make(elliptic, question->height, question->width, question->contrast, alone);
    equations->first = elliptic->first * elliptic->width;
    equations->gradient.count = elliptic->rows * elliptic->width;
    size_t nodes = (size_t)cube_nodes();
    equations->most = (question->height + nodes - 1) / nodes * question->width;
    equations->gradient.matrix = (struct linear_map){elliptic_apply, elliptic};
    equations->matrix = elliptic_cost(question->height, question->width);
    equations->diagonal.element = elliptic->diagonal;
    if (question->preconditioner != BY_FFT)
        return;
    fast_poisson_make(&equations->fast, question->height, question->width, alone);
    equations->gradient.preconditioner = (struct linear_map){fast_poisson_apply, &equations->fast};
    equations->near = fast_poisson_cost(&equations->fast);
}

void equations_make(struct equations *equations, const struct question *question, bool alone) {
    *equations = (struct equations){.gradient.alone = alone};
    bool has_matrix = question->dense || question->file.entries.rows > 0;
    (has_matrix ? make_matrix : make_grid)(equations, question, alone);
    equations->diagonal.count = equations->gradient.count;
    if (question->preconditioner == BY_JACOBI)
        equations->gradient.preconditioner =
            (struct linear_map){diagonal_divide, &equations->diagonal};
}

void equations_free(struct equations *equations) {
    elliptic_free(&equations->elliptic);
    fast_poisson_free(&equations->fast);
    division_free(&equations->division);
    sparse_product_free(&equations->product);
    sparse_rows_free(&equations->rows);
    dense_free(&equations->dense);
    free(equations->diagonal_memory);
}
