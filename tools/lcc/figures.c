/* figures: Figs. 5 to 7 of Hou et al., latency over throughput on a hypercube of 8 dimensions, for
 * one communication: a table on standard output, and CSV for gnuplot in the file that is named. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include "programs/mapping/communication.h"
#include "programs/mapping/optimize.h"
#include "programs/wormhole/dependency.h"
#include "programs/wormhole/measure.h"

enum {
    DIMENSIONS = 8,
    FLITS = 20,    /* of a message, its header included */
    LOADS = 20,    /* points of a curve */
    MOST_OVER = 3, /* points that are still measured when a load could not be sustained */
    LEAST_CYCLES = 1000,
    SEED = 1,
};

/* For which communications the nodes are placed. */
enum placing { AS_THEY_ARE, FOR_THIS, FOR_ALL_THREE };

static const char *const three[] = {"transpose", "bit-reverse", "reverse-flip"};

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

static struct network network;

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
    fprintf(stderr, "figures: the rule '%s' could deadlock\n", rule->name);
    exit(1);
}

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
    bool asked = count == 2 && strcmp(words[1], "--help") == 0;
    unsigned long cycles = count == 4 ? strtoul(words[3], NULL, 10) : 0;
    if (asked || count != 4 || !is_one_of_three(words[1]) || cycles < LEAST_CYCLES ||
        cycles > UINT32_MAX) {
        fprintf(asked ? stdout : stderr,
                "usage: figures transpose|bit-reverse|reverse-flip FILE.csv CYCLES\n"
                "CYCLES of each point: %d or more; 100000 is full length.\n",
                LEAST_CYCLES);
        return asked ? 0 : EX_USAGE;
    }
    FILE *csv = fopen(words[2], "w");
    if (!csv) {
        fprintf(stderr, "figures: cannot write '%s': %s\n", words[2], strerror(errno));
        return EX_IOERR;
    }
    draw(csv, words[1], (uint32_t)cycles);
    bool failed = ferror(csv) != 0;
    failed |= fclose(csv) != 0;
    failed |= fflush(stdout) != 0 || ferror(stdout) != 0;
    if (failed)
        fprintf(stderr, "figures: cannot write '%s' or standard output: %s\n", words[2],
                strerror(errno));
    return failed ? EX_IOERR : 0;
}
