/* The method of conjugate gradients (Ozveren, Problem 1.2 and section 3.4.2), plain or with a
 * preconditioner. It solves Poisson's equation on a grid, or equations with a sparse or dense
 * matrix from a file in the Matrix Market format. Node 0 then checks the residual of the solution,
 * and measures the same iterations alone. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/entries.h"
#include "programs/parts/equations.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

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
