/* Programs by +-2^b on host cubes, against sequential ones and the worked examples: prefix, cyclic
 * shift, merge, merge sort, Parallel Cyclic Reduction, and Nassimi's way to carry out a program. */
#include <stdlib.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/pm2b/count.h"
#include "programs/computations/pm2b/cyclic.h"
#include "programs/computations/pm2b/merge.h"
#include "programs/computations/pm2b/nassimi.h"
#include "programs/computations/pm2b/pcr.h"
#include "programs/computations/pm2b/prefix.h"
#include "programs/computations/pm2b/transform.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { TRIALS = HOST_THREADS_ALONE ? 1 : 2, MOST = 500 };

/* Numbers that are the same at all nodes. */
static struct random common(uint64_t seed) {
    return (struct random){seed};
}

static uint64_t below(struct random *random, uint64_t limit) {
    return random_word(random) % limit;
}

/* This node's block of all elements, which the caller frees. */
static void *block_of(const void *all, uint64_t elements, size_t bytes) {
    size_t block = pm2b_block(elements);
    uint64_t first = (uint64_t)cube_gray_inverse(cube_node()) * block;
    char *mine = calloc(block, bytes);
    for (size_t slot = 0; slot < block && first + slot < elements; slot++)
        memcpy(mine + slot * bytes, (const char *)all + (first + slot) * bytes, bytes);
    return mine;
}

/* Whether a block holds what it should, without what it is filled up with. */
static bool is_block_of(const void *mine, const void *all, uint64_t elements, size_t bytes) {
    size_t block = pm2b_block(elements);
    uint64_t first = (uint64_t)cube_gray_inverse(cube_node()) * block;
    if (first >= elements)
        return true;
    uint64_t here = elements - first < block ? elements - first : block;
    return memcmp(mine, (const char *)all + first * bytes, here * bytes) == 0;
}

/* Carries a program out in all ways, and compares the results with `expected`. */
static void in_all_ways(struct pm2b *program, const void *given, const void *expected) {
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
        void *mine = block_of(given, program->elements, program->bytes);
        program->execution = (enum pm2b_execution)execution;
        host_check(pm2b_compute(program, mine, NULL, NULL) == 0);
        host_check(is_block_of(mine, expected, program->elements, program->bytes));
        free(mine);
    }
}

/* ---- Prefix ---- */

enum { TEXT = 64 };

/* Texts, one after the other: not commutative. */
static void join(const void *left, void *right, size_t count, const struct cube_type *type) {
    for (size_t k = 0; k < count; k++) {
        const char *before = (const char *)left + k * type->bytes;
        char *after = (char *)right + k * type->bytes, both[TEXT] = {0};
        snprintf(both, TEXT, "%s%s", before, after);
        memcpy(after, both, TEXT);
    }
}

static const struct cube_type text = {.bytes = TEXT};
static const struct cube_op concatenation = {.function = join};

AT_NODE(prefix_examples) {
    const int64_t x[] = {3, 1, 4, 1, 5, 9, 2, 6}, sums[] = {3, 4, 8, 9, 14, 23, 25, 31};
    const struct prefix numbers = {&cube_int64, &cube_sum}, letters = {&text, &concatenation};
    struct pm2b program;
    char given[8][TEXT] = {"a", "b", "c", "d", "e", "f", "g", "h"}, prefixes[8][TEXT] = {""};
    for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
        host_check(prefix_program(&program, &numbers, 8, NULL, (enum pm2b_order)order) == 0);
        in_all_ways(&program, x, sums);
    }
    for (size_t i = 0; i < 8; i++)
        memcpy(prefixes[i], "abcdefgh", i + 1);
    host_check(prefix_program(&program, &letters, 8, NULL, PM2B_DESCEND) == -EINVAL);
    host_check(prefix_program(&program, &letters, 8, NULL, PM2B_ASCEND) == 0);
    in_all_ways(&program, given, prefixes);
    /* What it would come to in the other order. */
    void *mine = block_of(given, 8, TEXT);
    program.order = PM2B_DESCEND;
    host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
    if (cube_gray_inverse(cube_node()) == cube_nodes() - 1)
        host_check(strcmp((char *)mine + (pm2b_block(8) - 1) * TEXT, "aecgbfdh") == 0);
    free(mine);
}

static int prefix_any(void *argument) {
    struct random random = common(*(const uint64_t *)argument);
    uint64_t elements = 1 + below(&random, MOST), neutral = 0;
    uint64_t *given = malloc(elements * sizeof *given), *sums = malloc(elements * sizeof *sums);
    const struct prefix prefix = {&cube_uint64, &cube_sum};
    struct pm2b program;
    for (uint64_t i = 0, sum = 0; i < elements; i++)
        sums[i] = sum += given[i] = random_word(&random);
    for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
        prefix_program(&program, &prefix, elements, &neutral, (enum pm2b_order)order);
        in_all_ways(&program, given, sums);
    }
    free(given);
    free(sums);
    return 0;
}

/* ---- Cyclic shift ---- */

static void shift_in_all_ways(struct pm2b *program, const struct cyclic *cyclic,
                              const uint32_t *given, const uint32_t *expected) {
    uint64_t elements = cyclic->elements;
    size_t block = pm2b_block(elements), bytes = sizeof *given;
    uint64_t first = (uint64_t)cube_gray_inverse(cube_node()) * block;
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
        uint32_t *mine = block_of(given, elements, bytes), *pairs = calloc(block, 2 * bytes);
        program->execution = (enum pm2b_execution)execution;
        cyclic_pairs(cyclic, mine, block, pairs);
        host_check(pm2b_compute(program, pairs, NULL, NULL) == 0);
        cyclic_result(cyclic, first, pairs, block, mine);
        host_check(is_block_of(mine, expected, elements, bytes));
        free(mine);
        free(pairs);
    }
}

static int shift_any(void *argument) {
    struct random random = common(*(const uint64_t *)argument);
    uint64_t elements = *(const uint64_t *)argument == 0 ? 8 : 1 + below(&random, MOST);
    uint32_t given[MOST], shifted[MOST], neutral[2] = {0};
    for (uint64_t i = 0; i < elements; i++)
        given[i] = (uint32_t)random_word(&random);
    for (uint64_t q = 0; q < elements; q += elements <= 8 ? 1 : 1 + below(&random, elements)) {
        const struct cyclic cyclic = {elements, q, sizeof *given};
        struct pm2b program;
        for (uint64_t i = 0; i < elements; i++)
            shifted[i] = given[(i + elements - q) % elements];
        for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
            cyclic_program(&program, &cyclic, neutral, (enum pm2b_order)order);
            shift_in_all_ways(&program, &cyclic, given, shifted);
        }
    }
    return 0;
}

/* ---- Merge and merge sort ---- */

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static const int64_t greatest = INT64_MAX;

AT_NODE(merge_example) {
    const int64_t halves[] = {1, 4, 5, 9, 2, 3, 6, 8}, merged[] = {1, 2, 3, 4, 5, 6, 8, 9};
    struct merge merge = {.bytes = sizeof *halves, .compare = compare};
    struct pm2b program;
    merge_program(&program, &merge, 8, &greatest);
    in_all_ways(&program, halves, merged);
}

/* Random numbers with equal ones among them, in two sorted halves. */
static int merge_any(void *argument) {
    struct random random = common(*(const uint64_t *)argument);
    uint64_t elements = pm2b_filled(2 + below(&random, MOST)), half = elements / 2;
    int64_t *given = malloc(elements * sizeof *given), *sorted = malloc(elements * sizeof *sorted);
    struct merge merge = {.bytes = sizeof *given, .compare = compare};
    struct pm2b program;
    for (uint64_t i = 0; i < elements; i++)
        given[i] = (int64_t)below(&random, elements);
    qsort(given, half, sizeof *given, compare);
    qsort(given + half, half, sizeof *given, compare);
    memcpy(sorted, given, elements * sizeof *given);
    qsort(sorted, elements, sizeof *given, compare);
    merge_program(&program, &merge, elements, &greatest);
    in_all_ways(&program, given, sorted);
    free(given);
    free(sorted);
    return 0;
}

static int sort_any(void *argument) {
    struct random random = common(*(const uint64_t *)argument);
    uint64_t elements = 1 + below(&random, MOST);
    int64_t *given = malloc(elements * sizeof *given), *sorted = malloc(elements * sizeof *sorted);
    struct merge merge = {.bytes = sizeof *given, .compare = compare};
    for (uint64_t i = 0; i < elements; i++)
        sorted[i] = given[i] = (int64_t)below(&random, elements);
    qsort(sorted, elements, sizeof *given, compare);
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
        const struct pm2b how = {.execution = (enum pm2b_execution)execution};
        int64_t *mine = block_of(given, elements, sizeof *given);
        uint64_t calls = 0, expected = 0;
        host_check(merge_sort(&how, &merge, elements, &greatest, mine, NULL, &calls) == 0);
        host_check(is_block_of(mine, sorted, elements, sizeof *given));
        for (unsigned level = 1; level <= (unsigned)cube_dim(); level++)
            expected +=
                pm2b_block(elements) * (level + (unsigned)__builtin_ctzll(pm2b_block(elements)));
        host_check(calls == expected);
        free(mine);
    }
    free(given);
    free(sorted);
    return 0;
}

/* ---- Elements whose keys are equal ---- */

enum { KEYS = 100 }; /* an element's key is what it has in hundreds */

static int compare_keys(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a / KEYS, y = *(const int64_t *)b / KEYS;
    return (x > y) - (x < y);
}

/* Whether the nodes' blocks have all elements, each once, with their keys in order. */
static bool are_sorted(const int64_t *mine, uint64_t elements) {
    uint32_t nodes = (uint32_t)cube_nodes();
    size_t block = pm2b_block(elements);
    int64_t *all = malloc(nodes * block * sizeof *all);
    bool seen[KEYS] = {false}, right = true;
    host_check(cube_allgather(mine, all, block * sizeof *all) == 0);
    int64_t before = 0;
    for (uint64_t i = 0; i < elements; i++) {
        size_t node = (size_t)cube_gray((int)(i / block));
        int64_t element = all[node * block + i % block];
        right = right && element / KEYS >= before && !seen[element % KEYS];
        before = element / KEYS;
        seen[element % KEYS] = true;
    }
    free(all);
    return right;
}

/* Merges and sorts 64 elements of one key or of two. Which of those with the same key comes first
 * is open, but none is lost. */
TEST_AT_NODES(test_equal_keys, 0, 3) {
    enum { ELEMENTS = 64 };
    int64_t given[ELEMENTS];
    struct merge merge = {.bytes = sizeof *given, .compare = compare_keys};
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++)
        for (int keys = 1; keys <= 2; keys++)
            for (int sorts = 0; sorts <= 1; sorts++) {
                struct pm2b program, how = {.execution = (enum pm2b_execution)execution};
                for (int i = 0; i < ELEMENTS; i++)
                    given[i] = KEYS * (keys == 2 && i % 32 >= 20) + i;
                int64_t *mine = block_of(given, ELEMENTS, sizeof *given);
                merge.levels = 0;
                merge_program(&program, &merge, ELEMENTS, &greatest);
                program.execution = how.execution;
                if (sorts)
                    host_check(merge_sort(&how, &merge, ELEMENTS, &greatest, mine, NULL, NULL) ==
                               0);
                else
                    host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
                host_check(are_sorted(mine, ELEMENTS));
                free(mine);
            }
}

/* ---- Parallel Cyclic Reduction ---- */

TEST_AT_NODES(test_pcr, 2, 2) {
    const double right[] = {2, 4, 6, 8, 10, 12, 14, 25};
    struct pcr_row rows[8], *mine;
    struct pm2b program;
    for (int i = 0; i < 8; i++)
        rows[i] = (struct pcr_row){i == 0 ? 0 : -1, 4, i == 7 ? 0 : -1, right[i]};
    size_t block = pm2b_block(8), first = (size_t)cube_gray_inverse(cube_node()) * block;

    pcr_program(&program, 8);
    program.offsets = 1;
    mine = block_of(rows, 8, sizeof *rows);
    host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
    for (size_t slot = 0; slot < block; slot++)
        if (first + slot == 3)
            host_check(mine[slot].lower == -0.25 && mine[slot].diagonal == 3.5 &&
                       mine[slot].upper == -0.25 && mine[slot].right == 12);
    free(mine);

    program.offsets = 0;
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
        double x[8];
        program.execution = (enum pm2b_execution)execution;
        mine = block_of(rows, 8, sizeof *rows);
        host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
        pcr_solution(mine, block, x);
        for (size_t slot = 0; slot < block; slot++)
            host_check(fabs(x[slot] - (double)(first + slot + 1)) < 1e-14);
        free(mine);
    }
    double x[8];
    pcr_thomas(rows, 8, x);
    for (int i = 0; i < 8; i++)
        host_check(fabs(x[i] - (i + 1)) < 1e-14);
}

/* ---- Fourier transform ---- */

/* Against the definition, which is summed up in another order. */
static int transform_any(void *argument) {
    struct random random = common(*(const uint64_t *)argument);
    uint64_t size = pm2b_filled(2 << below(&random, 7));
    const struct transform transform = {size, calloc(size, sizeof *transform.roots)};
    struct transform_number *x = calloc(size, sizeof *x), *mine;
    size_t block = pm2b_block(size), first = (size_t)cube_gray_inverse(cube_node()) * block;
    struct pm2b program;
    transform_roots(&transform);
    transform_program(&program, &transform);
    for (uint64_t i = 0; i < size; i++)
        x[i] = (struct transform_number){(double)below(&random, 100), (double)below(&random, 100)};
    for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
        program.execution = (enum pm2b_execution)execution;
        mine = block_of(x, size, sizeof *x);
        host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
        for (size_t slot = 0; slot < block; slot++) {
            uint64_t k = transform_place(&transform, first + slot); /* its own inverse */
            struct transform_number sum = {0, 0};
            for (uint64_t i = 0; i < size; i++) {
                double angle = -2 * acos(-1) * (double)(i * k % size) / (double)size;
                sum.real += x[i].real * cos(angle) - x[i].imaginary * sin(angle);
                sum.imaginary += x[i].real * sin(angle) + x[i].imaginary * cos(angle);
            }
            host_check(fabs(mine[slot].real - sum.real) < 1e-8 &&
                       fabs(mine[slot].imaginary - sum.imaginary) < 1e-8);
        }
        free(mine);
    }
    program.elements = size - 1; /* there is nothing neutral to fill it up with */
    host_check(pm2b_compute(&program, x, NULL, NULL) == -EINVAL);
    free(transform.roots);
    free(x);
    return 0;
}

/* ---- Nassimi ---- */

static void mix(unsigned b, uint64_t i, const void *own, const void *plus, const void *minus,
                void *result, const void *context) {
    const uint64_t *a = own, *p = plus, *m = minus;
    (void)context;
    *(uint64_t *)result = 3 * *a + 5 * *p + 7 * *m + 11 * b + 13 * i;
}

/* The same result as of the other executions, for three times the calls and in 2 log N steps. */
TEST_AT_NODES(test_nassimi, 0, 4) {
    struct random random = common(1);
    uint64_t nodes = (uint64_t)cube_nodes(), given[1 << CUBE_DIMENSIONS] = {0}, calls = 0,
             other = 0;
    struct pm2b program = {
        .bytes = sizeof *given, .elements = nodes, .function = mix, .order = PM2B_DESCEND};
    for (uint64_t i = 0; i < nodes; i++)
        given[i] = random_word(&random);
    uint64_t mine = given[cube_gray_inverse(cube_node())], element = given[cube_node()];
    host_check(pm2b_compute(&program, &mine, NULL, &calls) == 0);

    struct account account;
    int error;
    account_open(&account);
    host_check(nassimi_compute(&program, &element, &account, &other) == 0);
    struct account_totals totals = account_close(&account, &error);
    host_check(error == 0 && other == 3 * calls);
    host_check(totals.steps == 2 * (uint64_t)cube_dim());
    host_check(totals.packets == totals.steps * nodes);

    uint64_t all[1 << CUBE_DIMENSIONS];
    host_check(cube_allgather(&element, all, sizeof element) == 0);
    host_check(all[cube_gray_inverse(cube_node())] == mine);
    program.order = PM2B_ASCEND;
    host_check(nassimi_compute(&program, &element, NULL, &other) == -EINVAL);
}

/* ---- All of them on cubes of all sizes ---- */

static void on_cubes(int (*function)(void *argument)) {
    for (uint32_t n = 0; n <= 4; n++)
        for (uint64_t seed = 0; seed < TRIALS; seed++)
            if (host_run(n, NULL, function, &seed) != HOST_OK)
                fail_msg("%u dimensions, seed %zu", n, (size_t)seed);
}

TEST(test_prefix) {
    assert_int_equal(host_run(2, NULL, prefix_examples, NULL), HOST_OK);
    assert_int_equal(host_run(3, NULL, prefix_examples, NULL), HOST_OK);
    on_cubes(prefix_any);
}

TEST(test_shift) {
    on_cubes(shift_any);
}

TEST(test_merge) {
    assert_int_equal(host_run(2, NULL, merge_example, NULL), HOST_OK);
    on_cubes(merge_any);
}

TEST(test_sort) {
    on_cubes(sort_any);
}

TEST(test_transform) {
    on_cubes(transform_any);
}
