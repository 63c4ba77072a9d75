/* Odd-even merge of two sorted halves by +-2^b, descending. With --sort, it is a merge sort that
 * consists of such merges. The result is compared with that of qsort. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/count.h"
#include "programs/computations/pm2b/merge.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"
#include "programs/wormhole/random.h"

enum { MOST_SIZE = 1 << 20 };

static const int64_t greatest = INT64_MAX;

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* What the user asks for. The elements to be merged are a half of `size` / 2 elements, and a half
 * that has the rest. Each is filled up to half of the program's elements. */
struct question {
    uint64_t size, seed;
    bool sort;
};

static int64_t element(const struct question *question, uint64_t i) {
    struct random random = {question->seed + i};
    return (int64_t)(random_word(&random) % (4 * question->size)); /* some elements are equal */
}

/* Returns the number of elements of the program. */
static uint64_t elements_of(const struct question *question) {
    uint64_t half = question->size - question->size / 2;
    uint64_t filled = pm2b_filled(2 * half);
    return question->sort ? question->size : filled;
}

/* Makes two sorted halves, at node 0. */
static void make_halves(const struct question *question, int64_t all[]) {
    uint64_t size = question->size, first = size / 2, half = elements_of(question) / 2;
    for (uint64_t i = 0; i < 2 * half; i++)
        all[i] = greatest;
    for (uint64_t i = 0; i < size; i++)
        all[i < first ? i : half + i - first] = element(question, i);
    qsort(all, first, sizeof *all, compare);
    qsort(all + half, size - first, sizeof *all, compare);
}

/* Gives each node its block, in the order of the ring. `all` has the elements of all nodes at node
 * 0, and is null at other nodes. */
static void scatter_blocks(const int64_t all[], uint64_t elements, int64_t mine[]) {
    size_t block = pm2b_block(elements), nodes = (size_t)cube_nodes();
    int64_t *blocks = all ? allocate(nodes * block, sizeof *blocks) : NULL;
    for (int place = 0; blocks && place < cube_nodes(); place++)
        memcpy(blocks + (size_t)cube_gray(place) * block, all + (size_t)place * block,
               block * sizeof *blocks);
    must(cube_scatter(blocks, mine, block * sizeof *mine, 0), "scattering the halves");
    free(blocks);
}

/* Sorts the elements at node 0, by qsort. */
static struct sequential sort_alone(const struct question *question, int64_t right[]) {
    for (uint64_t i = 0; i < question->size; i++)
        right[i] = element(question, i);
    uint64_t begun = moment();
    qsort(right, question->size, sizeof *right, compare);
    return (struct sequential){"qsort", moment() - begun};
}

/* ---- The two programs ---- */

static void carry_out_merge(struct pm2b *program, int64_t all[], int64_t mine[],
                            struct outcome *outcome, uint64_t *alone) {
    scatter_blocks(all, program->elements, mine);
    *alone = way_alone(program, all);
    way_carry_out(program, mine, outcome);
}

/* Carries out a merge sort, which is log N programs. Their counts are added up. */
static void carry_out_sort(const struct question *question, const struct pm2b *how,
                           struct merge *merge, int64_t mine[], struct outcome *outcome) {
    size_t block = pm2b_block(question->size);
    uint64_t calls = 0, first = way_first(question->size);
    struct account account;
    struct pm2b program;
    for (size_t slot = 0; slot < block && first + slot < question->size; slot++)
        mine[slot] = element(question, first + slot);
    account_open(&account);
    merge_sort(how, merge, question->size, &greatest, mine, &account, &calls);
    *outcome = (struct outcome){.totals = account_close(&account), .word_bytes = sizeof *mine};
    outcome->calls = sum_of_all(calls);
    for (int level = 1; level <= cube_dim(); level++) {
        merge->levels = (unsigned)__builtin_ctzll(block) + (unsigned)level;
        merge_program(&program, merge, question->size, &greatest);
        program.execution = how->execution;
        program.packet = how->packet;
        outcome->cost = cost_sum(outcome->cost, pm2b_cost(&program));
        outcome->predicted_calls += pm2b_calls(&program);
    }
}

int main(int count, char *words[]) {
    struct question question = {.size = 1024, .seed = 1};
    struct way way = WAY_USUAL;
    const struct program_option options[] = {
        OPTION_NUMBER("size", "elements of both halves", question.size, 2, MOST_SIZE),
        OPTION_NUMBER("seed", "of the elements", question.seed, 0, UINT32_MAX),
        OPTION_FLAG("sort", "sorts elements that are in no order", question.sort),
        WAY_OPTIONS(way),
    };
    OPTIONS_READ(count, words, "odd-even merge by +-2^b", options);
    uint64_t elements = elements_of(&question), filled = pm2b_filled(elements), alone = 0;
    struct merge merge = {.bytes = sizeof greatest, .compare = compare};
    struct pm2b program;
    merge_program(&program, &merge, elements, &greatest);
    way_set(&way, &program);

    const bool first = cube_node() == 0;
    int64_t *all = first ? allocate(filled, sizeof *all) : NULL;
    int64_t *right = first ? allocate(question.size, sizeof *right) : NULL;
    int64_t *mine = allocate(pm2b_block(elements), sizeof *mine);
    struct sequential sequential = {0};
    struct outcome outcome;
    if (first)
        sequential = sort_alone(&question, right);
    if (question.sort) {
        carry_out_sort(&question, &program, &merge, mine, &outcome);
    } else {
        if (first)
            make_halves(&question, all);
        carry_out_merge(&program, all, mine, &outcome, &alone);
    }
    free(all);
    all = gather_ring(mine, pm2b_block(elements) * sizeof *mine);

    bool is_right = !first || memcmp(all, right, question.size * sizeof *all) == 0;
    if (first)
        printf("%s: %" PRIu64 " elements on %d nodes, %s: %s\n", question.sort ? "sort" : "merge",
               question.size, cube_nodes(), way.name,
               is_right ? "every element is right" : "WRONG");
    bool counts = way_report(&outcome, alone, &sequential);
    free(all);
    free(right);
    free(mine);
    return is_right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
