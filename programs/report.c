#include "report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cube.h"

static void print_count(const char *what, uint64_t counted, uint64_t predicted) {
    printf("%-16s %14" PRIu64 " %14" PRIu64 "%s\n", what, counted, predicted,
           counted == predicted ? "" : "  NOT EQUAL");
}

static void print_time(const char *what, uint64_t time) {
    printf("%-16s %14" PRIu64 "\n", what, time);
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
        printf("%" PRIu64 " bytes came over links, which are not whole words\n", totals->bytes);
    printf("%-16s %14s\n", "", cube_timed() ? "clock" : "cycles");
    print_time("communication", totals->communicating);
    print_time("computing", totals->computing);
    print_time("in all", totals->time);
    if (alone == 0)
        return right;
    print_time("one node alone", alone);
    printf("%-16s %14.2f  on %d nodes\n", "speed-up", (double)alone / (double)totals->time,
           cube_nodes());
    return right;
}
