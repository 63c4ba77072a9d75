#include "programs/parts/ways.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/moment.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/alone.h"
#include "programs/computations/pm2b/count.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/parts/report.h"

void way_set(const struct way *way, struct pm2b *program) {
    static const char *const names[] = {[PM2B_OFFSETS] = "offsets",
                                        [PM2B_PIPELINED] = "pipelined",
                                        [PM2B_OVERLAPPED] = "overlapped"};
    size_t count = sizeof names / sizeof *names, k = options_choice(way->name, names, count);
    if (k == count)
        options_refuse("--way: unknown value (expected: offsets, pipelined or overlapped)");
    if ((way->packet & (way->packet - 1)) != 0)
        options_refuse("--packet: invalid number (expected: a power of two)");
    if (k == PM2B_OVERLAPPED && way->packet > 1)
        options_refuse("--way overlapped requires --packet 1");
    program->execution = (enum pm2b_execution)k;
    program->packet = way->packet;
    if (program->packet == 0)
        program->packet = k == PM2B_OFFSETS ? pm2b_block(program->elements) : 1;
}

enum pm2b_order way_order(const char *name) {
    if (strcmp(name, "ascend") == 0)
        return PM2B_ASCEND;
    if (strcmp(name, "descend") != 0)
        options_refuse("--order: unknown value \"%s\" (expected: ascend or descend)", name);
    return PM2B_DESCEND;
}

void way_carry_out(struct pm2b *program, void *block, struct outcome *outcome) {
    struct account account;
    uint64_t calls = 0;
    program->memory = allocate(pm2b_memory(program), 1);
    account_open(&account);
    must(pm2b_compute(program, block, &account, &calls), "the program by +-2^b");
    outcome->totals = account_close(&account);
    free(program->memory);
    program->memory = NULL;
    outcome->calls = sum_of_all(calls);
    outcome->cost = pm2b_cost(program);
    outcome->word_bytes = program->bytes;
    outcome->predicted_calls = pm2b_calls(program);
}

uint64_t way_alone(const struct pm2b *program, void *all) {
    if (cube_node() != 0)
        return 0;
    uint64_t begun = moment();
    must(pm2b_alone(program, all), "the program on one node");
    return moment() - begun;
}

uint64_t way_first(uint64_t elements) {
    return (uint64_t)cube_gray_inverse(cube_node()) * pm2b_block(elements);
}

bool way_report(const struct outcome *outcome, uint64_t alone,
                const struct sequential *sequential) {
    struct prediction prediction = report_prediction(outcome->cost, outcome->word_bytes);
    bool right = report_print(&outcome->totals, &prediction, alone);
    bool calls = outcome->calls == outcome->predicted_calls;
    if (cube_node() != 0)
        return right && calls;
    printf("%-16s %14" PRIu64 " %14" PRIu64 "%s\n", "calls of f", outcome->calls,
           outcome->predicted_calls, calls ? "" : "  NOT EQUAL");
    if (sequential)
        printf("%-16s %14" PRIu64 "\n%-16s %14.3f\n", sequential->name, sequential->time,
               "speed-up over it", (double)sequential->time / (double)outcome->totals.time);
    return right && calls;
}

/* Returns how many of the `count` elements from `first` on there are. */
static uint64_t there(const struct pm2b *program, uint64_t first, uint64_t count) {
    uint64_t left = first < program->elements ? program->elements - first : 0;
    return count < left ? count : left;
}

int way_solve(const struct problem *problem, struct pm2b *program) {
    uint64_t size = program->elements, first = way_first(size), alone = 0;
    size_t block = pm2b_block(size), bytes = problem->bytes;
    void *right = NULL, *mine = allocate(block, program->bytes);
    void *result = problem->result ? allocate(block, bytes) : mine;
    struct sequential sequential = {0};
    struct outcome outcome;
    if (cube_node() == 0) {
        void *elements = allocate(pm2b_filled(size), program->bytes);
        right = allocate(size, bytes);
        if (problem->solve)
            sequential = problem->solve(right);
        problem->fill(0, size, elements);
        alone = way_alone(program, elements);
        free(elements);
    }
    problem->fill(first, there(program, first, block), mine);
    way_carry_out(program, mine, &outcome);
    if (problem->result)
        problem->result(first, block, mine, result);
    void *all = gather_ring(result, block * bytes);
    bool is_right = cube_node() != 0 || problem->verify(all, right);
    bool counts = way_report(&outcome, alone, sequential.name ? &sequential : NULL);
    if (problem->result)
        free(result);
    free(mine);
    free(all);
    free(right);
    return is_right && counts ? EXIT_SUCCESS : EXIT_FAILURE;
}
