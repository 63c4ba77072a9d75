/* Finds routed messages that are lost or late, or lock each other, at the smallest ring size: a
 * quarter of a million random ones between 64 nodes, or fewer under ThreadSanitizer. A deadlock is
 * told, so the test does not hang. */
#include <stdio.h>

#include "tests/host/host.h"
#include "tests/traffic.h"
#include "tests/unit/test.h"

enum { SMALLEST_RING = 256 };

static int node_main(void *rounds) {
    return traffic(*(const int *)rounds);
}

#if defined(__has_feature) /* clang's, which builds for ThreadSanitizer */
#if __has_feature(thread_sanitizer)
#define ROUNDS 1
#endif
#endif
#ifndef ROUNDS
#define ROUNDS 2
static_assert((ROUNDS * AHEAD << 2 * 6) >= 250000, "as many as the comment says");
#endif

static void run(uint32_t dimension, int rounds, uint32_t spins) {
    struct host_options options = {.direct = 256, .routed = SMALLEST_RING, .spins = spins};
    assert_int_equal(host_run(dimension, &options, node_main, &rounds), HOST_OK);
    printf("# %d messages between %d nodes\n", rounds * AHEAD << 2 * dimension, 1 << dimension);
}

TEST(test_small_cubes) {
    for (uint32_t dimension = 0; dimension <= 4; dimension++)
        run(dimension, 2, dimension % 2 ? 0 : 5);
}

TEST(test_64_nodes) {
    run(6, ROUNDS, 0);
}
