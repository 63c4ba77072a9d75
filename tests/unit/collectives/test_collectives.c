/* Tests the calls of ASPC, total exchange and barrier on host cubes: what they deliver, what they
 * refuse, and which mismatches they report. */
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* ---- Total exchange and ASPC ---- */

enum { MOST_BLOCKS = 1 << 4, BLOCK_BYTES = 5 };

static void fill_block(uint8_t *at, uint32_t node, uint32_t block) {
    for (uint32_t k = 0; k < BLOCK_BYTES; k++)
        at[k] = (uint8_t)(node * 37 + block * 101 + k * 7 + 1);
}

static void fill(uint8_t *input, uint32_t blocks) {
    for (uint32_t block = 0; block < blocks; block++)
        fill_block(input + block * BLOCK_BYTES, (uint32_t)cube_node(), block);
}

static bool is_block(const uint8_t *at, uint32_t node, uint32_t block) {
    uint8_t expected[BLOCK_BYTES];
    fill_block(expected, node, block);
    return memcmp(at, expected, BLOCK_BYTES) == 0;
}

static int run_aspc_calls(void *argument) {
    (void)argument;
    uint8_t input[CUBE_DIMENSIONS][5], plus[CUBE_DIMENSIONS][5], minus[CUBE_DIMENSIONS][5];
    int i = cube_gray_inverse(cube_node());
    fill(input[0], (uint32_t)cube_dim());
    for (int twice = 0; twice < 2; twice++) {
        memset(plus, 0, sizeof plus);
        memset(minus, 0, sizeof minus);
        host_check((twice ? cube_aspc_by(&(struct cube_choice){.algorithm = "aspc-one-port"}, input,
                                         plus, minus, 5)
                          : cube_aspc(input, plus, minus, 5)) == 0);
        for (int j = 0; j < cube_dim(); j++) {
            int below = cube_gray((i - (1 << j)) & (cube_nodes() - 1));
            int above = cube_gray((i + (1 << j)) & (cube_nodes() - 1));
            host_check(is_block(plus[j], (uint32_t)below, (uint32_t)j));
            host_check(is_block(minus[j], (uint32_t)above, (uint32_t)j));
        }
    }
    return 0;
}

static int run_alltoall_calls(void *argument) {
    (void)argument;
    uint8_t input[MOST_BLOCKS][5], out[MOST_BLOCKS][5];
    fill(input[0], (uint32_t)cube_nodes());
    for (int twice = 0; twice < 2; twice++) {
        memset(out, 0, sizeof out);
        host_check((twice
                        ? cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"},
                                           input, out, 5)
                        : cube_alltoall(input, out, 5)) == 0);
        for (uint32_t from = 0; from < (uint32_t)cube_nodes(); from++)
            host_check(is_block(out[from], from, (uint32_t)cube_node()));
    }
    return 0;
}

TEST(calls_deliver) {
    for (uint32_t n = 0; n <= 4; n++) {
        assert_int_equal(host_run(n, NULL, run_aspc_calls, NULL), HOST_OK);
        assert_int_equal(host_run(n, NULL, run_alltoall_calls, NULL), HOST_OK);
    }
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8], c[8];
    host_check(cube_aspc_by(&(struct cube_choice){.algorithm = "alltoall-ecube"}, a, b, c, 1) ==
               -EINVAL);
    host_check(cube_aspc_by(&(struct cube_choice){.algorithm = "none"}, a, b, c, 1) == -EINVAL);
    host_check(cube_aspc_by(&(struct cube_choice){.ports = CUBE_SIMD}, a, b, c, 1) == -EINVAL);
    host_check(cube_aspc(NULL, b, c, 1) == -EINVAL);
    host_check(cube_aspc(a, NULL, c, 1) == -EINVAL);
    host_check(cube_aspc(a, b, NULL, 1) == -EINVAL);
    host_check(cube_aspc(a, b, c, SIZE_MAX) == -EINVAL);
    host_check(cube_alltoall_by(&(struct cube_choice){.algorithm = "aspc"}, a, b, 1) == -EINVAL);
    host_check(cube_alltoall(NULL, b, 1) == -EINVAL);
    host_check(cube_alltoall(a, NULL, 1) == -EINVAL);
    host_check(cube_aspc(NULL, NULL, NULL, 0) == 0);
    host_check(cube_alltoall(NULL, NULL, 0) == 0);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(2, NULL, run_wrong_calls, NULL), HOST_OK);
}

/* The node at the barrier gets an error, and the other one waits for it. */
static int run_other_operations(void *argument) {
    _Atomic int *told = argument;
    uint8_t a[8] = {0}, b[8] = {0};
    if (cube_node() == 1)
        atomic_store(told, cube_barrier());
    else
        cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"}, a, b, 1);
    return 0;
}

static int run_other_sizes(void *argument) {
    (void)argument;
    uint8_t a[8] = {0}, b[8] = {0};
    size_t bytes = cube_node() == 0 ? 3 : 2;
    host_check(cube_alltoall_by(&(struct cube_choice){.algorithm = "alltoall-exchange"}, a, b,
                                bytes) == -EMSGSIZE);
    return 0;
}

TEST(mismatched_calls_are_told) {
    _Atomic int told = 0;
    assert_int_equal(host_run(1, NULL, run_other_operations, &told), HOST_DEADLOCK);
    assert_int_equal(told, -EPROTO);
    assert_string_equal(host_wait_of(0)->operation, "alltoall");
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}

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
    struct cube_stats stats;
    cube_stats(&stats);
    host_check(stats.steps == (uint32_t)cube_dim());
    for (int d = 0; d < cube_dim(); d++)
        host_check(stats.link[d].packets == 20 && stats.link[d].bytes == 0);
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
    host_check(cube_barrier_by(&(struct cube_choice){.dimensions = 1u << cube_dim()}) == -EINVAL);
    host_check(cube_barrier_by(&(struct cube_choice){.algorithm = "bcast-binomial"}) == -EINVAL);
    return 0;
}

TEST(subcubes_have_barriers_of_their_own) {
    for (uint32_t n = 2; n <= 4; n++) {
        struct meeting meeting = {0};
        assert_int_equal(host_run(n, NULL, run_subcube_barriers, &meeting), HOST_OK);
    }
}
