/* Finds a node that leaves a barrier early, and a built-in operator that is wrong on some kind of
 * element. */
#include <stdatomic.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

/* ---- The barrier ---- */

struct meeting {
    _Atomic int arrived;
};

static int run_barriers(void *argument) {
    struct meeting *meeting = argument;
    for (int round = 1; round <= 20; round++) {
        atomic_fetch_add(&meeting->arrived, 1);
        host_check(cube_barrier() == 0);
        host_check(atomic_load(&meeting->arrived) >= round * cube_nodes());
    }
    return 0;
}

TEST(nobody_leaves_a_barrier_early) {
    for (uint32_t n = 0; n <= 5; n++) {
        struct meeting meeting = {0};
        assert_int_equal(host_run(n, NULL, run_barriers, &meeting), HOST_OK);
    }
}

/* The nodes of one half meet while the other half has not begun. */
static int run_subcube_barriers(void *argument) {
    struct meeting *meeting = argument;
    struct cube_choice lower = {.dimensions = (1u << (cube_dim() - 1)) - 1};
    bool late = cube_node() >> (cube_dim() - 1);
    if (!late) {
        atomic_fetch_add(&meeting->arrived, 1);
        host_check(cube_barrier_by(&lower) == 0);
        host_check(atomic_load(&meeting->arrived) == cube_nodes() / 2);
    }
    host_check(cube_barrier() == 0);
    if (late)
        host_check(cube_barrier_by(&lower) == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++)
        host_check(stats.link[d].packets == (d < cube_dim() - 1 ? 2 : 1));
    return 0;
}

TEST(subcubes_have_barriers_of_their_own) {
    for (uint32_t n = 2; n <= 4; n++) {
        struct meeting meeting = {0};
        assert_int_equal(host_run(n, NULL, run_subcube_barriers, &meeting), HOST_OK);
    }
}

/* ---- The built-in operators ---- */

enum { COUNT = 157 };

/* Checks the all-reduce of one element of each node, and of as many as take vectors and a rest.
 * `expected` is an element too. */
#define expect_reduced(type, cube_type, op, element, expected)                                     \
    for (size_t count = 1; count <= COUNT; count += COUNT - 1) {                                   \
        type mine[COUNT], all[COUNT];                                                              \
        for (size_t k = 0; k < count; k++)                                                         \
            mine[k] = (element);                                                                   \
        host_check(cube_allreduce(mine, all, count, &(cube_type), &(op)) == 0);                    \
        for (size_t k = 0; k < count; k++)                                                         \
            host_check(all[k] == (type)(expected));                                                \
    }

TEST_AT_NODES(built_in_operators, 2, 2) {
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
}
