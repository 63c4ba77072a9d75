#include "programs/parts/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cube.h"

static void print_count(const char *what, uint64_t counted, uint64_t predicted) {
    printf("%-16s %14" PRIu64 " %14" PRIu64 "%s\n", what, counted, predicted,
           counted == predicted ? "" : "  NOT EQUAL");
}

static void print_time(const char *what, uint64_t time, double predicted) {
    printf("%-16s %14" PRIu64, what, time);
    if (predicted >= 0)
        printf(" %14.0f", predicted);
    putchar('\n');
}

static void print_ratio(const char *what, double ratio, double predicted) {
    printf("%-16s %14.3f", what, ratio);
    if (predicted >= 0)
        printf(" %14.3f", predicted);
    putchar('\n');
}

static void print_times(const struct account_totals *totals, const struct prediction *prediction,
                        uint64_t alone) {
    double communication = prediction->communication;
    bool known = alone != 0 && communication >= 0;
    double share = prediction->share > 0 ? prediction->share : 1.0 / cube_nodes();
    double computing = known ? (double)alone * share : -1;
    double all = known ? computing + communication : -1;
    printf("%-16s %14s %14s\n", "", cube_timed() ? "clock" : "cycles", "by the model");
    print_time("communication", totals->communicating, communication);
    print_time("computing", totals->computing, computing);
    print_time("in all", totals->time, all);
    if (totals->computing > 0)
        print_ratio("penalty", (double)totals->communicating / (double)totals->computing,
                    known ? communication / computing : -1);
    if (alone == 0)
        return;
    print_time("one node alone", alone, -1);
    print_ratio("speed-up", (double)alone / (double)totals->time, known ? (double)alone / all : -1);
}

struct prediction report_prediction(struct cost cost, uint64_t word_bytes) {
    return (struct prediction){.steps = cost.steps,
                               .words = cost.words,
                               .word_bytes = word_bytes,
                               .communication = cost.time};
}

bool report_print(const struct account_totals *totals, const struct prediction *prediction,
                  uint64_t alone) {
    bool right = totals->steps == prediction->steps &&
                 totals->bytes == prediction->words * prediction->word_bytes;
    if (cube_node() != 0)
        return right;
    printf("%-16s %14s %14s\n", "", "counted", "formula");
    print_count("steps", totals->steps, prediction->steps);
    if (totals->bytes % prediction->word_bytes == 0)
        print_count("words over links", totals->bytes / prediction->word_bytes, prediction->words);
    else
        printf("%" PRIu64 " bytes came over links, not a multiple of a word\n", totals->bytes);
    print_times(totals, prediction, alone);
    return right;
}
