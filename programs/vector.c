/* Vectors that are divided among the nodes (Ozveren, section 3.1; the slides): the termination test
 * of an iteration, a shift by any number of places, and a search for a pattern by shifts. The steps
 * and words of each are printed beside the formulas. The results are compared with the whole
 * vector. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/computations/vector/inner.h"
#include "programs/computations/vector/match.h"
#include "programs/computations/vector/shift.h"
#include "programs/parts/entries.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"

enum { MOST_SIZE = 1 << 24, MOST_LENGTH = 4096 };

struct question {
    uint64_t size, shift, length, seed;
};

/* Prints a line of the table. Returns whether the result and the counts are right. */
static bool print_line(const char *what, struct account *account, struct cost cost,
                       uint64_t word_bytes, uint64_t wrong) {
    struct account_totals totals = account_close(account);
    wrong = sum_of_all(wrong);
    bool right =
        wrong == 0 && totals.steps == cost.steps && totals.bytes == cost.words * word_bytes;
    if (cube_node() == 0)
        printf("%-18s %7" PRIu64 " %7" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64
               " %12.0f  %s\n",
               what, totals.steps, cost.steps, totals.bytes / word_bytes, cost.words,
               totals.communicating, cost.time, right ? "right" : "WRONG");
    return right;
}

/* Tests inner products: the termination test just below and just above the norm, and the product at
 * all nodes. Each node has the block of the vectors with its own number. */
static bool test_inner(const struct question *question) {
    size_t size = question->size, block = blocks_size(size), count;
    size_t first = blocks_first(size, block, cube_node());
    count = blocks_count(size, block, cube_node());
    double *x = allocate(block, sizeof *x), square = 0;
    for (size_t i = 0; i < count; i++)
        x[i] = entry(question->seed, 0, first + i);
    for (size_t i = 0; i < size; i++)
        square += entry(question->seed, 0, i) * entry(question->seed, 0, i);
    struct account account;
    /* The first call of each kind makes its plan. Later ones find this plan. */
    (void)inner_terminates(NULL, x, count, 0);
    (void)inner_product(NULL, x, x, count);
    account_open(&account);
    bool at_norm = inner_terminates(&account, x, count, sqrt(square));
    bool below = inner_terminates(&account, x, count, sqrt(square) / 2);
    bool right = print_line("termination test", &account, cost_times(inner_terminates_cost(), 2),
                            sizeof(double), !at_norm || (below && square > 0));
    account_open(&account);
    double product = inner_product(&account, x, x, count);
    right &= print_line("inner product", &account, inner_product_cost(), sizeof(double),
                        product != square);
    free(x);
    return right;
}

static bool test_shift(const struct question *question) {
    size_t size = question->size, block = blocks_size(size);
    int part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    double *x = allocate(block, sizeof *x), *shifted = allocate(block, sizeof *shifted);
    for (size_t i = 0; i < count; i++)
        x[i] = entry_fraction(question->seed, 0, first + i);
    struct account account;
    uint64_t wrong = 0;
    vector_shift(NULL, x, shifted, size, sizeof *x, (long)question->shift);
    account_open(&account);
    vector_shift(&account, x, shifted, size, sizeof *x, (long)question->shift);
    for (size_t i = 0; i < count; i++)
        wrong += shifted[i] != entry_fraction(question->seed, 0,
                                              (first + i + size - question->shift % size) % size);
    free(x);
    free(shifted);
    return print_line("shift", &account, vector_shift_cost(size, sizeof *x, (long)question->shift),
                      sizeof *x, wrong);
}

enum { LETTERS = 2 };

static char letter(const struct question *question, size_t index) {
    return (char)('a' + (int)(entry(question->seed, 1, index % question->size) + 8) % LETTERS);
}

/* Searches a text of two letters for a piece of itself. */
static bool test_match(const struct question *question) {
    size_t size = question->size, length = question->length, block = blocks_size(size);
    int part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    char *text = allocate(block, 1), *pattern = allocate(length, 1);
    uint32_t *agreements = allocate(block, sizeof *agreements);
    for (size_t i = 0; i < count; i++)
        text[i] = letter(question, first + i);
    for (size_t k = 0; k < length; k++)
        pattern[k] = letter(question, size / 3 + k);
    struct account account;
    uint64_t wrong = 0, found = 0;
    vector_match(NULL, text, size, pattern, length, agreements);
    account_open(&account);
    vector_match(&account, text, size, pattern, length, agreements);
    for (size_t i = 0; i < count; i++) {
        uint32_t agree = 0;
        for (size_t k = 0; k < length; k++)
            agree += letter(question, first + i + k) == pattern[k];
        wrong += agreements[i] != agree;
        found += agreements[i] == length;
    }
    bool right =
        print_line("pattern matching", &account, vector_match_cost(size, length), 1, wrong);
    found = sum_of_all(found);
    if (cube_node() == 0)
        printf("the pattern, %zu letters from place %zu on, is at %" PRIu64 " places\n", length,
               size / 3, found);
    free(text);
    free(pattern);
    free(agreements);
    return right && found > 0;
}

int main(int count, char *words[]) {
    struct question question = {.size = 1024, .shift = 7, .length = 8, .seed = 1};
    const struct program_option options[] = {
        OPTION_NUMBER("size", "elements of the vectors", question.size, 1, MOST_SIZE),
        OPTION_NUMBER("shift", "places", question.shift, 0, MOST_SIZE),
        OPTION_NUMBER("length", "of the pattern", question.length, 1, MOST_LENGTH),
        OPTION_NUMBER("seed", "of the elements", question.seed, 0, UINT32_MAX),
    };
    OPTIONS_READ(count, words, "inner products, shifts and pattern matching", options);
    if (cube_node() == 0)
        printf("vectors of %" PRIu64 " on %d nodes, shift by %" PRIu64 "\n%-18s %7s %7s %12s %12s "
               "%12s %12s\n",
               question.size, cube_nodes(), question.shift, "", "steps", "formula", "words",
               "formula", cube_timed() ? "clock" : "cycles", "by the model");
    bool right = test_inner(&question);
    right &= test_shift(&question);
    right &= test_match(&question);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
