/* Broadcast and reduction: the numbers of the literature, and the calls by every algorithm. */
#include <errno.h>
#include <string.h>

#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "net/node.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* ---- Numbers ---- */

#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define OTHERS /* N - 1 */                                                                         \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 }
#define DISTANCES /* n N / 2 */                                                                    \
    { 0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304 }
#define OTHERS_64 /* 64 (N - 1) */                                                                 \
    { 0, 64, 192, 448, 960, 1984, 4032, 8128, 16320, 32704 }
#define ONE_PORT_64                                                                                \
    { 0, 64, 65, 66, 67, 68, 69, 70, 71, 72 }
#define ALL_PORT_64                                                                                \
    { 0, 64, 33, 24, 19, 17, 16, 16, 15, 16 }

/* The numbers of an algorithm and of its dual. */
#define BOTH(algorithm, packets, ...)                                                              \
    {"bcast-" algorithm, packets, __VA_ARGS__}, {                                                  \
        "reduce-" algorithm, packets, __VA_ARGS__                                                  \
    }

static const struct numbers numbers[] = {
    BOTH("one-by-one", 1, OTHERS, DIMENSIONS, DISTANCES, DISTANCES),
    BOTH("binomial", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BOTH("pipelined", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BOTH("pipelined", 64, ONE_PORT_64, ONE_PORT_64, OTHERS_64, OTHERS_64),
    BOTH("pipelined-all-port", 1, DIMENSIONS, DIMENSIONS, OTHERS, OTHERS),
    BOTH("pipelined-all-port", 64, ALL_PORT_64, ALL_PORT_64, OTHERS_64, OTHERS_64),
    /* There are n edge-disjoint trees from n = 2 on. */
    BOTH("esbt", 64, {0, 0, 66, 67, 68, 69, 70, 71, 72, 73}, ONE_PORT_64, OTHERS_64, OTHERS_64),
    BOTH("esbt-all-port", 64, {0, 0, 34, 25, 20, 18, 17, 17, 16, 17}, ALL_PORT_64, OTHERS_64,
         OTHERS_64),
};

static const char *const parts[] = {"bcast-scatter-allgather", "reduce-scatter-gather"};

TEST(numbers_of_the_literature) {
    static const uint64_t packets[] = {0, 2, 9, 28, 75, 186, 441, 1016, 2295, 5110};
    static const uint64_t words[] = {0, 2, 13, 61, 257, 1041, 4161, 16577, 66049, 263425};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        assert_true(numbers_are(&numbers[k]));
    for (size_t k = 0; k < 2; k++) {
        struct numbers of_parts = {parts[k],
                                   1,
                                   {0, 2, 4, 6, 8, 10, 12, 14, 16, 18},
                                   {0, 2, 3, 4, 5, 6, 7, 8, 9, 10}, /* as of two packets */
                                   {0},
                                   {0}};
        memcpy(of_parts.packets, packets, sizeof packets);
        memcpy(of_parts.link_words, words, sizeof words);
        assert_true(numbers_are(&of_parts));
    }
}

/* With k = n packets there are 2 n - 1 steps with one port, and n with all of them. */
TEST(as_many_packets_as_dimensions) {
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++) {
        struct shape shape = shape_of(n);
        shape.packets = n;
        assert_int_equal(algorithm_steps(catalogue_find("bcast-pipelined"), &shape), 2 * n - 1);
        assert_int_equal(algorithm_steps(catalogue_find("reduce-pipelined"), &shape), 2 * n - 1);
        assert_int_equal(algorithm_steps(catalogue_find("bcast-pipelined-all-port"), &shape), n);
        assert_int_equal(algorithm_steps(catalogue_find("reduce-pipelined-all-port"), &shape), n);
    }
}

/* ---- Calls ---- */

enum { MOST = 9000 }; /* elements: 72 KB, which is long */

static const size_t counts[] = {0, 1, 7, 100, MOST};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static int64_t value(int node, size_t i) {
    return (int64_t)(node + 1) * 100003 + (int64_t)i;
}

/* The sum over nodes 0 .. N - 1. */
static int64_t sum_of_all(size_t i) {
    int64_t nodes = cube_nodes();
    return nodes * (nodes + 1) / 2 * 100003 + nodes * (int64_t)i;
}

/* A broadcast and a reduction by the same choice, with names of their own. */
static void check_calls(struct cube_choice choice, const char *broadcast, const char *reduction,
                        size_t count, int root) {
    static NODE_LOCAL int64_t buffer[MOST], sum[MOST];
    bool right = true;
    int me = cube_node();
    for (size_t i = 0; i < count; i++)
        buffer[i] = me == root ? value(root, i) : -1;
    choice.algorithm = broadcast;
    host_check(cube_bcast_by(&choice, buffer, count, &cube_int64, root) == 0);
    for (size_t i = 0; i < count; i++)
        right = right && buffer[i] == value(root, i);
    host_check(right);

    for (size_t i = 0; i < count; i++)
        buffer[i] = value(me, i);
    choice.algorithm = reduction;
    host_check(cube_reduce_by(&choice, buffer, me == root ? sum : NULL, count, &cube_int64,
                              &cube_sum, root) == 0);
    for (size_t i = 0; i < count; i++)
        right = right && (me != root || sum[i] == sum_of_all(i)) && buffer[i] == value(me, i);
    host_check(right);
}

static int run_calls(void *argument) {
    (void)argument;
    static const char *const names[][2] = {
        {"bcast-one-by-one", "reduce-one-by-one"},
        {"bcast-binomial", "reduce-binomial"},
        {"bcast-scatter-allgather", "reduce-scatter-gather"},
        {"bcast-esbt", "reduce-esbt"},
        {"bcast-esbt-all-port", "reduce-esbt-all-port"},
        {"bcast-pipelined", "reduce-pipelined"},
        {"bcast-pipelined-all-port", "reduce-pipelined-all-port"},
        {NULL, NULL},
    };
    int last = cube_nodes() - 1;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (size_t c = 0; c < COUNTS; c++) {
            int root = (int)(5 * k + c) & last;
            struct cube_choice choice = {.packets = c % 2 == 0 ? 0 : 3};
            if (cube_dim() >= 2 || k < 3 || k > 4)
                check_calls(choice, names[k][0], names[k][1], counts[c], root);
        }
    for (enum cube_ports ports = CUBE_ANY_PORTS; ports <= CUBE_SIMD; ports++)
        check_calls((struct cube_choice){.ports = ports}, NULL, NULL, MOST, last);
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 4; n++)
        assert_int_equal(host_run(n, NULL, run_calls, NULL), HOST_OK);
}

/* ---- Operators that do not commute ---- */

/* The result of this operator is the left one of two. */
static void take_left(const void *left_in, void *right_inout, size_t count,
                      const struct cube_type *type) {
    memcpy(right_inout, left_in, count * type->bytes);
}

static const struct cube_op left_op = {.function = take_left};

static int run_ordered(void *argument) {
    (void)argument;
    static const char *const unordered[] = {
        "reduce-one-by-one",    "reduce-scatter-gather", "reduce-esbt",
        "reduce-esbt-all-port", "reduce-pipelined",      "reduce-pipelined-all-port",
    };
    static NODE_LOCAL int64_t send[MOST], recv[MOST];
    for (size_t i = 0; i < MOST; i++)
        send[i] = value(cube_node(), i);
    for (size_t k = 0; k < sizeof unordered / sizeof unordered[0]; k++)
        host_check(cube_reduce_by(&(struct cube_choice){.algorithm = unordered[k]}, send, recv, 1,
                                  &cube_int64, &left_op, 0) == -EINVAL);
    for (enum cube_ports ports = CUBE_ANY_PORTS; ports <= CUBE_SIMD; ports++) {
        memset(recv, 0, sizeof recv);
        host_check(cube_reduce_by(&(struct cube_choice){.ports = ports}, send, recv, MOST,
                                  &cube_int64, &left_op, 2) == 0);
        for (size_t i = 0; cube_node() == 2 && i < MOST; i += MOST - 1)
            host_check(recv[i] == value(0, i));
    }
    return 0;
}

TEST(order_is_kept_or_refused) {
    assert_int_equal(host_run(3, NULL, run_ordered, NULL), HOST_OK);
}

/* ---- What is told ---- */

/* The root has divided its message into other packets than the other node. */
static int run_other_packets(void *argument) {
    (void)argument;
    int32_t a[6] = {0};
    struct cube_choice choice = {.algorithm = "bcast-pipelined",
                                 .packets = 2 + (unsigned)cube_node()};
    int error = cube_bcast_by(&choice, a, 6, &cube_int32, 0);
    host_check(error == (cube_node() == 0 ? 0 : -EPROTO));
    return 0;
}

static int run_other_sizes(void *argument) {
    (void)argument;
    int32_t a[6] = {0};
    struct cube_choice choice = {.algorithm = "bcast-pipelined", .packets = 2};
    int error = cube_bcast_by(&choice, a, cube_node() == 0 ? 6 : 4, &cube_int32, 0);
    host_check(error == (cube_node() == 0 ? 0 : -EMSGSIZE));
    return 0;
}

TEST(mismatched_calls_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_packets, NULL), HOST_UNRECEIVED);
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    int32_t a = 0, b;
    struct cube_choice choice = {.algorithm = "bcast-esbt"};
    host_check(cube_bcast_by(&choice, &a, 1, &cube_int32, 0) == -EINVAL); /* n = 1: no such trees */
    choice.algorithm = "reduce-pipelined";
    host_check(cube_bcast_by(&choice, &a, 1, &cube_int32, 0) == -EINVAL);
    choice.ports = CUBE_ALL_PORT;
    host_check(cube_reduce_by(&choice, &a, &b, 1, &cube_int32, &cube_sum, 0) == -EINVAL);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(1, NULL, run_wrong_calls, NULL), HOST_OK);
}
