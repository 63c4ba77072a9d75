/* tables: Tables 1 and 2 of Hou et al., the parallel FFT on a hypercube of 8 dimensions, from our
 * own simulation. Rows of routers whose rules are not known are shown as they are printed. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "programs/mapping/communication.h"
#include "programs/mapping/optimize.h"
#include "programs/wormhole/dependency.h"
#include "programs/wormhole/measure.h"
#include "programs/wormhole/timing.h"

enum {
    DIMENSIONS = 8,
    SIZES = 4, /* columns: 2^8, 2^10, 2^12 and 2^14 points, d = 0 .. 3 */
};

struct row {
    const char *title;
    const struct rule *rule; /* null: it is not simulated */
    bool mapped;
    const char *remark;
    /* Of the bit-reverse communication, in hundredths of a microsecond. */
    uint64_t printed[SIZES];
    uint64_t time[SIZES];
};

static struct row rows[] = {
    {"e-cube", &rule_e_cube, false, "", {24890, 46780, 134330, 484540}, {0}},
    {"chiu", NULL, false, "printed, not simulated", {27690, 57780, 178170, 659700}, {0}},
    {"min", &rule_min, false, "reconstructed rule", {24840, 46720, 134280, 484480}, {0}},
    {"mixab3", NULL, false, "printed, not simulated", {25810, 50430, 148930, 542910}, {0}},
    {"mixbb3", NULL, false, "printed, not simulated", {25860, 50490, 148980, 542970}, {0}},
    {"pcube", &rule_p_cube, false, "order of its phases open", {29970, 69350, 222570, 835430}, {0}},
    {"mapping", &rule_e_cube, true, "", {17880, 20620, 31560, 75340}, {0}},
    {"adaptive", &rule_adaptive, false, "ours, not in the paper", {0}, {0}},
};
enum { ROWS = sizeof rows / sizeof rows[0], E_CUBE = 0, MAPPING = 6 };

static struct network network;

static struct communication bit_reverse(bool mapped) {
    struct communication reverse;
    named_communication("bit-reverse", DIMENSIONS, &reverse);
    struct order order = mapped ? optimize(&reverse) : order_identity(DIMENSIONS);
    return order_applied(&order, &reverse);
}

/* The time of a communication with all neighbours, one after the other. They take the same time in
 * all dimensions, so that only dimension 0 is simulated. */
static uint64_t neighbour_time(uint32_t d) {
    const struct communication neighbour = {.matrix = bit_matrix_identity(DIMENSIONS), .vector = 1};
    struct deadlock deadlock;
    uint32_t cycles = measure_burst(&network, &rule_e_cube, &neighbour, timing_flits(d), &deadlock);
    return DIMENSIONS * timing_communication(cycles);
}

/* Simulates a row, whose rule is examined before it runs. Returns false if it could deadlock. */
static bool simulate(struct row *row) {
    struct dependency dependency;
    if (dependency_check(row->rule, DIMENSIONS, &dependency) != 0 ||
        dependency.verdict != DEPENDENCY_FREE) {
        fprintf(stderr, "tables: the rule '%s' could deadlock\n", row->rule->name);
        return false;
    }
    struct communication reverse = bit_reverse(row->mapped);
    for (uint32_t d = 0; d < SIZES; d++) {
        struct deadlock deadlock;
        uint32_t cycles = measure_burst(&network, row->rule, &reverse, timing_flits(d), &deadlock);
        if (cycles == 0) {
            fprintf(stderr, "tables: the rule '%s' has deadlocked\n", row->rule->name);
            return false;
        }
        row->time[d] = timing_communication(cycles);
    }
    return true;
}

/* How many uncontended transfers of a long message a time is worth: the degree of contention. */
static double transfers(uint64_t time) {
    return (double)(time - TIMING_SOFTWARE) / (TIMING_CYCLE * (timing_flits(SIZES - 1) - 1));
}

/* ---- Printing, with what is in print beside it ---- */

static void print_line(const char *title, const uint64_t hundredths[SIZES], const char *remark) {
    printf("%-26s", title);
    for (int d = 0; d < SIZES; d++) {
        uint64_t tenths = (hundredths[d] + 5) / 10;
        printf(" %7" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    }
    printf("  %s\n", remark);
}

static void print_ratio(const char *title, const uint64_t before[SIZES],
                        const uint64_t after[SIZES]) {
    printf("%-26s", title);
    for (int d = 0; d < SIZES; d++) {
        uint64_t hundredths = (200 * before[d] / after[d] + 1) / 2;
        printf(" %6" PRIu64 ".%02" PRIu64, hundredths / 100, hundredths % 100);
    }
    printf("  \n");
}

static void print_head(const char *table) {
    printf("%s\n%-26s", table, "points");
    for (int d = 0; d < SIZES; d++)
        printf("      2^%-2d", DIMENSIONS + 2 * d);
    printf("  \n");
}

static void print_table_1(const uint64_t computation[], const uint64_t neighbour[]) {
    print_head("Table 1: the parallel FFT on 256 nodes, microseconds");
    print_line("computation", computation, "");
    print_line("neighbours", neighbour, "");
    for (int k = 0; k < ROWS; k++) {
        char title[32], remark[96];
        const struct row *row = &rows[k];
        const uint64_t *time = !row->rule ? row->printed : row->time;
        snprintf(title, sizeof title, "bit-reverse %s", row->title);
        snprintf(remark, sizeof remark, "%5.2f transfers%s%s", transfers(time[SIZES - 1]),
                 row->remark[0] == '\0' ? "" : "; ", row->remark);
        print_line(title, time, remark);
        if (row->rule && row->printed[0] > 0) {
            snprintf(title, sizeof title, "  %s in print", row->title);
            snprintf(remark, sizeof remark, "%5.2f transfers", transfers(row->printed[SIZES - 1]));
            print_line(title, row->printed, remark);
        }
    }
}

static void print_table_2(const uint64_t computation[], const uint64_t neighbour[]) {
    const uint64_t *original = rows[E_CUBE].time, *mapping = rows[MAPPING].time;
    uint64_t before[SIZES], after[SIZES];
    for (int d = 0; d < SIZES; d++) {
        before[d] = computation[d] + neighbour[d] + original[d];
        after[d] = computation[d] + neighbour[d] + mapping[d];
    }
    print_head("\nTable 2: speed-up by the mapping, microseconds");
    print_line("computation", computation, "");
    print_line("neighbours", neighbour, "");
    print_line("bit-reverse original", original, "");
    print_line("bit-reverse mapping", mapping, "");
    print_ratio("bit-reverse speed-up", original, mapping);
    print_line("whole original", before, "");
    print_line("whole mapping", after, "");
    print_ratio("whole speed-up", before, after);
    printf(
        "\nThe ideal speed-up of the bit-reverse, 2^(n/2 - 1), is %d: its degree of contention.\n",
        1 << (DIMENSIONS / 2 - 1));
}

int main(int count, char *words[]) {
    uint64_t computation[SIZES], neighbour[SIZES];
    if (count != 1) {
        bool asked = strcmp(words[1], "--help") == 0;
        fputs("usage: tables\n", asked ? stdout : stderr);
        return asked ? 0 : EX_USAGE;
    }
    for (uint32_t d = 0; d < SIZES; d++) {
        computation[d] = timing_computation(DIMENSIONS, d);
        neighbour[d] = neighbour_time(d);
    }
    for (int k = 0; k < ROWS; k++) {
        if (!rows[k].rule)
            continue;
        fprintf(stderr, "simulating %s\n", rows[k].title);
        if (!simulate(&rows[k]))
            return 1;
    }
    print_table_1(computation, neighbour);
    print_table_2(computation, neighbour);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "tables: cannot write the tables: %s\n", strerror(errno));
        return EX_IOERR;
    }
    return 0;
}
