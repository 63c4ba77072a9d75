/* What Hou et al. print, from our own simulation on a hypercube of 8 dimensions. Tables 1 and 2 are
 * about the parallel FFT; rows of routers whose rules are unknown show the printed numbers. Figs. 5
 * to 7 are latency over throughput of one communication: a table, and CSV for gnuplot. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include "programs/mapping/communication.h"
#include "programs/mapping/optimize.h"
#include "programs/wormhole/dependency.h"
#include "programs/wormhole/measure.h"
#include "programs/wormhole/timing.h"

enum { DIMENSIONS = 8 };

static struct network network;

/* For which communications the nodes are placed. */
enum placing { AS_THEY_ARE, FOR_THIS, FOR_ALL_THREE };

static const char *const three[] = {"transpose", "bit-reverse", "reverse-flip"};

static struct communication named(const char *name) {
    struct communication communication;
    named_communication(name, DIMENSIONS, &communication);
    return communication;
}

static struct communication placed(const char *name, enum placing placing) {
    struct communication communication = named(name);
    struct communication set[] = {named(three[0]), named(three[1]), named(three[2])};
    struct optimum optimum = {.order = order_identity(DIMENSIONS)};
    if (placing == FOR_THIS)
        optimum.order = optimize(&communication);
    if (placing == FOR_ALL_THREE && optimize_set(set, 3, OBJECTIVE_LARGEST, NULL, NULL, &optimum))
        exit(1);
    return order_applied(&optimum.order, &communication);
}

/* Ends the program if a rule, which is to run next, could deadlock. */
static void examine(const struct rule *rule) {
    struct dependency dependency;
    if (dependency_check(rule, DIMENSIONS, &dependency) == 0 &&
        dependency.verdict == DEPENDENCY_FREE)
        return;
    fprintf(stderr, "hou: the rule '%s' could deadlock\n", rule->name);
    exit(1);
}

/* ---- The tables ---- */

enum { SIZES = 4 }; /* columns: 2^8, 2^10, 2^12 and 2^14 points, d = 0 .. 3 */

struct row {
    const char *title;
    const struct rule *rule; /* null: it is not simulated */
    enum placing placing;
    const char *remark;
    /* Of the bit-reverse communication, in hundredths of a microsecond. */
    uint64_t printed[SIZES];
    uint64_t time[SIZES];
};

static struct row rows[] = {
    {"e-cube", &rule_e_cube, AS_THEY_ARE, "", {24890, 46780, 134330, 484540}, {0}},
    {"chiu", NULL, AS_THEY_ARE, "printed, not simulated", {27690, 57780, 178170, 659700}, {0}},
    {"min", &rule_min, AS_THEY_ARE, "reconstructed rule", {24840, 46720, 134280, 484480}, {0}},
    {"mixab3", NULL, AS_THEY_ARE, "printed, not simulated", {25810, 50430, 148930, 542910}, {0}},
    {"mixbb3", NULL, AS_THEY_ARE, "printed, not simulated", {25860, 50490, 148980, 542970}, {0}},
    {"pcube",
     &rule_p_cube,
     AS_THEY_ARE,
     "order of its phases open",
     {29970, 69350, 222570, 835430},
     {0}},
    {"mapping", &rule_e_cube, FOR_THIS, "", {17880, 20620, 31560, 75340}, {0}},
    {"adaptive", &rule_adaptive, AS_THEY_ARE, "ours, not in the paper", {0}, {0}},
};
enum { ROWS = sizeof rows / sizeof rows[0], E_CUBE = 0, MAPPING = 6 };

/* The time of a communication with all neighbours, one after the other. They take the same time in
 * all dimensions, so that only dimension 0 is simulated. */
static uint64_t neighbour_time(uint32_t d) {
    const struct communication neighbour = {.matrix = bit_matrix_identity(DIMENSIONS), .vector = 1};
    struct deadlock deadlock;
    uint32_t cycles = measure_burst(&network, &rule_e_cube, &neighbour, timing_flits(d), &deadlock);
    return DIMENSIONS * timing_communication(cycles);
}

/* Simulates a row. Ends the program if it deadlocks. */
static void simulate(struct row *row) {
    struct communication reverse = placed("bit-reverse", row->placing);
    fprintf(stderr, "simulating %s\n", row->title);
    examine(row->rule);
    for (uint32_t d = 0; d < SIZES; d++) {
        struct deadlock deadlock;
        uint32_t cycles = measure_burst(&network, row->rule, &reverse, timing_flits(d), &deadlock);
        if (cycles == 0) {
            fprintf(stderr, "hou: the rule '%s' has deadlocked\n", row->rule->name);
            exit(1);
        }
        row->time[d] = timing_communication(cycles);
    }
}

/* How many uncontended transfers of a long message a time is worth: the degree of contention. */
static double transfers(uint64_t time) {
    return (double)(time - TIMING_SOFTWARE) / (TIMING_CYCLE * (timing_flits(SIZES - 1) - 1));
}

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

static void print_tables(void) {
    uint64_t computation[SIZES], neighbour[SIZES];
    for (uint32_t d = 0; d < SIZES; d++) {
        computation[d] = timing_computation(DIMENSIONS, d);
        neighbour[d] = neighbour_time(d);
    }
    for (int k = 0; k < ROWS; k++)
        if (rows[k].rule)
            simulate(&rows[k]);
    print_table_1(computation, neighbour);
    print_table_2(computation, neighbour);
}

/* ---- The figures ---- */

enum {
    FLITS = 20,    /* of a message, its header included */
    LOADS = 20,    /* points of a curve */
    MOST_OVER = 3, /* points that are still measured when a load could not be sustained */
    LEAST_CYCLES = 1000,
    SEED = 1,
};

/* The loads of a curve are spread evenly up to its last one: what one channel could carry if no
 * message ever waited, divided by the contention that is left. */
static const struct curve {
    const char *title;
    const struct rule *rule;
    enum placing placing;
    double last_load;
    const char *remark;
} curves[] = {
    {"e-cube", &rule_e_cube, AS_THEY_ARE, 0.16, ""},
    {"M-S", &rule_e_cube, FOR_THIS, 1.0, "mapped for this communication"},
    {"M-G", &rule_e_cube, FOR_ALL_THREE, 1.0, "mapped for all three"},
    {"P-cube", &rule_p_cube, AS_THEY_ARE, 0.4, "order of its phases open"},
    {"Min", &rule_min, AS_THEY_ARE, 0.4, "reconstructed rule"},
    {"adaptive", &rule_adaptive, AS_THEY_ARE, 1.0, "ours, not in the paper"},
};
enum { CURVES = sizeof curves / sizeof curves[0] };

static void print_deadlock(const struct deadlock *deadlock) {
    printf("deadlock: %u flits wait for each other\n", deadlock->stuck);
    for (uint32_t k = 0; k < deadlock->length && k < DEADLOCK_CYCLE; k++)
        printf("  node %u, channel %u: the message of node %u for node %u, made in cycle %u\n",
               deadlock->circle[k].node, deadlock->circle[k].input, deadlock->circle[k].flit.source,
               deadlock->circle[k].flit.destination, deadlock->circle[k].flit.created);
}

static void print_point(FILE *csv, const struct curve *curve, double load,
                        const struct measurement *point) {
    if (point->deadlocked) {
        print_deadlock(&point->deadlock);
        return;
    }
    printf("%-9s %6.3f %8.4f +-%7.4f %9.1f +-%7.1f %8" PRIu64 "  %s\n", curve->title, load,
           point->accepted, point->interval, point->latency, point->latency_interval, point->queue,
           point->sustained ? "" : "not sustained");
    fprintf(csv, "%s,%.4f,%.4f,%.4f,%.1f,%.1f,%" PRIu64 ",%d\n", curve->title, load,
            point->accepted, point->interval, point->latency, point->latency_interval, point->queue,
            point->sustained);
    fflush(stdout);
}

/* Measures a curve, point by point, until its loads can no longer be sustained. Returns the highest
 * load below all of those that were not. */
static double draw_curve(FILE *csv, const struct curve *curve, const char *name, uint32_t cycles,
                         uint64_t *all_cycles) {
    struct communication permutation = placed(name, curve->placing);
    uint32_t contention[BIT_MATRIX_SIZE];
    struct order identity = order_identity(DIMENSIONS);
    uint32_t degree = order_contention(&identity, &permutation, contention);
    double last = curve->placing == AS_THEY_ARE ? curve->last_load : curve->last_load / degree;
    double sustained = 0;
    int over = 0;
    fprintf(stderr, "%s: %s, up to %d points\n", name, curve->title, LOADS);
    examine(curve->rule);
    for (int k = 1; k <= LOADS && over < MOST_OVER; k++) {
        double load = last * k / LOADS;
        struct measurement point;
        measure_start(&network, curve->rule, &permutation, FLITS, load, SEED);
        measure(&network, cycles, &point);
        *all_cycles += (uint64_t)network.cycle * network.nodes;
        print_point(csv, curve, load, &point);
        over += !point.sustained;
        sustained = point.sustained && over == 0 ? load : sustained;
    }
    return sustained;
}

static void draw(FILE *csv, const char *name, uint32_t cycles) {
    double sustained[CURVES];
    uint64_t all_cycles = 0;
    clock_t begin = clock();
    printf("%s on %d nodes, messages of %d flits, %" PRIu32 " cycles a point\n"
           "%-9s %6s %8s %9s %9s %9s %8s\n",
           name, 1 << DIMENSIONS, FLITS, cycles, "curve", "load", "accepted", "95 %", "latency",
           "95 %", "queue");
    fputs("curve,load,accepted,accepted_interval,latency,latency_interval,queue,sustained\n", csv);
    for (int k = 0; k < CURVES; k++)
        sustained[k] = draw_curve(csv, &curves[k], name, cycles, &all_cycles);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("\nhighest load of a curve that was sustained:\n");
    for (int k = 0; k < CURVES; k++)
        printf("%-9s %6.3f  %s\n", curves[k].title, sustained[k], curves[k].remark);
    struct communication permutation = named(name);
    struct forced forced = forced_channel(&rule_min, &permutation);
    printf("Under Min %u pairs have no path but through the channel from node %u to node %u.\n",
           forced.pairs, forced.channel.node, forced.channel.node ^ 1u << forced.channel.output);
    printf("simulated: %.1f million cycles of a router a second\n",
           (double)all_cycles / seconds / 1e6);
}

static bool is_one_of_three(const char *name) {
    for (size_t k = 0; k < 3; k++)
        if (strcmp(name, three[k]) == 0)
            return true;
    return false;
}

int main(int count, char *words[]) {
    bool tables = count == 2 && strcmp(words[1], "tables") == 0;
    bool figure = count == 5 && strcmp(words[1], "figure") == 0 && is_one_of_three(words[2]);
    unsigned long cycles = figure ? strtoul(words[4], NULL, 10) : 0;
    if (!tables && (cycles < LEAST_CYCLES || cycles > UINT32_MAX)) {
        bool asked = count == 2 && strcmp(words[1], "--help") == 0;
        fprintf(asked ? stdout : stderr,
                "usage: hou tables\n"
                "       hou figure transpose|bit-reverse|reverse-flip FILE.csv CYCLES\n"
                "CYCLES of each point: %d or more; 100000 is full length.\n",
                LEAST_CYCLES);
        return asked ? 0 : EX_USAGE;
    }
    FILE *csv = tables ? NULL : fopen(words[3], "w");
    if (!tables && !csv) {
        fprintf(stderr, "hou: cannot write '%s': %s\n", words[3], strerror(errno));
        return EX_IOERR;
    }
    if (tables)
        print_tables();
    else
        draw(csv, words[2], (uint32_t)cycles);
    bool failed = csv && ferror(csv) != 0;
    failed |= csv && fclose(csv) != 0;
    failed |= fflush(stdout) != 0 || ferror(stdout) != 0;
    if (failed)
        fprintf(stderr, "hou: cannot write the results: %s\n", strerror(errno));
    return failed ? EX_IOERR : 0;
}
