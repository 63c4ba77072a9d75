/* Programs for a PM2I network, emulated on host cubes: what arrives against the definition of the
 * functions, and the steps of the cube for those of the network. */
#include <stdlib.h>

#include <errno.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/pm2b/network.h"
#include "programs/wormhole/random.h"
#include "tests/host/host.h"
#include "tests/unit/computations/accounts.h"
#include "tests/unit/nodes.h"

enum { MOST_PLACES = 1 << CUBE_DIMENSIONS, MOST_STEPS = 3 * CUBE_DIMENSIONS };

/* Steps of the cube for a program, as it counted them and by the formulas. */
static void emulate(const struct network_step steps[], size_t count, void *elements, size_t bytes,
                    network_operation *operation, void *context) {
    struct account account;
    struct cost cost = {0};
    for (size_t number = 0; number < count; number++)
        cost = cost_sum(cost, network_cost(&steps[number], bytes));
    account_open(&account);
    host_check(network_emulate(steps, count, bytes, elements, operation, context, &account) == 0);
    check_account(&account, cost, bytes);
}

/* ---- All functions at once ---- */

struct arrivals {
    uint64_t below[CUBE_DIMENSIONS], above[CUBE_DIMENSIONS];
};

static void keep(size_t number, const void *arrived, const void *above, void *elements,
                 void *context) {
    struct arrivals *arrivals = context;
    size_t bytes = (size_t)cube_dim() * sizeof(uint64_t);
    (void)number;
    (void)elements;
    memcpy(arrivals->below, arrived, bytes);
    memcpy(arrivals->above, above, bytes);
}

TEST_AT_NODES(test_all, 1, 6) {
    const struct network_step step = {.use = NETWORK_ALL};
    struct arrivals arrivals;
    uint64_t elements[CUBE_DIMENSIONS];
    int place = cube_gray_inverse(cube_node()), last = cube_nodes() - 1;
    for (int j = 0; j < cube_dim(); j++)
        elements[j] = 100 * (uint64_t)place + (uint64_t)j;
    host_check(network_cost(&step, 1).steps == (cube_dim() == 1 ? 2 : 4));
    emulate(&step, 1, elements, sizeof *elements, keep, &arrivals);
    for (int j = 0; j < cube_dim(); j++) {
        host_check(arrivals.below[j] == (uint64_t)(100 * ((place - (1 << j)) & last) + j));
        host_check(arrivals.above[j] == (uint64_t)(100 * ((place + (1 << j)) & last) + j));
    }
}

/* ---- One function for all places, or for each ---- */

static void pass_on(size_t number, const void *arrived, const void *above, void *elements,
                    void *context) {
    (void)number;
    (void)above;
    (void)context;
    memcpy(elements, arrived, sizeof(uint32_t));
}

/* Random permutations: all go 2^j places up or down, or pairs of places 2^j apart change places
 * with each other: i goes up if bit j of i is 0, else down, or the other way round. What programs
 * compute of that, and in how many steps, is in tests/machine/programs.t. */
static int permutations(void *argument) {
    static _Thread_local int offsets[MOST_STEPS][MOST_PLACES];
    struct network_step steps[MOST_STEPS];
    uint32_t where[MOST_PLACES], next[MOST_PLACES] = {0};
    struct random random = {*(const uint64_t *)argument};
    int nodes = cube_nodes(), place = cube_gray_inverse(cube_node());
    for (int i = 0; i < nodes; i++)
        where[i] = (uint32_t)i;
    for (int number = 0; number < MOST_STEPS; number++) {
        const enum network_use uses[] = {NETWORK_PLUS, NETWORK_MINUS, NETWORK_EACH, NETWORK_EACH};
        int j = random_below(&random, cube_dim()), way = random_below(&random, 4);
        for (int i = 0; i < nodes; i++) {
            bool up = way == 0 || (way > 1 && (i >> j & 1) == way % 2);
            offsets[number][i] = up ? 1 << j : -(1 << j);
            next[(i + offsets[number][i]) & (nodes - 1)] = where[i];
        }
        memcpy(where, next, sizeof where);
        steps[number] = (struct network_step){uses[way], (unsigned)j, offsets[number]};
    }
    uint32_t elements[CUBE_DIMENSIONS] = {(uint32_t)place};
    emulate(steps, MOST_STEPS, elements, sizeof *elements, pass_on, NULL);
    host_check(elements[0] == where[place]);
    return 0;
}

TEST(test_permutations) {
    for (uint32_t n = 1; n <= 5; n++)
        for (uint64_t seed = 0; seed < 3; seed++)
            assert_int_equal(host_run(n, NULL, permutations, &seed), HOST_OK);
}

/* ---- What is refused ---- */

AT_NODE(refuse) {
    const int wrong[] = {1, 1, 2, 1};
    const struct network_step bad[] = {
        {.use = NETWORK_PLUS, .j = 2},
        {.use = NETWORK_EACH},
        {.use = NETWORK_EACH, .offset = wrong},
    };
    uint64_t elements[2] = {0};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        host_check(network_emulate(&bad[k], 1, sizeof *elements, elements, pass_on, NULL, NULL) ==
                   -EINVAL);
    host_check(network_cost(&bad[0], 1).steps == 0);
}

AT_NODE(refuse_alone) {
    const struct network_step all = {.use = NETWORK_ALL};
    uint64_t element = 0;
    host_check(network_emulate(&all, 1, sizeof element, &element, pass_on, NULL, NULL) == -EINVAL);
}

TEST(test_refused) {
    assert_int_equal(host_run(2, NULL, refuse, NULL), HOST_OK);
    assert_int_equal(host_run(0, NULL, refuse_alone, NULL), HOST_OK);
}
