/* Tests all-gather, reduce-scatter, gather and scatter: the numbers of the literature, translated
 * trees, and the results of calls. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/cube/allgather.h"
#include "collectives/cube/broadcast.h"
#include "collectives/schedule/translation.h"
#include "cube.h"
#include "tests/check/checker.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/operators.h"
#include "tests/unit/test.h"

/* ---- Numbers ---- */

#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define OTHER_NODES                                                                                \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 } /* N - 1 */
#define PAIRS                                                                                      \
    { 0, 2, 12, 56, 240, 992, 4032, 16256, 65280, 261632 } /* N (N - 1) */
#define ALL_LINKS                                                                                  \
    { 0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608 } /* n N */
#define BROADCASTS ALL_LINKS
#define ALL_PORT                                                                                   \
    { 0, 1, 2, 3, 4, 7, 11, 19, 32, 57 } /* ceil((N - 1) / n) */
#define CLASSES                                                                                    \
    { 0, 1, 2, 3, 5, 7, 13, 19, 35, 59 }
#define DISTANCES                                                                                  \
    { 0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304 } /* n N / 2, of all nodes from one */

static const struct numbers numbers[] = {
    {"allgather-broadcasts", 1, BROADCASTS, OTHER_NODES, PAIRS, PAIRS},
    {"allgather-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, PAIRS},
    {"allgather-ring", 1, OTHER_NODES, OTHER_NODES, PAIRS, PAIRS},
    {"allgather-binomial", 1, OTHER_NODES, OTHER_NODES, PAIRS, PAIRS},
    {"allgather-classes", 1, CLASSES, ALL_PORT, PAIRS, PAIRS},
    {"allgather-all-port", 1, ALL_PORT, ALL_PORT, PAIRS, PAIRS},
    {"reduce-scatter-reductions", 1, BROADCASTS, OTHER_NODES, PAIRS, PAIRS},
    {"reduce-scatter-exchange", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, PAIRS},
    {"reduce-scatter-ordered", 1, DIMENSIONS, DIMENSIONS, ALL_LINKS, PAIRS},
    {"reduce-scatter-ring", 1, OTHER_NODES, OTHER_NODES, PAIRS, PAIRS},
    {"reduce-scatter-binomial", 1, OTHER_NODES, OTHER_NODES, PAIRS, PAIRS},
    {"reduce-scatter-classes", 1, CLASSES, ALL_PORT, PAIRS, PAIRS},
    {"reduce-scatter-all-port", 1, ALL_PORT, ALL_PORT, PAIRS, PAIRS},
    {"gather-binomial", 1, DIMENSIONS, DIMENSIONS, OTHER_NODES, DISTANCES},
    {"gather-all-port", 1, ALL_PORT, ALL_PORT, DISTANCES, DISTANCES},
    {"scatter-binomial", 1, DIMENSIONS, DIMENSIONS, OTHER_NODES, DISTANCES},
    {"scatter-all-port", 1, ALL_PORT, ALL_PORT, DISTANCES, DISTANCES},
};

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        assert_true(numbers_are(&numbers[k]));
}

/* ---- Any broadcast tree, translated, is an all-gather (Ozveren, proposition 2.2) ----
 *
 * A tree made at random: every node but 0 has an arc from a neighbour with one bit less, in one of
 * the steps after that neighbour's own.
 */
enum { TREE_STEPS = 3 * CUBE_MAX_DIMENSION };

static uint32_t arrives[CUBE_MAX_NODES]; /* in which step; 0 at node 0 */
static uint32_t through[CUBE_MAX_NODES]; /* on which port */

static uint32_t random_below(uint32_t limit) {
    static uint32_t seed = 1;
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % limit;
}

static void grow_tree(uint32_t dimension) {
    for (uint32_t node = 1; node < 1u << dimension; node++) {
        do
            through[node] = random_below(dimension);
        while (!((node >> through[node]) & 1));
        arrives[node] = arrives[node ^ 1u << through[node]] + 1 + random_below(2);
    }
}

/* More steps than any tree needs: in those without an arc nothing is sent. */
static uint32_t tree_steps(const struct shape *shape) {
    (void)shape;
    return TREE_STEPS;
}

static void tree_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    step_clear(step);
    for (uint32_t port = 0; port < shape->dimension; port++) {
        uint32_t child = node ^ 1u << port;
        if (child > node && through[child] == port && arrives[child] == number)
            step_send(step, port, single_block(broadcast_area(shape, node), 0));
    }
    if (node != 0 && arrives[node] == number)
        step_receive(step, through[node], single_block(AREA_OUTPUT, 0));
}

static const struct algorithm tree = {.steps = tree_steps, .step = tree_step};

static uint32_t translated_steps(const struct shape *shape) {
    return translation_steps(&tree, shape->dimension);
}

static uint32_t least_steps(const struct shape *shape) {
    return dense_steps(shape->dimension);
}

static size_t translated_bytes(const struct shape *shape) {
    return translation_bytes(shape->dimension, translated_steps(shape));
}

static void translated_table(const struct shape *shape, void *table) {
    translation_of_broadcast(&tree, shape->dimension, table);
}

static void translated_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    allgather_translated(shape, translated_steps(shape), node, number, step);
}

TEST(any_tree_translates) {
    struct algorithm translated = allgather_all_port;
    translated.steps = translated_steps;
    translated.bound = least_steps;
    translated.table_bytes = translated_bytes;
    translated.make_table = translated_table;
    translated.step = translated_step;
    for (uint32_t n = 0; n <= 6; n++)
        for (int again = 0; again < 10; again++) {
            struct finding finding;
            struct shape shape = shape_of(n);
            grow_tree(n);
            bool right = check_schedule(&translated, &shape, &finding);
            if (!right)
                fprintf(stderr, "# n = %u: %s\n", n, finding.message);
            assert_true(right);
            assert_true(finding.steps >= dense_steps(n));
        }
}

/* The sum of r_max,i of the binomial tree, 2^0 + 2^1 + ... */
TEST(steps_of_the_binomial_tree) {
    for (uint32_t n = 0; n <= CUBE_MAX_DIMENSION; n++)
        assert_int_equal(translation_steps(&broadcast_binomial, n), (1 << n) - 1);
}

/* ---- The calls ---- */

enum { MOST_NODES = 1 << 5, COUNT = 3, MOST_BYTES = MOST_NODES * 16 };

static const char *const gathers[] = {NULL, "gather-binomial", "gather-all-port"};
static const char *const scatters[] = {NULL, "scatter-binomial", "scatter-all-port"};
static const char *const allgathers[] = {NULL,
                                         "allgather-broadcasts",
                                         "allgather-exchange",
                                         "allgather-ring",
                                         "allgather-binomial",
                                         "allgather-classes",
                                         "allgather-all-port"};
static const char *const reduce_scatters[] = {NULL,
                                              "reduce-scatter-reductions",
                                              "reduce-scatter-exchange",
                                              "reduce-scatter-ring",
                                              "reduce-scatter-binomial",
                                              "reduce-scatter-classes",
                                              "reduce-scatter-all-port",
                                              "reduce-scatter-ordered"};
#define each(name, names) for (size_t name = 0; name < sizeof(names) / sizeof(names)[0]; name++)

static int32_t value(int node, int block, int i) {
    return node * 100000 + block * 100 + i;
}

static void run_gathers(int root) {
    int32_t send[COUNT], all[MOST_NODES][COUNT], recv[COUNT];
    int me = cube_node();
    for (int i = 0; i < COUNT; i++)
        send[i] = value(me, 0, i);
    each(k, gathers) {
        struct cube_choice choice = {.algorithm = gathers[k]};
        memset(all, 0, sizeof all);
        host_check(cube_gather_by(&choice, send, me == root ? all : NULL, sizeof send, root) == 0);
        for (int v = 0; v < cube_nodes(); v++)
            for (int i = 0; i < COUNT; i++)
                host_check(all[v][i] == (me == root ? value(v, 0, i) : 0));
    }
    for (int v = 0; v < cube_nodes(); v++)
        for (int i = 0; i < COUNT; i++)
            all[v][i] = value(root, v, i);
    each(k, scatters) {
        struct cube_choice choice = {.algorithm = scatters[k]};
        memset(recv, 0, sizeof recv);
        host_check(cube_scatter_by(&choice, me == root ? all : NULL, recv, sizeof recv, root) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == value(root, me, i));
    }
}

static void run_allgathers(void) {
    int32_t send[COUNT], all[MOST_NODES][COUNT];
    for (int i = 0; i < COUNT; i++)
        send[i] = value(cube_node(), 0, i);
    each(k, allgathers) {
        struct cube_choice choice = {.algorithm = allgathers[k]};
        memset(all, 0, sizeof all);
        host_check(cube_allgather_by(&choice, send, all, sizeof send) == 0);
        for (int v = 0; v < cube_nodes(); v++)
            for (int i = 0; i < COUNT; i++)
                host_check(all[v][i] == value(v, 0, i));
    }
}

static void run_reduce_scatters(void) {
    int32_t all[MOST_NODES][COUNT], recv[COUNT];
    int nodes = cube_nodes(), me = cube_node();
    for (int v = 0; v < nodes; v++)
        for (int i = 0; i < COUNT; i++)
            all[v][i] = value(me, v, i);
    each(k, reduce_scatters) {
        struct cube_choice choice = {.algorithm = reduce_scatters[k]};
        memset(recv, 0, sizeof recv);
        host_check(cube_reduce_scatter_by(&choice, all, recv, COUNT, &cube_int32, &cube_sum) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == nodes * (nodes - 1) / 2 * 100000 + nodes * (me * 100 + i));
    }
}

static int run_calls(void *argument) {
    (void)argument;
    for (int root = 0; root < cube_nodes(); root++)
        run_gathers(root);
    run_allgathers();
    run_reduce_scatters();
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_calls, NULL), HOST_OK);
}

/* ---- Blocks of different sizes, some of them empty ---- */

static size_t size_of(int node) {
    return (size_t)(node * 7 % 5) * 3;
}

static uint8_t byte_of(int node, size_t k) {
    return (uint8_t)(node * 31 + (int)k * 7 + 1);
}

static void fill(uint8_t *at, int node) {
    for (size_t k = 0; k < size_of(node); k++)
        at[k] = byte_of(node, k);
}

/* Whether all blocks are there, and nothing behind them. */
static bool are_all(const uint8_t *all, const size_t offsets[]) {
    for (int v = 0; v < cube_nodes(); v++)
        for (size_t k = 0; k < size_of(v); k++)
            if (all[offsets[v] - offsets[0] + k] != byte_of(v, k))
                return false;
    return all[offsets[cube_nodes()] - offsets[0]] == 0;
}

static int run_sizes(void *argument) {
    (void)argument;
    uint8_t own[16] = {0}, all[MOST_BYTES];
    size_t offsets[MOST_NODES + 1] = {100}; /* only differences count */
    int me = cube_node(), nodes = cube_nodes(), root = 5 & (nodes - 1);
    for (int v = 0; v < nodes; v++)
        offsets[v + 1] = offsets[v] + size_of(v);
    fill(own, me);
    each(k, allgathers) {
        struct cube_choice choice = {.algorithm = allgathers[k]};
        memset(all, 0, sizeof all);
        host_check(cube_allgatherv_by(&choice, own, all, offsets) == 0);
        host_check(are_all(all, offsets));
    }
    each(k, gathers) {
        struct cube_choice choice = {.algorithm = gathers[k]};
        memset(all, 0, sizeof all);
        host_check(cube_gatherv_by(&choice, own, all, offsets, root) == 0);
        host_check(me == root ? are_all(all, offsets) : all[0] == 0);
    }
    for (int v = 0; v < nodes; v++)
        fill(all + offsets[v] - offsets[0], v);
    each(k, scatters) {
        struct cube_choice choice = {.algorithm = scatters[k]};
        memset(own, 0, sizeof own);
        host_check(cube_scatterv_by(&choice, me == root ? all : NULL, own, offsets, root) == 0);
        for (size_t b = 0; b < sizeof own; b++)
            host_check(own[b] == (b < size_of(me) ? byte_of(me, b) : 0));
    }
    return 0;
}

TEST(blocks_of_different_sizes) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_sizes, NULL), HOST_OK);
}

/* ---- An operator that does not commute ---- */

static struct map map_of(int node, int block) {
    return (struct map){(uint32_t)(2 * node + 3), (uint32_t)(node + 11 * block)};
}

static bool keeps_order(const char *name) {
    return name == NULL || strcmp(name, "reduce-scatter-reductions") == 0 ||
           strcmp(name, "reduce-scatter-binomial") == 0 ||
           strcmp(name, "reduce-scatter-ordered") == 0;
}

static int run_maps(void *argument) {
    (void)argument;
    int nodes = cube_nodes(), me = cube_node();
    struct map send[MOST_NODES], recv, expected = map_of(0, me);
    for (int v = 0; v < nodes; v++)
        send[v] = map_of(me, v);
    for (int v = 1; v < nodes; v++) {
        struct map next = map_of(v, me);
        compose(&expected, &next, 1, &map_type);
        expected = next;
    }
    each(k, reduce_scatters) {
        struct cube_choice choice = {.algorithm = reduce_scatters[k]};
        int error = cube_reduce_scatter_by(&choice, send, &recv, 1, &map_type, &composition);
        host_check(error == (keeps_order(reduce_scatters[k]) ? 0 : -EINVAL));
        host_check(error != 0 || (recv.a == expected.a && recv.b == expected.b));
    }
    return 0;
}

TEST(order_is_kept) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_maps, NULL), HOST_OK);
}

/* ---- What is refused, and what is told ---- */

static int run_wrong_calls(void *argument) {
    (void)argument;
    uint8_t a[64] = {0}, b[64];
    const size_t falling[] = {0, 4, 3, 5, 6};
    const size_t huge[] = {0, 1, 2, 3, (size_t)1 << 33};
    host_check(cube_gather(a, b, 1, 4) == -EINVAL);
    host_check(cube_gather(a, b, 1, -1) == -EINVAL);
    host_check(cube_gather(NULL, b, 1, 0) == -EINVAL);
    host_check(cube_gather(a, b, (size_t)1 << 30, 0) == -EINVAL);
    host_check(cube_scatter(a, NULL, 1, 0) == -EINVAL);
    host_check(cube_scatter(a, b, 1, 4) == -EINVAL);
    host_check(cube_allgather(NULL, b, 1) == -EINVAL);
    host_check(cube_allgather(a, NULL, 1) == -EINVAL);
    host_check(cube_allgather(a, b, SIZE_MAX) == -EINVAL);
    host_check(cube_allgatherv(a, b, NULL) == -EINVAL);
    host_check(cube_allgatherv(a, b, falling) == -EINVAL);
    host_check(cube_allgatherv(a, b, huge) == -EINVAL);
    host_check(cube_gatherv(a, b, falling, 0) == -EINVAL);
    host_check(cube_scatterv(a, b, huge, 0) == -EINVAL);
    host_check(cube_reduce_scatter(a, b, 1, &cube_int32, NULL) == -EINVAL);
    host_check(cube_reduce_scatter(a, b, 1, NULL, &cube_sum) == -EINVAL);
    host_check(cube_reduce_scatter(a, b, (size_t)1 << 29, &cube_int32, &cube_sum) == -EINVAL);
    host_check(cube_allgather_by(&(struct cube_choice){.algorithm = "gather-all-port"}, a, b, 1) ==
               -EINVAL);
    host_check(cube_allgather(NULL, NULL, 0) == 0);
    host_check(cube_gather(NULL, NULL, 0, 3) == 0);
    host_check(cube_scatter(NULL, NULL, 0, 3) == 0);
    host_check(cube_reduce_scatter(NULL, NULL, 0, &cube_int32, &cube_sum) == 0);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

static int run_other_sizes(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[16];
    size_t bytes = cube_node() == 0 ? 3 : 2;
    host_check(cube_allgather(a, b, bytes) == -EMSGSIZE);
    return 0;
}

/* The node at the barrier gets an error, and the other one waits for it. */
static int run_other_operations(void *argument) {
    _Atomic int *told = argument;
    uint8_t a[8] = {0}, b[8];
    if (cube_node() == 1)
        atomic_store(told, cube_barrier());
    else
        cube_allgather(a, b, 2);
    return 0;
}

TEST(mismatched_calls_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
    _Atomic int told = 0;
    assert_int_equal(host_run(1, NULL, run_other_operations, &told), HOST_DEADLOCK);
    assert_int_equal(told, -EPROTO);
    assert_string_equal(host_wait_of(0)->operation, "allgather");
}

/* ---- Subcubes ---- */

static int run_subcubes(void *argument) {
    (void)argument;
    const unsigned free_set = 0x5; /* nodes that differ in dimensions 0 and 2 */
    int me = cube_node();
    for (int ports = CUBE_ANY_PORTS; ports <= CUBE_SIMD; ports++) {
        struct cube_choice choice = {.ports = (enum cube_ports)ports, .dimensions = free_set};
        int32_t mine = me, all[4];
        host_check(cube_allgather_by(&choice, &mine, all, sizeof mine) == 0);
        for (int v = 0; v < 4; v++)
            host_check(all[v] == ((me & 2) | (v & 1) | (v & 2) << 1));
        memset(all, 0, sizeof all);
        host_check(cube_gather_by(&choice, &mine, all, sizeof mine, 3) == 0);
        for (int v = 0; v < 4; v++)
            host_check(all[v] == (me == (5 | (me & 2)) ? (me & 2) | (v & 1) | (v & 2) << 1 : 0));
    }
    return 0;
}

TEST(subcubes) {
    assert_int_equal(host_run(3, NULL, run_subcubes, NULL), HOST_OK);
}
