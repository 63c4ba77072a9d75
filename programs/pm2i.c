/* Runs programs for a PM2I network, which has as many places as there are nodes, on the cube.
 * Places are embedded by the Gray code (Hu, section 3). Prints the steps of the network, the steps
 * of the cube, and the fewest steps that a SIMD cube needs: log N - j for i + 2^j (Hu, section
 * 1). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "programs/computations/must.h"
#include "programs/computations/pm2b/network.h"
#include "programs/parts/gather.h"
#include "programs/parts/options.h"
#include "programs/wormhole/random.h"

enum { MOST_PLACES = 1 << CUBE_DIMENSIONS, MOST_STEPS = 1000 };

/* A program, and what each place has computed. */
struct emulation {
    const char *name;
    struct network_step *steps;
    size_t count;
    uint64_t element[CUBE_DIMENSIONS]; /* the elements that a place sends */
    uint64_t result;
};

static uint64_t place_here(void) {
    return (uint64_t)cube_gray_inverse(cube_node());
}

/* ---- The sum of all places' numbers by doubling ---- */

static void add(UNUSED size_t number, const void *arrived, UNUSED const void *above, void *elements,
                void *context) {
    struct emulation *emulation = context;
    emulation->result = *(uint64_t *)elements += *(const uint64_t *)arrived;
}

static bool check_sum(const struct emulation *emulation) {
    uint64_t nodes = (uint64_t)cube_nodes();
    return emulation->result == nodes * (nodes - 1) / 2;
}

/* ---- The sum of all neighbours in the network ---- */

static void add_neighbours(UNUSED size_t number, const void *arrived, const void *above,
                           UNUSED void *elements, void *context) {
    struct emulation *emulation = context;
    const uint64_t *from_below = arrived, *from_above = above;
    emulation->result = 0;
    for (int j = 0; j < cube_dim(); j++)
        emulation->result += from_below[j] + from_above[j];
}

static bool check_neighbours(const struct emulation *emulation) {
    uint64_t sum = 0, last = (uint64_t)cube_nodes() - 1;
    for (int j = 0; j < cube_dim(); j++)
        sum += ((place_here() + (UINT64_C(1) << j)) & last) +
               ((place_here() - (UINT64_C(1) << j)) & last);
    return emulation->result == sum;
}

/* ---- A data manipulator: places change places ---- */

static void pass_on(UNUSED size_t number, const void *arrived, UNUSED const void *above,
                    void *elements, void *context) {
    struct emulation *emulation = context;
    memcpy(elements, arrived, sizeof(uint64_t));
    emulation->result = *(uint64_t *)elements;
}

/* Makes random functions. In each step places that are 2^j apart change places, where j is drawn
 * for each step. */
static void make_random(struct emulation *emulation, int offset[][MOST_PLACES], uint64_t seed) {
    struct random random = {seed};
    for (size_t number = 0; number < emulation->count; number++) {
        unsigned j = (unsigned)(random_word(&random) % (unsigned)cube_dim());
        unsigned down = (unsigned)(random_word(&random) % 2);
        for (unsigned i = 0; i < (unsigned)cube_nodes(); i++)
            offset[number][i] = (i >> j & 1) == down ? 1 << j : -(1 << j);
        emulation->steps[number] =
            (struct network_step){.use = NETWORK_EACH, .offset = offset[number]};
    }
}

/* Follows the element that ends here back to where it began. Returns whether it is the right
 * one. */
static bool check_random(const struct emulation *emulation) {
    uint64_t last = (uint64_t)cube_nodes() - 1, place = place_here();
    for (size_t number = emulation->count; number-- > 0;)
        for (uint64_t from = 0; from <= last; from++)
            if (((from + (uint64_t)emulation->steps[number].offset[from]) & last) == place) {
                place = from;
                break;
            }
    return emulation->result == place;
}

/* ---- Emulating ---- */

/* Returns the fewest steps that a SIMD cube takes for the functions of a program, one after the
 * other; or 0 if places use different functions. */
static uint64_t simd_steps(const struct emulation *emulation) {
    uint64_t steps = 0, n = (uint64_t)cube_dim();
    for (size_t number = 0; number < emulation->count; number++) {
        const struct network_step *step = &emulation->steps[number];
        if (step->use == NETWORK_EACH)
            return 0;
        steps += step->use == NETWORK_ALL ? n * (n + 1) : n - step->j; /* 1 + 2 + ... + n, twice */
    }
    return steps;
}

/* Emulates the program, and prints its line. Returns whether result and counts are right. */
static bool emulate(struct emulation *emulation, network_operation *operation,
                    bool (*check)(const struct emulation *emulation)) {
    struct cost cost = {0};
    for (size_t number = 0; number < emulation->count; number++)
        cost = cost_sum(cost, network_cost(&emulation->steps[number], sizeof(uint64_t)));
    for (int j = 0; j < cube_dim(); j++)
        emulation->element[j] = place_here();
    struct account account;
    account_open(&account);
    network_emulate(emulation->steps, emulation->count, sizeof(uint64_t), emulation->element,
                    operation, emulation, &account);
    struct account_totals totals = account_close(&account);
    bool right = holds_at_all(check(emulation) && totals.steps == cost.steps &&
                              totals.bytes == cost.words * sizeof(uint64_t));
    if (cube_node() == 0) {
        printf("%-34s %8zu %8" PRIu64 " %8" PRIu64 " %8" PRIu64, emulation->name, emulation->count,
               totals.bytes / sizeof(uint64_t), totals.steps, cost.steps);
        if (simd_steps(emulation) > 0)
            printf(" %8" PRIu64, simd_steps(emulation));
        puts(right ? "" : "  WRONG");
    }
    return right;
}

int main(int count, char *words[]) {
    uint64_t random_steps = 10, seed = 1;
    const struct program_option options[] = {
        OPTION_NUMBER("steps", "of the random program", random_steps, 1, MOST_STEPS),
        OPTION_NUMBER("seed", "of the random program", seed, 0, UINT32_MAX),
    };
    OPTIONS_READ(count, words, "programs for a PM2I network, on the cube", options);
    if (cube_nodes() == 1) {
        fprintf(stderr, "a PM2I network requires 2 nodes or more (cuberun -n 2)\n");
        return EXIT_FAILURE;
    }
    size_t n = (size_t)cube_dim();
    struct network_step up[CUBE_DIMENSIONS], down[CUBE_DIMENSIONS], all = {.use = NETWORK_ALL};
    struct network_step *random = allocate(random_steps, sizeof *random);
    int(*offset)[MOST_PLACES] = allocate(random_steps, sizeof *offset);
    for (unsigned j = 0; j < n; j++) {
        up[j] = (struct network_step){.use = NETWORK_PLUS, .j = j};
        down[j] = (struct network_step){.use = NETWORK_MINUS, .j = j};
    }
    struct emulation sum_up = {.name = "sum, i + 1, i + 2, i + 4, ...", .steps = up, .count = n};
    struct emulation sum_down = {
        .name = "sum, i - 1, i - 2, i - 4, ...", .steps = down, .count = n};
    struct emulation neighbours = {.name = "all functions at once", .steps = &all, .count = 1};
    struct emulation permutations = {
        .name = "one function for each place", .steps = random, .count = random_steps};
    make_random(&permutations, offset, seed);
    if (cube_node() == 0)
        printf("Steps of programs for a PM2I network of %d places\n\n"
               "%-34s %8s %8s %8s %8s %8s\n",
               cube_nodes(), "program", "network", "words", "cube", "formula", "SIMD");
    bool right = emulate(&sum_up, add, check_sum);
    right = emulate(&sum_down, add, check_sum) && right;
    right = emulate(&neighbours, add_neighbours, check_neighbours) && right;
    right = emulate(&permutations, pass_on, check_random) && right;
    if (cube_node() == 0)
        printf("network, cube: steps of each; SIMD: where all nodes use one dimension in a step,\n"
               "the steps for one function after the other, at least\n");
    free(random);
    free(offset);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
