/* Tests the order in which operators combine. If the operator does not commute, an algorithm keeps
 * the order of the nodes or refuses. If the last bits depend on the order, the order is always the
 * same. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "tests/host/host.h"
#include "tests/operators.h"
#include "tests/unit/test.h"

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

/* ---- Operators that do not commute ---- */

/* The result of this operator is the left one of two. */
static void take_left(const void *left_in, void *right_inout, size_t count,
                      const struct cube_type *type) {
    memcpy(right_inout, left_in, count * type->bytes);
}

static const struct cube_op left_op = {.function = take_left};

static int run_all(void *argument) {
    static _Thread_local uint8_t input[MOST_BLOCKS], output[MOST_BLOCKS];
    struct cube_algorithm algorithm;
    unsigned *refused = argument;
    for (size_t k = 0, count = catalogue_size(); k < count; k++) {
        struct cube_case given;
        if (!find(k, &algorithm, &given))
            continue;
        int error = cube_catalogue_run(algorithm.name, &given, &cube_byte, &left_op, input,
                                       (void *[]){output, output}, 1);
        host_expect(error == (algorithm.ordered ? 0 : -EINVAL), algorithm.name, __FILE__, __LINE__);
        if (cube_node() == 0)
            *refused += error != 0;
    }
    return 0;
}

TEST(order_is_kept_or_refused) {
    for (uint32_t n = 2; n <= DIMENSION; n++) {
        unsigned refused = 0;
        assert_int_equal(host_run(n, NULL, run_all, &refused), HOST_OK);
        assert_true(refused > 0);
    }
}

/* ---- Every call, with every port model, in the order of nodes or of ranks ---- */

static struct map map_of(int rank, size_t element) {
    uint64_t mix = ((uint64_t)rank + 3) * 0x9e3779b97f4a7c15u + element * 0xbf58476d1ce4e5b9u;
    return (struct map){(uint32_t)(mix >> 32) | 1, (uint32_t)mix};
}

static void fill_maps(struct map *at, int rank, size_t count) {
    for (size_t k = 0; k < count; k++)
        at[k] = map_of(rank, k);
}

/* Whether `at` is what ranks 0 .. last have in the `count` elements from `first` on, one after the
 * other from the left. */
static bool is_composed(const struct map *at, int last, size_t first, size_t count) {
    for (size_t k = 0; k < count; k++) {
        struct map sum = map_of(0, first + k);
        for (int rank = 1; rank <= last; rank++) {
            struct map next = map_of(rank, first + k);
            compose(&sum, &next, 1, &map_type);
            sum = next;
        }
        if (sum.a != at[k].a || sum.b != at[k].b)
            return false;
    }
    return true;
}

enum { MAPS = 40, LARGEST = 16 }; /* more than a slot holds; ranks */

static void keep_order(const struct cube_choice *choice, size_t count) {
    static _Thread_local struct map mine[LARGEST * MAPS], got[LARGEST * MAPS];
    int me = cube_node(), last = cube_nodes() - 1, root = last / 3;
    fill_maps(mine, me, LARGEST * MAPS);
    host_check(cube_reduce_by(choice, mine, got, count, &map_type, &composition, root) == 0);
    host_check(me != root || is_composed(got, last, 0, count));
    host_check(cube_allreduce_by(choice, mine, got, count, &map_type, &composition) == 0);
    host_check(is_composed(got, last, 0, count));
    host_check(cube_scan_by(choice, mine, got, count, &map_type, &composition) == 0);
    host_check(is_composed(got, me, 0, count));
    host_check(cube_exscan_by(choice, mine, got, count, &map_type, &composition) == 0);
    host_check(me == 0 || is_composed(got, me - 1, 0, count));
    host_check(cube_reduce_scatter_by(choice, mine, got, count, &map_type, &composition) == 0);
    host_check(is_composed(got, last, (size_t)me * count, count));
}

static void keep_order_on(const struct cube_choice *choice, const struct cube_mesh *mesh,
                          size_t count) {
    static _Thread_local struct map mine[LARGEST * MAPS], got[LARGEST * MAPS];
    int me = cube_mesh_rank(mesh, cube_node()), last = -1;
    while (cube_mesh_node(mesh, last + 1) >= 0)
        last++;
    fill_maps(mine, me, LARGEST * MAPS);
    host_check(
        cube_mesh_reduce(choice, mesh, mine, got, count, &map_type, &composition, last / 3) == 0);
    host_check(me != last / 3 || is_composed(got, last, 0, count));
    host_check(cube_mesh_allreduce(choice, mesh, mine, got, count, &map_type, &composition) == 0);
    host_check(me < 0 || is_composed(got, last, 0, count));
    host_check(cube_mesh_scan(choice, mesh, mine, got, count, &map_type, &composition) == 0);
    host_check(me < 0 || is_composed(got, me, 0, count));
    host_check(cube_mesh_reduce_scatter(choice, mesh, mine, got, count, &map_type, &composition) ==
               0);
    host_check(me < 0 || is_composed(got, last, (size_t)me * count, count));
}

static int run_ordered(void *argument) {
    (void)argument;
    static const struct cube_mesh meshes[] = {
        {1, {1}}, {1, {6}}, {1, {16}}, {2, {4, 4}}, {2, {2, 6}}, {3, {2, 1, 4}}, {3, {2, 2, 4}},
    };
    for (size_t count = 1; count <= MAPS; count += MAPS - 1)
        for (enum cube_ports ports = CUBE_ANY_PORTS; ports <= CUBE_SIMD; ports++) {
            struct cube_choice choice = {.ports = ports};
            keep_order(&choice, count);
            /* No algorithm on a mesh uses the same dimension at all nodes. */
            for (size_t k = 0; ports < CUBE_SIMD && k < sizeof meshes / sizeof meshes[0]; k++)
                if (cube_mesh_node(&meshes[k], 0) >= 0)
                    keep_order_on(&choice, &meshes[k], count);
        }
    return 0;
}

TEST(every_call_keeps_the_order) {
    static const struct host_options small = {.direct = 256};
    for (uint32_t n = 0; n <= DIMENSION; n++) {
        assert_int_equal(host_run(n, NULL, run_ordered, NULL), HOST_OK);
        assert_int_equal(host_run(n, &small, run_ordered, NULL), HOST_OK);
    }
}

/* ---- Sums of floating-point numbers ---- */

/* The results of each node, by algorithm, in the run before and in this one. */
enum { MOST_ALGORITHMS = 64 };
static double sums[2][MOST_ALGORITHMS][NODES][MOST_BLOCKS * COUNT];

struct run {
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
    const struct run *run = argument;
    struct cube_algorithm algorithm;
    int me = run->reversed ? cube_nodes() - 1 - cube_node() : cube_node();
    for (int i = 0; i < MOST_BLOCKS * COUNT; i++)
        input[i] = value(me, i);
    for (size_t k = 0, row = 0, count = catalogue_size(); k < count; k++) {
        struct cube_case given;
        if (!find(k, &algorithm, &given) || !host_check(row < MOST_ALGORITHMS))
            continue;
        double *output = sums[run->number % 2][row++][cube_node()];
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
        struct run run = {.number = number};
        assert_int_equal(host_run(DIMENSION, &options[number % 4], run_sums, &run), HOST_OK);
        if (number > 0)
            assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    }
    /* When the nodes change their numbers, the bits differ, which shows that they depend on the
     * order. */
    struct run run = {.number = RUNS, .reversed = true};
    assert_int_equal(host_run(DIMENSION, NULL, run_sums, &run), HOST_OK);
    assert_memory_not_equal(sums[0], sums[1], sizeof sums[0]);
}
