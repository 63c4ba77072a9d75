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
#include "programs/parts/report.h"

bool way_set(const struct way *way, struct pm2b *program) {
    static const char *const names[] = {[PM2B_OFFSETS] = "offsets",
                                        [PM2B_PIPELINED] = "pipelined",
                                        [PM2B_OVERLAPPED] = "overlapped"};
    const char *wrong = NULL;
    unsigned k = 0;
    while (k < sizeof names / sizeof *names && strcmp(way->name, names[k]) != 0)
        k++;
    if (k == sizeof names / sizeof *names)
        wrong = "--way: unknown value (expected: offsets, pipelined or overlapped)";
    else if ((way->packet & (way->packet - 1)) != 0)
        wrong = "--packet: invalid number (expected: a power of two)";
    else if (k == PM2B_OVERLAPPED && way->packet > 1)
        wrong = "--way overlapped requires --packet 1";
    if (wrong) {
        if (cube_node() == 0)
            fprintf(stderr, "%s\n", wrong);
        return false;
    }
    program->execution = (enum pm2b_execution)k;
    program->packet = way->packet;
    if (program->packet == 0)
        program->packet = k == PM2B_OFFSETS ? pm2b_block(program->elements) : 1;
    return true;
}

bool way_order(const char *name, enum pm2b_order *order) {
    bool ascends = strcmp(name, "ascend") == 0;
    if (!ascends && strcmp(name, "descend") != 0) {
        if (cube_node() == 0)
            fprintf(stderr, "--order: unknown value \"%s\" (expected: ascend or descend)\n", name);
        return false;
    }
    *order = ascends ? PM2B_ASCEND : PM2B_DESCEND;
    return true;
}

void way_carry_out(struct pm2b *program, void *block, struct outcome *outcome) {
    struct account account;
    uint64_t calls = 0;
    int error;
    program->memory = allocate(pm2b_memory(program), 1);
    account_open(&account);
    must(pm2b_compute(program, block, &account, &calls), "the program by +-2^b");
    outcome->totals = account_close(&account, &error);
    must(error, "the account");
    free(program->memory);
    program->memory = NULL;
    must(cube_allreduce(&calls, &outcome->calls, 1, &cube_uint64, &cube_sum), "adding calls");
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

void way_gather(uint64_t elements, size_t bytes, const void *block, void *all) {
    size_t each = pm2b_block(elements) * bytes;
    char *blocks = cube_node() == 0 ? allocate((size_t)cube_nodes(), each) : NULL;
    must(cube_gather(block, blocks, each, 0), "gathering the result");
    for (int place = 0; blocks && place < cube_nodes(); place++)
        memcpy((char *)all + (size_t)place * each, blocks + (size_t)cube_gray(place) * each, each);
    free(blocks);
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
