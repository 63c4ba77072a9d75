/* Counts the steps of a program by +-2^b (Hu, section 4) on this cube, for 1, 2, 4, ... elements a
 * node, with each execution and in both orders. Prints them beside Hu's formula, and then those of
 * Nassimi's way. The new value of an element mixes all arguments of f, so any wrong one changes the
 * result, which is compared with that of one node. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/alone.h"
#include "programs/computations/pm2b/count.h"
#include "programs/computations/pm2b/nassimi.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/ways.h"
#include "programs/wormhole/random.h"

enum { MOST_BLOCK = 4096, EXECUTIONS = PM2B_OVERLAPPED + 1 };

static void mix(unsigned b, uint64_t i, const void *own, const void *plus, const void *minus,
                void *result, const void *context) {
    const uint64_t *a = own, *p = plus, *m = minus;
    (void)context;
    *(uint64_t *)result = 3 * *a + 5 * *p + 7 * *m + 11 * b + 13 * i;
}

static void fill(uint64_t first, uint64_t count, uint64_t elements[]) {
    for (uint64_t k = 0; k < count; k++) {
        struct random random = {first + k};
        elements[k] = random_word(&random);
    }
}

/* Returns the result of the program on one node. Every node computes it, and compares its own block
 * with it. */
static uint64_t *result_alone(const struct pm2b *program) {
    uint64_t *all = allocate(program->elements, sizeof *all);
    fill(0, program->elements, all);
    must(pm2b_alone(program, all), "the program on one node");
    return all;
}

/* Carries the program out. Returns whether its result and counts are right. */
static bool is_right(struct pm2b *program, const uint64_t all[], struct outcome *outcome) {
    size_t block = pm2b_block(program->elements);
    uint64_t first = way_first(program->elements), *mine = allocate(block, sizeof *mine);
    fill(first, block, mine);
    way_carry_out(program, mine, outcome);
    bool right = memcmp(mine, all + first, block * sizeof *mine) == 0;
    free(mine);
    return holds_at_all(right) && outcome->totals.steps == outcome->cost.steps &&
           outcome->totals.bytes == outcome->cost.words * sizeof *mine &&
           outcome->calls == outcome->predicted_calls;
}

/* Prints a line of the table, for blocks of N elements. Returns whether everything was
 * right. */
static bool print_line(uint64_t block) {
    struct pm2b program = {
        .bytes = sizeof(uint64_t), .elements = block * (uint64_t)cube_nodes(), .function = mix};
    struct outcome outcome = {0};
    bool right = true;
    if (cube_node() == 0)
        printf("%6" PRIu64 " %8" PRIu64, block, program.elements);
    for (int order = PM2B_ASCEND; order <= PM2B_DESCEND; order++) {
        program.order = (enum pm2b_order)order;
        uint64_t *all = result_alone(&program);
        for (int execution = 0; execution < EXECUTIONS; execution++) {
            program.execution = (enum pm2b_execution)execution;
            right = is_right(&program, all, &outcome) && right;
            if (cube_node() == 0)
                printf(" %10" PRIu64, outcome.totals.steps);
        }
        free(all);
    }
    if (cube_node() == 0)
        printf(" %8" PRIu64 " %10" PRIu64 "%s\n", pm2b_formula(program.elements), outcome.calls,
               right ? "" : "  WRONG");
    return right;
}

/* Prints the line of Nassimi's way: one element a node, descending, with the nodes' own numbers as
 * places. Returns whether everything was right. */
static bool print_nassimi(void) {
    struct pm2b program = {.bytes = sizeof(uint64_t),
                           .elements = (uint64_t)cube_nodes(),
                           .function = mix,
                           .order = PM2B_DESCEND};
    uint64_t *all = result_alone(&program), mine, calls = 0;
    struct account account;
    fill((uint64_t)cube_node(), 1, &mine);
    account_open(&account);
    must(nassimi_compute(&program, &mine, &account, &calls), "Nassimi's way");
    struct account_totals totals = account_close(&account);
    calls = sum_of_all(calls);
    bool right = holds_at_all(mine == all[cube_node()]) &&
                 totals.steps == 2 * (uint64_t)cube_dim() && calls == 3 * pm2b_calls(&program);
    if (cube_node() == 0)
        printf("\nNassimi's way, descending, 1 element a node, one dimension a step: %" PRIu64
               " steps, %" PRIu64 " calls of f%s\n",
               totals.steps, calls, right ? "" : "  WRONG");
    free(all);
    return right;
}

int main(int count, char *words[]) {
    uint64_t most = 64;
    const struct program_option options[] = {
        OPTION_NUMBER("block", "elements a node, at most", most, 1, MOST_BLOCK),
    };
    OPTIONS_READ(count, words, "the steps of programs by +-2^b", options);
    if (cube_node() == 0)
        printf("Steps of a program by +-2^b on %d nodes\n\n"
               "                ascending                        descending\n"
               "     L        M    offsets  pipelined overlapped    offsets  pipelined overlapped"
               "  formula calls of f\n",
               cube_nodes());
    bool right = true;
    for (uint64_t block = 1; block <= most; block *= 2)
        right = print_line(block) && right;
    right = print_nassimi() && right;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
