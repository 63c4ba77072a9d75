/* Transposes a matrix whose rows are divided among the nodes, which is the same as storing it by
 * columns (Ozveren, sections 2.2.5 and 3.2). Each node cuts its rows into a block for every node,
 * and a total exchange delivers the blocks. Most of the time is communication: the more nodes there
 * are, the shorter the blocks. With --all the matrix goes from each of its three storages to each
 * other one. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/computations/account.h"
#include "programs/computations/matrix/alone.h"
#include "programs/computations/matrix/storage.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

enum { MOST_SIZE = 8192 };

/* Returns element (i, j). No two elements are equal. */
static double value(size_t size, size_t i, size_t j) {
    return (double)(i * size + j);
}

/* Returns how many elements of a matrix are wrong at this node. */
static uint64_t verify(enum matrix_storage storage, size_t size, const double *lines) {
    uint64_t wrong = 0;
    struct submatrix mine = matrix_of_node(storage, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            wrong += lines[matrix_place(storage, size, i, j)] != value(size, i, j);
    return wrong;
}

/* Returns the time that node 0 takes alone to transpose the whole matrix. */
static uint64_t transpose_alone(size_t size) {
    double *rows = allocate(size * size, sizeof *rows);
    double *transposed = allocate(size * size, sizeof *transposed);
    uint64_t begun = moment();
    alone_transpose(rows, transposed, size);
    uint64_t time = moment() - begun;
    free(rows);
    free(transposed);
    return time;
}

/* Returns the cheaper one, by the cost model, of the two usual algorithms. */
static const char *usual_algorithm(size_t size) {
    size_t bytes = blocks_size(size) * blocks_size(size) * sizeof(double);
    double exchange = cube_catalogue_estimate("alltoall-exchange", NULL, bytes);
    double ecube = cube_catalogue_estimate("alltoall-ecube-pieces", NULL, bytes);
    return exchange < ecube ? "alltoall-exchange" : "alltoall-ecube-pieces";
}

/* How many elements are wrong at all nodes after a conversion, and what it cost. */
struct conversion {
    uint64_t wrong;
    struct account_totals totals;
    struct cost cost;
};

static struct conversion convert(size_t size, enum matrix_storage from, enum matrix_storage to,
                                 const char *algorithm) {
    size_t room = blocks_size(size) * size;
    double *lines = allocate(room, sizeof *lines), *converted = allocate(room, sizeof *converted);
    struct submatrix mine = matrix_of_node(from, size, cube_node());
    for (size_t i = mine.first_row; i < mine.first_row + mine.rows; i++)
        for (size_t j = mine.first_column; j < mine.first_column + mine.columns; j++)
            lines[matrix_place(from, size, i, j)] = value(size, i, j);
    struct conversion conversion = {.cost = matrix_convert_cost(size, from, to, algorithm)};
    struct account account;
    /* The first conversion makes the plan of its call. The second finds this plan. */
    matrix_convert(NULL, size, from, lines, to, converted, algorithm);
    account_open(&account);
    matrix_convert(&account, size, from, lines, to, converted, algorithm);
    conversion.totals = account_close(&account);
    conversion.wrong = sum_of_all(verify(to, size, converted));
    free(lines);
    free(converted);
    return conversion;
}

/* Prints a line for each of the six conversions. Returns whether all are right. */
static bool convert_all(size_t size, const char *algorithm) {
    static const char *const names[] = {"rows", "columns", "diagonals"};
    bool all = true;
    if (cube_node() == 0)
        printf("%-26s %7s %7s %12s %12s\n", "from, to", "steps", "formula", "words", "formula");
    for (enum matrix_storage from = MATRIX_BY_ROWS; from <= MATRIX_BY_DIAGONALS; from++)
        for (enum matrix_storage to = MATRIX_BY_ROWS; to <= MATRIX_BY_DIAGONALS; to++) {
            if (from == to)
                continue;
            struct conversion done = convert(size, from, to, algorithm);
            uint64_t words = done.totals.bytes / sizeof(double);
            bool right =
                done.wrong == 0 && done.totals.steps == done.cost.steps && words == done.cost.words;
            all &= right;
            if (cube_node() == 0)
                printf("%-12s %-13s %7" PRIu64 " %7" PRIu64 " %12" PRIu64 " %12" PRIu64 "  %s\n",
                       names[from], names[to], done.totals.steps, done.cost.steps, words,
                       done.cost.words, right ? "right" : "WRONG");
        }
    return all;
}

int main(int count, char *words[]) {
    uint64_t size = 512;
    const char *algorithm = "usual";
    bool all = false;
    const struct program_option options[] = {
        OPTION_NUMBER("size", "rows and columns of the matrix", size, 1, MOST_SIZE),
        OPTION_WORD("algorithm", "of the total exchange", algorithm),
        OPTION_FLAG("all", "all conversions between storages", all),
    };
    OPTIONS_READ(count, words, "the transposition of a matrix", options);
    if (strcmp(algorithm, "usual") == 0)
        algorithm = usual_algorithm(size);
    struct cube_algorithm found;
    if (cube_catalogue_find(algorithm, NULL, &found) != 0 ||
        strcmp(found.operation, "alltoall") != 0)
        options_refuse("unknown total exchange \"%s\" (make table lists them)", algorithm);
    if (all)
        return convert_all(size, algorithm) ? EXIT_SUCCESS : EXIT_FAILURE;

    uint64_t alone = cube_node() == 0 ? transpose_alone(size) : 0;
    struct conversion done = convert(size, MATRIX_BY_ROWS, MATRIX_BY_COLUMNS, algorithm);
    const struct prediction prediction = report_prediction(done.cost, sizeof(double));
    if (cube_node() == 0)
        printf("transpose, %" PRIu64 " x %" PRIu64 ", by %s on %d nodes: %s\n", size, size,
               algorithm, cube_nodes(), done.wrong == 0 ? "every element is right" : "WRONG");
    bool counts = report_print(&done.totals, &prediction, alone);
    return done.wrong == 0 && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
