/* Weakly coupled problems on two time scales (Ozveren, section 4). Each of q problems is iterated
 * with the values that it last got from its two neighbours. Neighbours exchange values only after
 * every 1, 2, 4 ... iterations. The table shows, for three couplings, the saved messages, and the
 * remaining error after the same number of iterations. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/coupled/coupled.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/wormhole/random.h"

enum {
    MOST_PROBLEMS = 4096,
    MOST_UNKNOWNS = 1 << 16,
    MOST_ITERATIONS = 100000,
    COUPLINGS = 3,
    EXACT = 700, /* iterations: 0.95^700 is below the numbers' precision */
};

static uint64_t problems = 64, unknowns = 64, iterations = 240, seed = 1;
static const struct program_option options[] = {
    OPTION_NUMBER("problems", "how many there are; a multiple of the nodes", problems, 2,
                  MOST_PROBLEMS),
    OPTION_NUMBER("unknowns", "of each problem", unknowns, 2, MOST_UNKNOWNS),
    OPTION_NUMBER("iterations", "of each problem; a multiple of 32 is best", iterations, 1,
                  MOST_ITERATIONS),
    OPTION_NUMBER("seed", "of the right side", seed, 0, UINT64_MAX),
};

/* In an equation, `strong` multiplies two unknowns of the same problem, and one of `couplings`
 * multiplies an unknown of each of the two neighbouring problems. The sum of these four stays below
 * 1. */
static const double strong = 0.45, couplings[COUPLINGS] = {0.025, 0.0025, 0.00025};
static const uint64_t inner[] = {1, 2, 4, 8, 16, 32}; /* iterations from one exchange to the next */

/* Makes the right side of all problems: numbers between -1 and 1. */
static double *make_right(void) {
    double *right = allocate(problems * unknowns, sizeof *right);
    for (size_t at = 0; at < problems * unknowns; at++) {
        struct random numbers = {.state = seed ^ at << 20};
        right[at] = random_between(&numbers);
    }
    return right;
}

/* Does `count` iterations. `everything` says that all problems are here, and that no other node
 * takes part. */
static void solve(struct coupled *coupled, uint64_t count, uint64_t between, bool everything,
                  struct account *account) {
    for (uint64_t done = 0; done < count; done++) {
        if (done % between == 0 && everything)
            coupled_exchange_here(coupled);
        else if (done % between == 0)
            coupled_exchange(coupled, account);
        coupled_iterate(coupled);
    }
}

static struct coupled start(size_t first, size_t count, double weak, const double *right) {
    struct coupled coupled;
    coupled_start(&coupled, problems, unknowns, first, count, strong, weak, right);
    return coupled;
}

static double largest_difference(const double *one, const double *other, size_t count) {
    double most = 0;
    for (size_t at = 0; at < count; at++)
        most = fmax(most, fabs(one[at] - other[at]));
    return most;
}

/* Prints one line of the table. Node 0 returns whether the counts are right, and the solution has
 * the same bits as that of the same iterations on one node. `exact`, at node 0, is the solution. */
static bool print_line(double weak, uint64_t between, const double *right, const double *exact) {
    size_t count = problems / (size_t)cube_nodes();
    size_t first = (size_t)cube_gray_inverse(cube_node()) * count;
    struct coupled here = start(first, count, weak, right + first * unknowns);
    struct account account;
    account_open(&account);
    solve(&here, iterations, between, false, &account);
    struct account_totals totals = account_close(&account);
    double *whole = gather_ring(here.now, count * unknowns * sizeof *whole);
    coupled_stop(&here);
    if (cube_node() != 0)
        return true;

    struct coupled alone = start(0, problems, weak, right);
    solve(&alone, iterations, between, true, NULL);
    uint64_t exchanges = (iterations + between - 1) / between;
    uint64_t steps = cube_nodes() == 1 ? 0 : 2 * exchanges;
    uint64_t words = steps * unknowns * (uint64_t)cube_nodes();
    bool same = memcmp(whole, alone.now, problems * unknowns * sizeof *whole) == 0;
    bool counted = totals.steps == steps && totals.bytes == words * sizeof(double);
    printf("%-9g %8" PRIu64 " %9" PRIu64 " %12" PRIu64 " %6.1f %% %12" PRIu64 " %9.1e%s%s\n", weak,
           between, totals.steps, totals.bytes / sizeof(double),
           100 - 100 * (double)exchanges / (double)iterations, totals.time,
           largest_difference(whole, exact, problems * unknowns),
           same ? "" : "  NOT AS ON ONE NODE", counted ? "" : "  NOT AS BY THE FORMULAS");
    coupled_stop(&alone);
    free(whole);
    return same && counted;
}

static bool print_coupling(double weak, const double *right) {
    struct coupled exact = {0};
    if (cube_node() == 0) {
        exact = start(0, problems, weak, right);
        solve(&exact, EXACT, 1, true, NULL);
    }
    bool all_right = true;
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++)
        all_right &= print_line(weak, inner[i], right, exact.now);
    coupled_stop(&exact);
    return all_right;
}

int main(int count, char *words[]) {
    OPTIONS_READ(count, words, "scales: weakly coupled problems on two time scales", options);
    if (problems % (uint64_t)cube_nodes() != 0)
        options_refuse("--problems: not a multiple of the %d nodes: %" PRIu64, cube_nodes(),
                       problems);
    if (cube_node() == 0) {
        printf("%" PRIu64 " problems of %" PRIu64 " unknowns on %d nodes, %" PRIu64
               " iterations of each\n\n",
               problems, unknowns, cube_nodes(), iterations);
        printf("%-9s %8s %9s %12s %8s %12s %9s\n", "coupling", "between", "steps", "words", "saved",
               cube_timed() ? "clock" : "cycles", "error");
    }
    double *right = make_right();
    bool all_right = true;
    for (int i = 0; i < COUPLINGS; i++)
        all_right &= print_coupling(couplings[i], right);
    free(right);
    if (cube_node() == 0)
        printf("\nbetween: iterations from one exchange to the next; saved: messages; error: the\n"
               "largest distance of an unknown from the solution\n");
    return all_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
