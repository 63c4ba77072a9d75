/* Vectors that are divided among the nodes: shifts, pattern matching and inner products against the
 * whole vector, and their counts against the formulas, on host cubes. */
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <math.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/computations/vector/inner.h"
#include "programs/computations/vector/match.h"
#include "programs/computations/vector/shift.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = HOST_THREADS_ALONE ? 3 : 4, CASES = HOST_THREADS_ALONE ? 4 : 12 };

struct question {
    size_t size;
    long places;
    uint64_t seed;
};

static uint64_t word_of(const struct question *question, size_t index) {
    struct random random = {question->seed * 1000003 + index};
    return random_word(&random);
}

static int shift(void *argument) {
    const struct question *question = argument;
    size_t size = question->size, block = blocks_size(size);
    int part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    uint64_t *x = allocate(block, sizeof *x), *shifted = allocate(block, sizeof *shifted);
    for (size_t i = 0; i < count; i++)
        x[i] = word_of(question, first + i);
    struct account account;
    account_open(&account);
    host_check(vector_shift(&account, x, shifted, size, sizeof *x, question->places) == 0);
    check_account(&account, vector_shift_cost(size, sizeof *x, question->places), sizeof *x);
    long back = question->places % (long)size;
    for (size_t i = 0; i < count; i++) {
        size_t from = (size_t)((long)(first + i) - back + (long)size) % size;
        host_check(shifted[i] == word_of(question, from));
    }
    free(x);
    free(shifted);
    return 0;
}

static int match(void *argument) {
    const struct question *question = argument;
    size_t size = question->size, block = blocks_size(size), length = 1 + size / 3;
    int part = cube_gray_inverse(cube_node());
    size_t first = blocks_first(size, block, part), count = blocks_count(size, block, part);
    char *text = allocate(block, 1), *pattern = allocate(length, 1);
    uint32_t *agreements = allocate(block, sizeof *agreements);
    for (size_t i = 0; i < count; i++)
        text[i] = (char)(word_of(question, first + i) & 1);
    for (size_t k = 0; k < length; k++)
        pattern[k] = (char)(word_of(question, k + size / 2) & 1);
    struct account account;
    account_open(&account);
    host_check(vector_match(&account, text, size, pattern, length, agreements) == 0);
    check_account(&account, vector_match_cost(size, length), 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t agree = 0;
        for (size_t k = 0; k < length; k++)
            agree += (char)(word_of(question, (first + i + k) % size) & 1) == pattern[k];
        host_check(agreements[i] == agree);
    }
    free(text);
    free(pattern);
    free(agreements);
    return 0;
}

static int inner(void *argument) {
    const struct question *question = argument;
    size_t size = question->size, block = blocks_size(size);
    size_t first = blocks_first(size, block, cube_node());
    size_t count = blocks_count(size, block, cube_node());
    double *x = allocate(block, sizeof *x), square = 0, product;
    for (size_t i = 0; i < count; i++)
        x[i] = (double)(word_of(question, first + i) % 64);
    for (size_t i = 0; i < size; i++) {
        double element = (double)(word_of(question, i) % 64);
        square += element * element;
    }
    struct account account;
    account_open(&account);
    host_check(inner_product(&account, x, x, count, &product) == 0);
    host_check(product == square);
    check_account(&account, inner_product_cost(), sizeof(double));
    bool at, under;
    account_open(&account);
    host_check(inner_terminates(&account, x, count, sqrt(square), &at) == 0);
    check_account(&account, inner_terminates_cost(), sizeof(double));
    host_check(inner_terminates(NULL, x, count, sqrt(square) - 0.001, &under) == 0);
    host_check(at && !under); /* a bound below 0 is never reached */
    free(x);
    return 0;
}

/* The steps of a shift are the largest distance of two nodes q places apart (errata to appendix A).
 */
TEST_AT_NODES(test_steps, 0, 6) {
    int nodes = cube_nodes();
    for (int q = -nodes; q <= 2 * nodes; q++) {
        int most = 0;
        for (int i = 0; i < nodes; i++) {
            int other = ((i + q) % nodes + nodes) % nodes;
            int distance = __builtin_popcount((unsigned)(cube_gray(i) ^ cube_gray(other)));
            most = distance > most ? distance : most;
        }
        host_check(vector_shift_steps(q) == (unsigned)most);
    }
    struct question empty = {0};
    host_check(vector_shift(NULL, &empty, &empty, 0, 1, 1) == -EINVAL);
}

static void run_all(int (*function)(void *)) {
    struct random random = {7};
    for (uint32_t dimension = 0; dimension <= MOST_DIMENSION; dimension++)
        for (int k = 0; k < CASES; k++) {
            struct question question = {.size =
                                            1 + random_word(&random) % (k < CASES / 2 ? 20 : 200),
                                        .places = (long)(random_word(&random) % 1000) - 500,
                                        .seed = random_word(&random)};
            if (k == 0)
                question.size = (size_t)4 << dimension; /* which the nodes divide */
            assert_int_equal(host_run(dimension, NULL, function, &question), HOST_OK);
        }
}

TEST(test_shift) {
    run_all(shift);
}

TEST(test_match) {
    run_all(match);
}

TEST(test_inner) {
    run_all(inner);
}
