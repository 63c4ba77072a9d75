/* Programs by +-2^b on host cubes: every execution against a sequential one, and its steps,
 * elements over links and calls against the formulas and the exact table. */
#include <stdlib.h>

#include <errno.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/pm2b/alone.h"
#include "programs/computations/pm2b/count.h"
#include "programs/computations/pm2b/pm2b.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum {
    MOST_ELEMENTS = 4096,
    WORDS = 3, /* of a large element */
};

/* An element of any size whose new value depends on each argument of f in another way. */
struct element {
    uint64_t word[WORDS];
};

static void mix(unsigned b, uint64_t i, const void *own, const void *plus, const void *minus,
                void *result, const void *context) {
    size_t bytes = *(const size_t *)context;
    struct element a = {{0}}, p = {{0}}, m = {{0}};
    memcpy(&a, own, bytes);
    memcpy(&p, plus, bytes);
    memcpy(&m, minus, bytes);
    for (unsigned k = 0; k < WORDS; k++)
        a.word[k] = 3 * a.word[k] + 5 * p.word[(k + 1) % WORDS] + 7 * m.word[(k + 2) % WORDS] +
                    11 * p.word[k] + 13 * m.word[k] + 17 * b + 19 * i;
    memcpy(result, &a, bytes);
}

static void mix_run(const struct pm2b_run *run, const void *own, const void *plus,
                    const void *minus, void *result, const void *context) {
    size_t bytes = *(const size_t *)context;
    for (size_t k = 0; k < run->count; k++)
        mix(run->b, run->first + k * run->apart, (const char *)own + k * bytes,
            (const char *)plus + k * bytes, (const char *)minus + k * bytes,
            (char *)result + k * bytes, context);
}

/* A program, and how it is carried out, as all nodes get it. */
struct trial {
    struct pm2b program;
    size_t bytes;
    uint64_t steps; /* that it must take, or 0 */
};

static void fill(char *elements, uint64_t seed, uint64_t bytes) {
    struct random random = {seed};
    for (uint64_t at = 0; at < bytes; at++)
        elements[at] = (char)random_word(&random);
}

/* The definition: all new values from all old ones, offset by offset. */
static void reference(const struct pm2b *program, char *elements, uint64_t count) {
    unsigned all = program->offsets;
    char *old = malloc(count * program->bytes);
    if (all == 0)
        all = (unsigned)__builtin_ctzll(count);
    for (unsigned number = 0; number < all; number++) {
        unsigned b = program->order == PM2B_ASCEND ? number : all - 1 - number;
        memcpy(old, elements, count * program->bytes);
        for (uint64_t i = 0; i < count; i++) {
            uint64_t plus = (i + (UINT64_C(1) << b)) % count;
            uint64_t minus = (i + count - (UINT64_C(1) << b)) % count;
            mix(b, i, old + i * program->bytes, old + plus * program->bytes,
                old + minus * program->bytes, elements + i * program->bytes, program->context);
        }
    }
    free(old);
}

/* Runs the program on random elements, and compares this node's block and all counts. */
static int run_trial(void *argument) {
    const struct trial *trial = argument;
    const struct pm2b *program = &trial->program;
    size_t bytes = program->bytes, block = pm2b_block(program->elements) * bytes;
    uint64_t filled = pm2b_filled(program->elements);
    size_t place = (size_t)cube_gray_inverse(cube_node());
    char *all = malloc(filled * bytes), *mine = malloc(block);
    fill(all, 7 * program->elements + bytes, filled * bytes);
    memcpy(mine, all + place * block, block);
    for (uint64_t i = program->elements; i < filled; i++)
        memcpy(all + i * bytes, program->neutral, bytes);
    char *alone = malloc(filled * bytes);
    memcpy(alone, all, filled * bytes);
    reference(program, all, filled);
    host_check(pm2b_alone(program, alone) == 0);
    host_check(memcmp(alone, all, filled * bytes) == 0);
    free(alone);

    struct account account;
    uint64_t calls = 0;
    account_open(&account);
    /* With an odd number of elements, in memory of the caller. */
    struct pm2b program_here = *program;
    void *memory = program->elements % 2 == 1 ? malloc(pm2b_memory(program)) : NULL;
    program_here.memory = memory;
    host_check(pm2b_compute(&program_here, mine, &account, &calls) == 0);
    free(memory);
    struct cost cost = pm2b_cost(program);
    check_account(&account, cost, bytes);
    host_check(trial->steps == 0 || cost.steps == trial->steps);
    host_check(memcmp(mine, all + place * block, block) == 0);
    host_check(calls * (uint64_t)cube_nodes() == pm2b_calls(program));
    free(all);
    free(mine);
    return 0;
}

static void pass(uint32_t dimension, struct trial trial) {
    static const char neutral[sizeof(struct element)] = "neutral";
    trial.program.bytes = trial.bytes;
    trial.program.context = &trial.bytes;
    if (!trial.program.function && !trial.program.run)
        trial.program.function = mix;
    trial.program.neutral = neutral;
    if (host_run(dimension, NULL, run_trial, &trial) != HOST_OK)
        fail_msg("%u dimensions, %zu elements of %zu bytes, order %d, execution %d, packet %zu",
                 dimension, (size_t)trial.program.elements, trial.bytes, trial.program.order,
                 trial.program.execution, trial.program.packet);
}

/* ---- The table ---- */

/* The exact steps on N = 2^n nodes with L elements each. */
struct pm2b_row {
    unsigned n, elements; /* L */
    unsigned formula;     /* Hu's: 4(log M + L - 1) */
    unsigned plain;       /* pipelined, then one offset after the other */
    unsigned overlapped;
};

static const struct pm2b_row pm2b_table[] = {
    {2, 1, 8, 6, 6},        {2, 2, 16, 11, 11},     {2, 4, 28, 21, 20},     {2, 8, 48, 41, 37},
    {2, 16, 84, 81, 70},    {2, 32, 152, 161, 135}, {2, 64, 284, 321, 264}, {3, 1, 12, 10, 10},
    {3, 2, 20, 15, 15},     {3, 4, 32, 25, 24},     {3, 8, 52, 45, 41},     {3, 16, 88, 85, 74},
    {3, 32, 156, 165, 139}, {3, 64, 288, 325, 268}, {4, 1, 16, 14, 14},     {4, 2, 24, 19, 19},
    {4, 4, 36, 29, 28},     {4, 16, 92, 89, 78},    {4, 64, 292, 329, 272},
};

enum { PM2B_ROWS = sizeof pm2b_table / sizeof *pm2b_table };

TEST(test_table) {
    for (size_t k = 0; k < PM2B_ROWS; k++) {
        const struct pm2b_row *row = &pm2b_table[k];
        struct trial trial = {.bytes = sizeof(uint64_t)};
        trial.program.elements = (uint64_t)row->elements << row->n;
        for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
            trial.program.order = (enum pm2b_order)order;
            trial.program.execution = PM2B_OFFSETS;
            trial.steps = (2 * row->n - 1) * row->elements + row->elements - 1;
            pass(row->n, trial);
            trial.program.execution = PM2B_PIPELINED;
            trial.steps = row->plain;
            pass(row->n, trial);
            trial.program.execution = PM2B_OVERLAPPED;
            trial.steps = row->overlapped;
            pass(row->n, trial);
        }
    }
}

/* Hu's formula holds for any number of elements on four nodes and more, in both orders. */
TEST_AT_NODES(test_formula, 2, 6) {
    struct pm2b program = {.bytes = 1, .function = mix, .execution = PM2B_OVERLAPPED};
    for (size_t k = 0; k < PM2B_ROWS; k++)
        if (pm2b_table[k].n == (unsigned)cube_dim())
            host_check(pm2b_formula(pm2b_table[k].elements << pm2b_table[k].n) ==
                       pm2b_table[k].formula);
    for (unsigned bits = (unsigned)cube_dim(); bits < 40; bits++) {
        program.elements = UINT64_C(1) << bits;
        for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
            program.order = (enum pm2b_order)order;
            host_check(pm2b_cost(&program).steps <= pm2b_formula(program.elements));
        }
    }
}

/* ---- Any sizes ---- */

/* Every execution of random programs: sizes that are filled up, elements of any size, packets, f
 * for elements and for runs, fewer offsets than all. */
TEST(test_random) {
    struct random random = {2718};
    for (int number = 0; number < (HOST_THREADS_ALONE ? 10 : 40); number++) {
        uint32_t n = (uint32_t)(random_word(&random) % 6);
        struct trial trial = {.bytes = 1 + random_word(&random) % sizeof(struct element)};
        struct pm2b *program = &trial.program;
        program->elements = 1 + random_word(&random) % (1 + random_word(&random) % 600);
        program->order = random_word(&random) % 2 ? PM2B_ASCEND : PM2B_DESCEND;
        if (random_word(&random) % 2)
            program->run = mix_run;
        uint64_t filled = program->elements, block = 1;
        while (filled > block << n || (filled & (filled - 1)) != 0)
            filled > block << n ? (block *= 2) : filled++;
        unsigned local = (unsigned)__builtin_ctzll(block);
        if (n > 0 && local > 0 && random_word(&random) % 2)
            program->offsets = local + (unsigned)(random_word(&random) % (n + 1));
        for (int execution = PM2B_OFFSETS; execution <= PM2B_OVERLAPPED; execution++) {
            program->execution = (enum pm2b_execution)execution;
            program->packet =
                execution == PM2B_OVERLAPPED ? 1 : (size_t)1 << random_word(&random) % 6;
            pass(n, trial);
        }
    }
}

/* ---- What is refused ---- */

TEST_AT_NODES(test_refused, 2, 2) {
    uint64_t block[4] = {0}, calls = 0;
    size_t bytes = sizeof *block;
    const struct pm2b good = {.bytes = bytes, .elements = 16, .function = mix, .context = &bytes};
    struct pm2b bad[9];
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
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        host_check(pm2b_compute(&bad[k], block, NULL, &calls) == -EINVAL &&
                   pm2b_memory(&bad[k]) == 0);
    bad[0] = good;
    bad[0].execution = PM2B_OVERLAPPED;
    bad[0].packet = 2;
    host_check(pm2b_compute(&bad[0], block, NULL, &calls) == -EINVAL);
    host_check(calls == 0);
    host_check(pm2b_compute(&good, block, NULL, NULL) == 0);
}
