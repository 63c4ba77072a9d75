/* Tests the calls of broadcast, reduction, all-reduce and prefix sums: types, operators, roots,
 * subcubes, what they refuse, and which mismatches they report. */
#include <errno.h>
#include <string.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/operators.h"
#include "tests/unit/test.h"

enum { COUNT = 5 };

/* ---- Every operation, on what anybody can compute ---- */

static int64_t value(int node, int i) {
    return (int64_t)(node + 1) * 1000 + i;
}

static int64_t sum_of(int first, int last, int i) {
    int64_t sum = 0;
    for (int node = first; node <= last; node++)
        sum += value(node, i);
    return sum;
}

static int run_calls(void *argument) {
    (void)argument;
    int me = cube_node(), last = cube_nodes() - 1;
    int64_t send[COUNT], recv[COUNT];
    for (int i = 0; i < COUNT; i++)
        send[i] = value(me, i);

    for (int root = 0; root <= last; root++) {
        memcpy(recv, send, sizeof recv);
        host_check(cube_bcast(recv, COUNT, &cube_int64, root) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == value(root, i));
        memset(recv, 0, sizeof recv);
        host_check(
            cube_reduce(send, me == root ? recv : NULL, COUNT, &cube_int64, &cube_sum, root) == 0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == (me == root ? sum_of(0, last, i) : 0));
    }
    host_check(cube_allreduce(send, recv, COUNT, &cube_int64, &cube_sum) == 0);
    for (int i = 0; i < COUNT; i++)
        host_check(recv[i] == sum_of(0, last, i));
    host_check(cube_scan(send, recv, COUNT, &cube_int64, &cube_sum) == 0);
    for (int i = 0; i < COUNT; i++)
        host_check(recv[i] == sum_of(0, me, i));
    memset(recv, 0, sizeof recv);
    host_check(cube_exscan(send, recv, COUNT, &cube_int64, &cube_sum) == 0);
    for (int i = 0; i < COUNT; i++)
        host_check(recv[i] == (me == 0 ? 0 : sum_of(0, me - 1, i)));

    /* Calls in place. */
    memcpy(recv, send, sizeof recv);
    host_check(cube_allreduce(recv, recv, COUNT, &cube_int64, &cube_sum) == 0);
    host_check(recv[3] == sum_of(0, last, 3));
    memcpy(recv, send, sizeof recv);
    host_check(cube_scan(recv, recv, COUNT, &cube_int64, &cube_sum) == 0);
    host_check(recv[3] == sum_of(0, me, 3));
    memcpy(recv, send, sizeof recv);
    host_check(cube_reduce(recv, recv, COUNT, &cube_int64, &cube_sum, last) == 0);
    host_check(recv[3] == (me == last ? sum_of(0, last, 3) : value(me, 3)));
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_calls, NULL), HOST_OK);
}

/* ---- The built-in operators ---- */

/* Checks the all-reduce of one element of each node. `expected` is an element too. */
#define expect_reduced(type, cube_type, op, element, expected)                                     \
    do {                                                                                           \
        type mine = (element), all, right = (expected);                                            \
        host_check(cube_allreduce(&mine, &all, 1, &(cube_type), &(op)) == 0);                      \
        host_check(all == right);                                                                  \
    } while (0)

static int run_operators(void *argument) {
    (void)argument;
    int v = cube_node(); /* 0 .. 3 */
    expect_reduced(int32_t, cube_int32, cube_min, v == 2 ? -7 : v, -7);
    expect_reduced(uint32_t, cube_uint32, cube_min, v == 2 ? -7u : (uint32_t)v + 1, 1);
    expect_reduced(int32_t, cube_int32, cube_max, v == 2 ? -7 : v, 3);
    expect_reduced(uint32_t, cube_uint32, cube_max, v == 2 ? -7u : (uint32_t)v, -7u);
    expect_reduced(int64_t, cube_int64, cube_min, v == 1 ? INT64_MIN : v, INT64_MIN);
    expect_reduced(uint64_t, cube_uint64, cube_max, v == 1 ? UINT64_MAX : 0, UINT64_MAX);
    expect_reduced(uint8_t, cube_byte, cube_sum, (uint8_t)(100 + v), (uint8_t)406);
    expect_reduced(uint8_t, cube_byte, cube_max, (uint8_t)(200 + v), 203);
    expect_reduced(int32_t, cube_int32, cube_sum, INT32_MAX, -4);
    expect_reduced(int32_t, cube_int32, cube_product, v - 5, 120);
    expect_reduced(uint64_t, cube_uint64, cube_product, (uint64_t)v + 1, 24);
    expect_reduced(int64_t, cube_int64, cube_and, 0x70 | 1 << v, 0x70);
    expect_reduced(int32_t, cube_int32, cube_or, 1 << v, 15);
    expect_reduced(uint32_t, cube_uint32, cube_xor, 3u << v, 0x11);
    expect_reduced(float, cube_float, cube_sum, 0.25f * (float)v, 1.5f);
    expect_reduced(double, cube_double, cube_product, 0.5 * (v + 1), 1.5);
    expect_reduced(double, cube_double, cube_min, v == 3 ? -0.5 : v, -0.5);
    expect_reduced(float, cube_float, cube_max, v == 3 ? -0.5f : (float)v, 2.0f);
    return 0;
}

TEST(built_in_operators) {
    assert_int_equal(host_run(2, NULL, run_operators, NULL), HOST_OK);
}

/* ---- Operators that do not commute: concatenation of texts ---- */

/* The letters of nodes first .. last. */
static bool spells(const struct text *text, int first, int last) {
    for (int node = first; node <= last; node++)
        if (text->letters[node - first] != 'A' + node)
            return false;
    return text->letters[last - first + 1] == '\0';
}

static int run_texts(void *argument) {
    (void)argument;
    int me = cube_node(), last = cube_nodes() - 1;
    struct text send = {{(char)('A' + me)}}, recv;
    for (int root = 0; root <= last; root++) {
        host_check(cube_reduce(&send, &recv, 1, &text_type, &concatenation, root) == 0);
        host_check(me != root || spells(&recv, 0, last));
    }
    host_check(cube_allreduce(&send, &recv, 1, &text_type, &concatenation) == 0);
    host_check(spells(&recv, 0, last));
    host_check(cube_scan(&send, &recv, 1, &text_type, &concatenation) == 0);
    host_check(spells(&recv, 0, me));
    host_check(cube_exscan(&send, &recv, 1, &text_type, &concatenation) == 0);
    host_check(me == 0 || spells(&recv, 0, me - 1));
    return 0;
}

TEST(order_is_kept) {
    for (uint32_t n = 0; n <= 5; n++)
        assert_int_equal(host_run(n, NULL, run_texts, NULL), HOST_OK);
}

/* ---- Subcubes ---- */

static int run_subcubes(void *argument) {
    (void)argument;
    int me = cube_node();
    struct cube_choice choice = {.dimensions = 0x6}; /* nodes that differ in dimensions 1 and 2 */
    int32_t mine = me, all;
    host_check(cube_allreduce_by(&choice, &mine, &all, 1, &cube_int32, &cube_sum) == 0);
    host_check(all == (me & 1 ? 1 + 3 + 5 + 7 : 0 + 2 + 4 + 6));
    all = me;
    host_check(cube_bcast_by(&choice, &all, 1, &cube_int32, 2) == 0);
    host_check(all == (4 | (me & 1))); /* number 2 of the subcube is node 4 or 5 */
    host_check(cube_bcast_by(&choice, &all, 1, &cube_int32, 4) == -EINVAL);
    choice.dimensions = 0x9;
    host_check(cube_bcast_by(&choice, &all, 1, &cube_int32, 0) == -EINVAL);
    return 0;
}

TEST(subcubes) {
    assert_int_equal(host_run(3, NULL, run_subcubes, NULL), HOST_OK);
}

/* ---- What is refused, and what is told ---- */

static int run_wrong_calls(void *argument) {
    (void)argument;
    int32_t a[4] = {0}, b[4];
    const struct cube_type nothing = {0};
    host_check(cube_bcast(a, 1, &cube_int32, 4) == -EINVAL);
    host_check(cube_bcast(a, 1, &cube_int32, -1) == -EINVAL);
    host_check(cube_bcast(NULL, 1, &cube_int32, 0) == -EINVAL);
    host_check(cube_bcast(a, 1, NULL, 0) == -EINVAL);
    host_check(cube_bcast(a, 1, &nothing, 0) == -EINVAL);
    host_check(cube_bcast(a, SIZE_MAX / 2, &cube_int32, 0) == -EINVAL);
    host_check(cube_allreduce(a, b, 1, &cube_int32, NULL) == -EINVAL);
    host_check(cube_allreduce(a, b, 1, &cube_float, &cube_xor) == -EINVAL);
    host_check(cube_allreduce(a, b, 1, &text_type, &cube_sum) == -EINVAL);
    host_check(cube_allreduce(a, NULL, 1, &cube_int32, &cube_sum) == -EINVAL);
    host_check(cube_scan(NULL, b, 1, &cube_int32, &cube_sum) == -EINVAL);
    host_check(cube_bcast(NULL, 0, &cube_int32, 0) == 0);
    host_check(cube_allreduce(NULL, NULL, 0, &cube_int32, &cube_sum) == 0);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

/* If each node takes the other one for the root, both wait. If each takes itself for the root, both
 * get an error when they look at the link again. */
static int run_other_roots(void *argument) {
    int32_t a = 0;
    int root = *(const int *)argument ^ cube_node();
    int error = cube_bcast(&a, 1, &cube_int32, root);
    if (error == 0)
        error = cube_barrier();
    host_check(error == -EPROTO);
    return 0;
}

TEST(other_roots_are_told) {
    int root = 0;
    assert_int_equal(host_run(1, NULL, run_other_roots, &root), HOST_UNRECEIVED);
    root = 1;
    assert_int_equal(host_run(1, NULL, run_other_roots, &root), HOST_DEADLOCK);
}

static int run_other_sizes(void *argument) {
    (void)argument;
    int32_t a[2] = {0}, b[2];
    size_t count = cube_node() == 0 ? 1 : 2;
    host_check(cube_allreduce(a, b, count, &cube_int32, &cube_sum) == -EMSGSIZE);
    return 0;
}

TEST(other_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}
