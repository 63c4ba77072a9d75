/* faults: wormhole routers among which links are dead, on a cube of 64 nodes: how many pairs of
 * nodes each rule still reaches, and how long messages take and how much the network carries by the
 * rule that goes round. Prints a table in Markdown. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "net/ways/up_down.h"
#include "programs/mapping/communication.h"
#include "programs/wormhole/dead.h"
#include "programs/wormhole/measure.h"
#include "programs/wormhole/random.h"

enum {
    DIMENSIONS = 6,
    NODES = 1 << DIMENSIONS,
    SETS = 3, /* random sets of this many links, over which each figure is the mean */
    FLITS = 20,
    CYCLES = 4000,
    LOADS = 20, /* that are tried, evenly up to 1 */
};

static const uint32_t counts[] = {0, 1, 2, 5, 10, 20, 40};
enum { ROWS = sizeof counts / sizeof counts[0] };
static const double light = 0.05; /* a load at which messages hardly wait */

static uint16_t dead[NODES];
static const struct faults faults = {DIMENSIONS, dead};
static struct network network;

/* How many nodes a walk over living links comes to. */
static uint32_t connected(void) {
    uint16_t level[NODES], queue[NODES];
    return up_down_levels(&faults, level, queue);
}

static void toggle(uint32_t node, uint32_t d) {
    dead[node] ^= (uint16_t)(1u << d);
    dead[node ^ 1u << d] ^= (uint16_t)(1u << d);
}

/* Kills N random links; the cube stays connected. */
static void kill(uint32_t links, uint64_t seed) {
    struct random numbers = {seed};
    memset(dead, 0, sizeof dead);
    while (links > 0) {
        uint32_t node = (uint32_t)random_below(&numbers, NODES);
        uint32_t d = (uint32_t)random_below(&numbers, DIMENSIONS);
        if ((dead[node] >> d & 1) != 0)
            continue;
        toggle(node, d);
        if (connected() == NODES)
            links--;
        else
            toggle(node, d);
    }
    dead_set(&faults);
}

/* The share of all pairs of nodes that a rule reaches. */
static double reached(const struct rule *rule) {
    uint32_t pairs = 0;
    for (uint32_t source = 0; source < NODES; source++)
        for (uint32_t destination = 0; destination < NODES; destination++)
            pairs += source != destination && dead_reaches(rule, source, destination);
    return (double)pairs / (NODES * (NODES - 1));
}

static struct measurement measured(const struct communication *permutation, double load) {
    struct measurement point;
    measure_start(&network, &rule_round, permutation, FLITS, load, 1);
    measure(&network, CYCLES, &point);
    return point;
}

/* The highest load before the first that is not sustained. */
static double saturation(const struct communication *permutation) {
    for (int k = 1; k <= LOADS; k++)
        if (!measured(permutation, (double)k / LOADS).sustained)
            return (double)(k - 1) / LOADS;
    return 1;
}

static void print_row(uint32_t links) {
    static const char *const names[] = {"bit-reverse", "transpose"};
    enum { NAMES = sizeof names / sizeof names[0] };
    double shares[5] = {0}, latency[NAMES] = {0}, load[NAMES] = {0};
    for (uint64_t set = 1; set <= SETS; set++) {
        kill(links, set);
        for (size_t k = 0; k < rule_count; k++)
            shares[k] += reached(dead_left_of(rules[k])) / SETS;
        shares[rule_count] += reached(&rule_round) / SETS;
        for (size_t k = 0; k < NAMES; k++) {
            struct communication permutation;
            named_communication(names[k], DIMENSIONS, &permutation);
            latency[k] += measured(&permutation, light).latency / SETS;
            load[k] += saturation(&permutation) / SETS;
        }
    }
    printf("| %u |", links);
    for (size_t k = 0; k <= rule_count; k++)
        printf(" %.1f %% |", 100 * shares[k]);
    for (size_t k = 0; k < NAMES; k++)
        printf(" %.1f | %.2f |", latency[k], load[k]);
    printf("\n");
}

int main(int count, char *words[]) {
    if (count > 1) {
        bool asked = strcmp(words[1], "--help") == 0;
        fputs("usage: faults\n", asked ? stdout : stderr);
        return asked ? 0 : EX_USAGE;
    }
    printf("| dead links of %d |", NODES / 2 * DIMENSIONS);
    for (size_t k = 0; k < rule_count; k++)
        printf(" %s |", rules[k]->name);
    printf(" %s | latency, bit-reverse | load | latency, transpose | load |\n|", rule_round.name);
    for (size_t k = 0; k < rule_count + 6; k++)
        printf("--:|");
    printf("\n");
    for (size_t row = 0; row < ROWS; row++)
        print_row(counts[row]);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "faults: cannot write the table: %s\n", strerror(errno));
        return EX_IOERR;
    }
    return 0;
}
