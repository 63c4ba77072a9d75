/* The product of a dense matrix and a vector, in the five forms of Ozveren, section 3.2, and of the
 * slides: the matrix by rows, by columns (sums accumulated on their way, or gathered), by extended
 * diagonals, or on a grid of nodes. Elements are small whole numbers, so every sum is exact. The
 * product is compared, digit by digit, with that of node 0 alone. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/matvec.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum { MOST_SIZE = 8192, MOST_TIMES = 1000 };

struct question {
    uint64_t size, times, seed;
    enum matvec_form form;
    bool all_ports;
};

/* Computes y = A x at node 0 alone. Returns the time that this takes. */
static uint64_t compute_alone(const struct question *question, double *y) {
    size_t size = question->size;
    double *matrix = allocate(size * size, sizeof *matrix), *x = allocate(size, sizeof *x);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < size; j++)
            matrix[i * size + j] = entry(question->seed, i, j);
    for (size_t j = 0; j < size; j++)
        x[j] = entry(question->seed, size, j);
    uint64_t begun = moment();
    for (uint64_t time = 0; time < question->times; time++)
        alone_multiply(matrix, size, size, x, y);
    uint64_t time = moment() - begun;
    free(matrix);
    free(x);
    return time;
}

/* Multiplies, and adds up the account. Returns how many elements of y are wrong at this node. */
static uint64_t compute(const struct question *question, const double *right,
                        struct account_totals *totals) {
    size_t size = question->size, block = matvec_block(question->form, size);
    double *matrix = allocate(matvec_room(question->form, size), sizeof *matrix);
    struct submatrix mine = matvec_elements(question->form, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            matrix[matvec_place(question->form, size, i, j)] = entry(question->seed, i, j);
    double *x = allocate(block, sizeof *x), *y = allocate(block, sizeof *y);
    struct matvec_range input = matvec_input(question->form, size, cube_node());
    for (size_t j = 0; j < input.count; j++)
        x[j] = entry(question->seed, size, input.first + j);

    struct matvec product;
    struct account account;
    matvec_open(&product, question->form, question->all_ports, size, matrix);
    /* The first product makes the plans of its calls. Later ones find these plans. */
    matvec_multiply(&product, NULL, x, y);
    account_open(&account);
    for (uint64_t time = 0; time < question->times; time++)
        matvec_multiply(&product, &account, x, y);
    *totals = account_close(&account);
    matvec_close(&product);

    uint64_t wrong = 0;
    struct matvec_range output = matvec_output(question->form, size, cube_node());
    for (size_t i = 0; i < output.count; i++)
        wrong += y[i] != right[output.first + i];
    free(matrix);
    free(x);
    free(y);
    return wrong;
}

static enum matvec_form read_form(const char *name) {
    for (enum matvec_form form = 0; form < MATVEC_FORMS; form++)
        if (strcmp(name, matvec_name(form)) == 0)
            return form;
    options_refuse("unknown form \"%s\" (expected: rows, accumulate, gather, diagonals or grid)",
                   name);
}

int main(int count, char *words[]) {
    struct question question = {.size = 256, .times = 1, .seed = 1};
    const char *form = "rows";
    const struct program_option options[] = {
        OPTION_NUMBER("size", "rows and columns of the matrix", question.size, 1, MOST_SIZE),
        OPTION_WORD("form", "rows, accumulate, gather, diagonals or grid", form),
        OPTION_FLAG("all-ports", "with algorithms for all ports", question.all_ports),
        OPTION_NUMBER("times", "products", question.times, 1, MOST_TIMES),
        OPTION_NUMBER("seed", "of the elements", question.seed, 0, UINT32_MAX),
    };
    OPTIONS_READ(count, words, "y = A x with a dense matrix", options);
    question.form = read_form(form);

    double *right = allocate(question.size, sizeof *right);
    uint64_t alone = cube_node() == 0 ? compute_alone(&question, right) : 0;
    must(cube_bcast(right, question.size, &cube_double, 0), "telling what is right");
    struct account_totals totals;
    uint64_t wrong = sum_of_all(compute(&question, right, &totals));
    free(right);

    struct cost cost =
        cost_times(matvec_cost(question.form, question.all_ports, question.size), question.times);
    if (cube_node() == 0)
        printf("matvec by %s, %" PRIu64 " x %" PRIu64 ", %" PRIu64 " times on %d nodes: %s\n", form,
               question.size, question.size, question.times, cube_nodes(),
               wrong == 0 ? "every element is right" : "WRONG");
    struct prediction prediction = report_prediction(cost, sizeof(double));
    prediction.share = (double)matvec_room(question.form, question.size) /
                       ((double)question.size * (double)question.size);
    bool counts = report_print(&totals, &prediction, alone);
    return wrong == 0 && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
