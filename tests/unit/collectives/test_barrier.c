/* Finds a node that leaves a barrier early. */
#include <stdatomic.h>

#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

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
