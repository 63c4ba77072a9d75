/* The method of conjugate gradients (Ozveren, Problem 1.2 and section 3.4.2), plain or with a
 * preconditioner. It solves Poisson's equation on a grid, or equations with a sparse or dense
 * matrix from a file in the Matrix Market format. Node 0 then checks the residual of the solution,
 * and measures the same iterations alone. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/cost.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/solver/dense.h"
#include "programs/computations/solver/elliptic.h"
#include "programs/computations/solver/fast_poisson.h"
#include "programs/computations/solver/gradient.h"
#include "programs/computations/sparse/matrix_file.h"
#include "programs/computations/sparse/matrix_market.h"
#include "programs/computations/sparse/product.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

/* ---- The equations ---- */

enum preconditioner { BY_NONE, BY_JACOBI, BY_FFT };

/* Says which equations have to be solved. */
struct question {
    struct matrix_market file; /* without rows if there is no file */
    bool dense;                /* whether, without a file, the matrix has the elements 2^-|i - j|;
                                * then it is positive definite (Kac, Murdock, Szegoe, 1953) */
    size_t size;               /* unknowns */
    size_t height, width;      /* of the grid */
    double contrast;           /* C: the coefficient of the grid is 1 + C x y */
    enum preconditioner preconditioner;
};

/* The equations of this node, or all of them at this node alone. */
struct equations {
    struct gradient gradient;
    size_t first;             /* the first of this node's gradient.count unknowns */
    size_t most;              /* the largest number of unknowns of any node */
    struct cost matrix, near; /* the costs of applying the matrix and the preconditioner once */
    struct elliptic elliptic;
    struct fast_poisson fast;
    struct division division;
    struct sparse_product product;
    struct sparse_rows rows;
    struct dense dense;
    struct diagonal diagonal;
    double *diagonal_memory;
};

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

/* Reads the question's matrix from a file. Ends the program if it cannot be solved by conjugate
 * gradients, after node 0 has said why. Every node calls it. */
static void question_read(struct question *question, const char *name) {
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

/* Prepares the equations. If memory is short, the program ends with a message. Every node calls
 * this with the same question, or one node calls it with `alone`. equations_free frees what this
 * has allocated. */
static void equations_make(struct equations *equations, const struct question *question,
                           bool alone) {
    *equations = (struct equations){.gradient.alone = alone};
    bool has_matrix = question->dense || question->file.entries.rows > 0;
    (has_matrix ? make_matrix : make_grid)(equations, question, alone);
    equations->diagonal.count = equations->gradient.count;
    if (question->preconditioner == BY_JACOBI)
        equations->gradient.preconditioner =
            (struct linear_map){diagonal_divide, &equations->diagonal};
}

static void equations_free(struct equations *equations) {
    elliptic_free(&equations->elliptic);
    fast_poisson_free(&equations->fast);
    division_free(&equations->division);
    sparse_product_free(&equations->product);
    sparse_rows_free(&equations->rows);
    dense_free(&equations->dense);
    free(equations->diagonal_memory);
}

enum {
    MOST_SIZE = 1 << 24,
    MOST_DENSE = 1 << 13,
    MOST_DIGITS = 14,
    MOST_CONTRAST = 1000000,
};

static uint64_t size = 4096, width, contrast, digits = 10, iterations, seed = 1;
static const char *matrix, *preconditioner = "none";
static bool dense;

static const struct program_option options[] = {
    OPTION_NUMBER("size", "unknowns: cells of the grid", size, 1, MOST_SIZE),
    OPTION_NUMBER("width", "cells of a row of it; 0: it is about as wide as high", width, 0,
                  MOST_SIZE),
    OPTION_NUMBER("contrast", "C: the coefficient a is 1 + C x y", contrast, 0, MOST_CONTRAST),
    OPTION_WORD("matrix", "a file (Matrix Market) in place of the grid", matrix),
    OPTION_FLAG("dense", "a dense matrix of that size in its place", dense),
    OPTION_WORD("preconditioner", "none, jacobi or fft", preconditioner),
    OPTION_NUMBER("digits", "ends when the residual is 10^-digits of the right side", digits, 1,
                  MOST_DIGITS),
    OPTION_NUMBER("iterations", "the most iterations; 0: no limit", iterations, 0, MOST_SIZE),
    OPTION_NUMBER("seed", "of the right side", seed, 0, UINT64_MAX),
};

/* Returns the largest power of two that divides the size and whose square is not above the size. */
static uint64_t usual_width(void) {
    uint64_t found = 1;
    while (size % (2 * found) == 0 && 4 * found * found <= size)
        found *= 2;
    return found;
}

/* Returns the question. Ends the program if the options make no sense together. */
static struct question ask(void) {
    static const char *const names[] = {"none", "jacobi", "fft"};
    size_t found = options_choice(preconditioner, names, 3);
    struct question question = {.preconditioner = (enum preconditioner)found,
                                .contrast = (double)contrast,
                                .size = size,
                                .dense = dense};
    if (found == 3)
        options_refuse("--preconditioner: none, jacobi or fft");
    if (matrix && dense)
        options_refuse("--matrix, --dense: one of them");
    if ((matrix || dense) && found == BY_FFT)
        options_refuse("--preconditioner fft requires the grid, not a matrix");
    if (dense && size > MOST_DENSE)
        options_refuse("--dense: a size of at most 8192");
    if (matrix)
        question_read(&question, matrix);
    if (matrix || dense)
        return question;
    question.width = width == 0 ? usual_width() : width;
    question.height = size / question.width;
    if (size % question.width != 0)
        options_refuse("--width: a divisor of --size");
    if (found == BY_FFT && (question.width & (question.width - 1)) != 0)
        options_refuse("--preconditioner fft requires a grid whose width is a power of two");
    return question;
}

static void print_question(const struct question *question) {
    if (cube_node() != 0)
        return;
    if (matrix)
        printf("%s, a %s matrix of %zu x %zu", matrix, question->file.dense ? "dense" : "sparse",
               question->size, question->size);
    else if (dense)
        printf("elements 2^-|i - j| of a dense matrix of %zu x %zu", question->size,
               question->size);
    else if (contrast == 0)
        printf("Poisson's equation on %zu x %zu cells", question->height, question->width);
    else
        printf("-div((1 + %" PRIu64 " x y) grad u) = f on %zu x %zu cells", contrast,
               question->height, question->width);
    printf(", preconditioner: %s, on %d node%s\n", preconditioner, cube_nodes(),
           cube_nodes() == 1 ? "" : "s");
}

static double *right_side(const struct equations *equations) {
    double *right = allocate(equations->gradient.count, sizeof *right);
    for (size_t i = 0; i < equations->gradient.count; i++)
        right[i] = entry_fraction(seed, 0, equations->first + i);
    return right;
}

/* Solves the equations. If the matrix is not positive definite, node 0 prints a message, and all
 * nodes return false. */
static bool solve(const struct equations *equations, double *x, struct account *account,
                  struct gradient_result *result) {
    double *right = right_side(equations);
    int error = gradient_solve(&equations->gradient, right, x, account, result);
    free(right);
    if (error == -EDOM && cube_node() == 0)
        fprintf(stderr, "the matrix is singular, or not positive definite\n");
    if (error == -EDOM)
        return false;
    must(error, "the iteration");
    return true;
}

/* Returns the residual of the solution x, relative to the right side. */
static double residual_of(const struct equations *alone, const double *x) {
    size_t count = alone->gradient.count;
    double *product = allocate(count, sizeof *product);
    double *right = right_side(alone), left = 0, length = 0;
    alone->gradient.matrix.apply(alone->gradient.matrix.context, x, product, NULL);
    for (size_t i = 0; i < count; i++) {
        left += (right[i] - product[i]) * (right[i] - product[i]);
        length += right[i] * right[i];
    }
    free(product);
    free(right);
    return sqrt(left / length);
}

/* Node 0 checks the solution, and sets *time to the time of the same number of iterations on one
 * node. Roundings make the residual that the iteration goes on with differ more and more from that
 * of the solution. So the bound is the residual that the iteration tells, plus 10^-digits. Returns,
 * at all nodes, whether the bound holds, and the iteration has converged or was ended by
 * --iterations. */
static bool verify(const struct question *question, const struct gradient_result *result,
                   const double *whole, uint64_t *time) {
    double enough = pow(10, -(double)digits), bound = result->residual + enough;
    bool has_converged = result->residual <= enough || result->iterations == iterations;
    uint64_t right = 0;
    if (cube_node() == 0) {
        struct equations alone;
        struct gradient_result again;
        equations_make(&alone, question, true);
        double residual = residual_of(&alone, whole);
        right = has_converged && residual <= bound;
        printf("%" PRIu64 " iterations; residual %.1e of the right side, bound %.1e%s\n",
               result->iterations, residual, bound,
               right           ? ""
               : has_converged ? ": IT IS LARGER"
                               : ": IT HAS NOT CONVERGED");
        double *x = allocate(question->size, sizeof *x);
        alone.gradient.most_iterations = result->iterations;
        uint64_t begun = moment();
        solve(&alone, x, NULL, &again);
        *time = moment() - begun;
        free(x);
        equations_free(&alone);
    }
    must(cube_bcast(&right, 1, &cube_uint64, 0), "telling the verdict");
    return right != 0;
}

int main(int count, char *words[]) {
    OPTIONS_READ(count, words, "cg: linear equations by conjugate gradients", options);
    struct question question = ask();
    print_question(&question);

    struct equations equations;
    struct gradient_result result;
    struct account account;
    equations_make(&equations, &question, false);
    double *x = allocate(equations.most, sizeof *x);
    /* The first iteration makes the plans of its calls. The other iterations find these plans. */
    equations.gradient.most_iterations = 1;
    if (!solve(&equations, x, NULL, &result))
        return EXIT_FAILURE;
    equations.gradient.tolerance = pow(10, -(double)digits);
    /* With exact arithmetic there would be no more iterations than unknowns. */
    equations.gradient.most_iterations = iterations > 0 ? iterations : 10 * question.size;
    account_open(&account);
    if (!solve(&equations, x, &account, &result))
        return EXIT_FAILURE;
    struct account_totals totals = account_close(&account);

    bool preconditioned = equations.gradient.preconditioner.apply;
    struct prediction prediction = report_prediction(
        gradient_cost(result.iterations, equations.matrix, preconditioned ? &equations.near : NULL),
        sizeof(double));
    prediction.share = (double)equations.most / (double)question.size;
    double *whole = gather_ring(x, equations.most * sizeof *x);
    free(x);
    equations_free(&equations);

    uint64_t alone = 0;
    bool right = verify(&question, &result, whole, &alone);
    free(whole);
    sparse_entries_free(&question.file.entries);
    right &= report_print(&totals, &prediction, alone);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
