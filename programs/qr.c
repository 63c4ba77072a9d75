/* Solves linear equations with a dense matrix by its QR decomposition (Ozveren, section 3.4.1): by
 * Givens rotations over a tree, or by modified Gram-Schmidt. The rows are stored cyclically.
 *
 * The result is checked by two residuals, in units of n 2^-52, the arithmetic's precision. Each may
 * be up to 16 (as the LINPACK benchmark allows). The residual of the equations is the largest
 * element of b - A x, divided by |A| |x| + |b|. That of Q is the largest element of Q' Q - I. If Q
 * is made by Gram-Schmidt, this residual grows with the condition of the matrix (Bjoerck 1967). So
 * its bound is multiplied by the condition, which is known of both kinds of matrices here. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/qr.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum { MOST_SIZE = 2048, MOST_CLOSE = 45 };

static const double allowed = 16; /* times size DBL_EPSILON */

struct question {
    uint64_t size, close, seed;
    bool gram_schmidt;
};

/* Returns element (i, j) of the matrix, or element i of b if j is the matrix's size. With `close`
 * all columns are equal except for 2^-close on the diagonal. Otherwise the diagonal is 2, and the
 * other elements of a row or a column add up to less than 1. */
static double element(const struct question *question, size_t i, size_t j) {
    double other = entry_fraction(question->seed, i, j);
    if (j == question->size)
        return other;
    if (question->close > 0)
        return 1 + (i == j ? ldexp(1, -(int)question->close) : 0);
    return i == j ? 2 : other / (double)question->size;
}

/* Returns the largest singular value divided by the smallest, or more than that. By Gershgorin's
 * circles it is at most 3. With `close`, a matrix of ones has the singular values n and 0, to which
 * 2^-close is added. */
static double condition(const struct question *question) {
    double gap = ldexp(1, -(int)question->close);
    return question->close > 0 ? ((double)question->size + gap) / gap : 3;
}

/* Returns this node's rows of the matrix. To their right they have b, or the unit matrix if
 * `unit`. */
static struct qr_rows rows_of(const struct question *question, bool unit) {
    size_t size = question->size, columns = unit ? 2 * size : size + 1;
    struct qr_rows rows = {.element = allocate(qr_room(size) * columns, sizeof(double)),
                           .size = size,
                           .columns = columns};
    for (size_t k = 0; k < qr_own(size); k++) {
        size_t i = k * (size_t)cube_nodes() + (size_t)cube_node();
        for (size_t j = 0; j < columns; j++)
            rows.element[k * columns + j] =
                unit && j >= size ? j - size == i : element(question, i, j);
    }
    return rows;
}

/* Returns the time that node 0 takes alone, by the same method. */
static uint64_t solve_alone(const struct question *question) {
    size_t size = question->size, columns = size + 1;
    double *matrix = allocate(size * columns, sizeof *matrix);
    double *triangle = allocate(size * columns, sizeof *triangle), *x = allocate(size, sizeof *x);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < columns; j++)
            matrix[i * columns + j] = element(question, i, j);
    uint64_t begun = moment();
    if (question->gram_schmidt)
        alone_qr_gram_schmidt(matrix, triangle, size, x);
    else
        alone_qr_givens(matrix, size, x);
    uint64_t time = moment() - begun;
    free(matrix);
    free(triangle);
    free(x);
    return time;
}

/* Decomposes the rows. If x is not null, solves the equations with the b to the right of the rows.
 * Gram-Schmidt leaves Q in the rows. Returns whether the matrix was regular. */
static bool solve(const struct question *question, struct account *account,
                  const struct qr_rows *rows, double *x) {
    size_t size = question->size, room = qr_room(size) * rows->columns;
    struct qr_rows triangle = *rows;
    bool regular = true;
    if (question->gram_schmidt) {
        triangle.element = allocate(room, sizeof(double));
        regular = qr_gram_schmidt(account, rows, &triangle);
    } else {
        qr_givens(account, rows);
    }
    if (regular && x)
        regular = qr_solve(account, &triangle, size, x);
    if (question->gram_schmidt)
        free(triangle.element);
    return regular;
}

/* Returns the residual of the equations, in units of size 2^-52. */
static double residual_of(const struct question *question, const double *x) {
    size_t size = question->size;
    double residual = 0, norm = 0, length = 0, right = 0;
    for (size_t j = 0; j < size; j++)
        length = fmax(length, fabs(x[j]));
    for (size_t i = (size_t)cube_node(); i < size; i += (size_t)cube_nodes()) {
        double b = element(question, i, size), sum = b, absolute = 0;
        for (size_t j = 0; j < size; j++) {
            sum -= element(question, i, j) * x[j];
            absolute += fabs(element(question, i, j));
        }
        residual = fmax(residual, fabs(sum));
        norm = fmax(norm, absolute);
        right = fmax(right, fabs(b));
    }
    return greatest_of_all(residual) / (greatest_of_all(norm) * length + greatest_of_all(right)) /
           ((double)size * DBL_EPSILON);
}

/* Returns the residual of Q, in units of size 2^-52. The rows of Q, or those of Q', are the `size`
 * elements from `first` on. The sum over all rows of the products of their elements is compared
 * with the unit matrix. */
static double residual_of_q(const struct qr_rows *rows, size_t first) {
    size_t size = rows->size, room = size * size;
    double *products = allocate(room, sizeof *products), most = 0;
    for (size_t k = 0; k < qr_own(size); k++) {
        const double *row = &rows->element[k * rows->columns + first];
        for (size_t i = 0; i < size; i++)
            for (size_t j = 0; j < size; j++)
                products[i * size + j] += row[i] * row[j];
    }
    must(cube_allreduce(products, products, room, &cube_double, &cube_sum), "adding Q' Q");
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            most = fmax(most, fabs(products[i * size + j] - (i == j)));
    free(products);
    return most / ((double)size * DBL_EPSILON);
}

/* Returns how far Q is from orthogonal. Givens rotations make Q' from the unit matrix. */
static double verify_q(const struct question *question) {
    struct qr_rows rows = rows_of(question, !question->gram_schmidt);
    solve(question, NULL, &rows, NULL);
    double residual = residual_of_q(&rows, question->gram_schmidt ? 0 : question->size);
    free(rows.element);
    return residual;
}

/* Prints a residual beside its bound. Returns whether it is within it. */
static bool print_residual(const char *what, double residual, double bound) {
    if (cube_node() == 0)
        printf("%-16s %14.3g %14.3g%s\n", what, residual, bound,
               residual <= bound ? "" : "  TOO LARGE");
    return residual <= bound;
}

int main(int count, char *words[]) {
    struct question question = {.size = 96, .seed = 1};
    const char *method = "givens";
    const struct program_option options[] = {
        OPTION_NUMBER("size", "equations", question.size, 1, MOST_SIZE),
        OPTION_WORD("method", "givens or gram-schmidt", method),
        OPTION_NUMBER("close", "columns alike to 2^-close; 0: random", question.close, 0,
                      MOST_CLOSE),
        OPTION_NUMBER("seed", "of the elements", question.seed, 0, UINT32_MAX),
    };
    OPTIONS_READ(count, words, "linear equations by a QR decomposition", options);
    question.gram_schmidt = strcmp(method, "gram-schmidt") == 0;
    if (!question.gram_schmidt && strcmp(method, "givens") != 0)
        options_refuse("unknown method \"%s\" (expected: givens or gram-schmidt)", method);
    size_t size = question.size;
    uint64_t alone = cube_node() == 0 ? solve_alone(&question) : 0;
    double *x = allocate(size, sizeof *x);
    struct qr_rows rows = rows_of(&question, false);
    struct account account;
    account_open(&account);
    bool regular = solve(&question, &account, &rows, x);
    struct account_totals totals = account_close(&account);
    free(rows.element);
    if (!regular) {
        if (cube_node() == 0)
            fprintf(stderr, "the matrix is singular, or nearly so\n");
        return EXIT_FAILURE;
    }
    if (cube_node() == 0)
        printf("qr by %s, %zu equations on %d nodes\n%-16s %14s %14s\n", method, size, cube_nodes(),
               "residuals", "n 2^-52", "at most");
    double loss = question.gram_schmidt ? condition(&question) : 1;
    bool right = print_residual("b - A x", residual_of(&question, x), allowed);
    right &= print_residual("Q' Q - I", verify_q(&question), allowed * loss);
    free(x);
    struct cost cost = question.gram_schmidt ? qr_gram_schmidt_cost(size, size + 1)
                                             : qr_givens_cost(size, size + 1);
    struct prediction prediction =
        report_prediction(cost_sum(cost, qr_solve_cost(size)), sizeof(double));
    prediction.share = question.gram_schmidt ? qr_gram_schmidt_share(size, size + 1)
                                             : qr_givens_share(size, size + 1);
    return report_print(&totals, &prediction, alone) && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
