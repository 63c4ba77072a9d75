/* Finds what the programs by +-2^b do not try: operators whose order matters, elements with nothing
 * before them, equal keys, and arguments that are refused. */
#include <stdlib.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/pm2b/merge.h"
#include "programs/computations/pm2b/prefix.h"
#include "tests/unit/nodes.h"

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

TEST_AT_NODES(test_prefix, 2, 3) {
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

static const int64_t greatest = INT64_MAX;

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
                    merge_sort(&how, &merge, ELEMENTS, &greatest, mine, NULL, NULL);
                else
                    host_check(pm2b_compute(&program, mine, NULL, NULL) == 0);
                host_check(are_sorted(mine, ELEMENTS));
                free(mine);
            }
}

/* ---- What is refused ---- */

static void first(unsigned b, uint64_t i, const void *own, const void *plus, const void *minus,
                  void *result, const void *context) {
    (void)b, (void)i, (void)plus, (void)minus, (void)context;
    memcpy(result, own, sizeof(uint64_t));
}

TEST_AT_NODES(test_refused, 2, 2) {
    uint64_t block[4] = {0}, calls = 0;
    const struct pm2b good = {.bytes = sizeof *block, .elements = 16, .function = first};
    struct pm2b bad[10];
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        bad[k] = good;
    bad[0].bytes = 0;
    bad[1].elements = 0;
    bad[2].function = NULL;
    bad[3].elements = 15; /* to be filled up with nothing */
    bad[4].offsets = 1;   /* fewer than log L */
    bad[5].offsets = 5;   /* more than log M */
    bad[6].packet = 3;
    bad[7].execution = (enum pm2b_execution)(PM2B_OVERLAPPED + 1);
    bad[8].elements = UINT64_MAX;
    bad[9].execution = PM2B_OVERLAPPED;
    bad[9].packet = 2;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        host_check(pm2b_compute(&bad[k], block, NULL, &calls) == -EINVAL);
    host_check(calls == 0);
    host_check(pm2b_compute(&good, block, NULL, NULL) == 0);
}
