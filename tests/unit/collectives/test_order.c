/* Finds sums of floating-point numbers whose last bits differ from run to run. */
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "tests/unit/nodes.h"

enum { DIMENSION = 4, NODES = 1 << DIMENSION, COUNT = 40, MOST_BLOCKS = NODES, PACKETS = 3 };

/* Finds algorithm number `index`, and fills *found with a case for it whose root and mesh are no
 * special ones. Returns false if there is no such algorithm, if it combines nothing, or if it is
 * not for that case. */
static bool find(size_t index, struct cube_algorithm *algorithm, struct cube_case *found) {
    struct cube_case given = {.root = 0};
    if (cube_catalogue(index, algorithm) != 0 || !algorithm->combines)
        return false;
    int last = cube_nodes() - 1;
    if (algorithm->varies & CUBE_VARIES_ROOT)
        given.root = 5 & last;
    if (algorithm->varies & CUBE_VARIES_PACKETS)
        given.packets = PACKETS;
    if (algorithm->varies & CUBE_VARIES_SIDES) {
        given.axes = 2;
        given.side[0] = 1u << cube_dim() / 2;
        given.side[1] = (unsigned)cube_nodes() / given.side[0];
    }
    *found = given;
    return cube_catalogue_find(algorithm->name, &given, algorithm) == 0;
}

/* How many algorithms the catalogue has. */
static size_t catalogue_size(void) {
    struct cube_algorithm algorithm;
    size_t count = 0;
    while (cube_catalogue(count, &algorithm) == 0)
        count++;
    return count;
}

/* The results of each node, by algorithm, in the run before and in this one. */
enum { MOST_ALGORITHMS = 64 };
static double sums[2][MOST_ALGORITHMS][NODES][MOST_BLOCKS * COUNT];

struct trial {
    unsigned number;
    bool reversed; /* node v has what node N - 1 - v has otherwise */
};

/* Numbers so different in size that every order of adding them has its own last bits. */
static double value(int node, int i) {
    double number = 1.0 + (double)(node * 7919 + i * 104729 % 1009) / 3.0;
    for (int k = 0; k < (node * 5 + i) % 11; k++)
        number *= (node + i) % 2 == 0 ? 37.0 : -1.0 / 41.0;
    return number;
}

static int run_sums(void *argument) {
    static _Thread_local double input[MOST_BLOCKS * COUNT];
    const struct trial *trial = argument;
    struct cube_algorithm algorithm;
    int me = trial->reversed ? cube_nodes() - 1 - cube_node() : cube_node();
    for (int i = 0; i < MOST_BLOCKS * COUNT; i++)
        input[i] = value(me, i);
    for (size_t k = 0, row = 0, count = catalogue_size(); k < count; k++) {
        struct cube_case given;
        if (!find(k, &algorithm, &given) || !host_check(row < MOST_ALGORITHMS))
            continue;
        double *output = sums[trial->number % 2][row++][cube_node()];
        memset(output, 0, sizeof sums[0][0][0]);
        int error = cube_catalogue_run(algorithm.name, &given, &cube_double, &cube_sum, input,
                                       (void *[]){output, output}, COUNT * sizeof(double));
        host_expect(error == 0, algorithm.name, __FILE__, __LINE__);
    }
    return 0;
}

TEST(sums_have_the_same_bits_in_every_run) {
    static const struct host_options options[] = {
        {.spins = 0},
        {.direct = 256},
        {.spins = 1000},
        {.direct = 1024, .spins = 3},
    };
    enum { RUNS = 12 };
    for (unsigned number = 0; number < RUNS; number++) {
        struct trial trial = {.number = number};
        assert_int_equal(host_run(DIMENSION, &options[number % 4], run_sums, &trial), HOST_OK);
        if (number > 0)
            assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    }
    /* When the nodes change their numbers, the bits differ, which shows that they depend on the
     * order. */
    struct trial trial = {.number = RUNS, .reversed = true};
    assert_int_equal(host_run(DIMENSION, NULL, run_sums, &trial), HOST_OK);
    assert_memory_not_equal(sums[0], sums[1], sizeof sums[0]);
}
