/* Tests that packets take E-cube's paths, link by link. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cube.h"
#include "net/node.h"
#include "tests/host/host.h"

/* How many of the messages from every node to every other enter `node` on `dimension`: the path
 * from s to t goes through the nodes that have t's bits below some dimension and s's bits from it
 * on. */
static uint64_t expected(int node, int dimension) {
    uint64_t packets = 0;
    for (int s = 0; s < cube_nodes(); s++)
        for (int t = 0; t < cube_nodes(); t++)
            for (int at = s; at != t;) {
                int d = __builtin_ctz((unsigned)(at ^ t));
                at ^= 1 << d;
                packets += at == node && d == dimension;
            }
    return packets;
}

static int all_to_all(void *argument) {
    enum { BYTES = 200 }; /* several pieces in the smallest ring */
    (void)argument;
    char buffer[BYTES] = {0};
    for (int k = 1; k < cube_nodes(); k++)
        host_check(cube_send(cube_node() ^ k, buffer, BYTES) == 0);
    for (int k = 1; k < cube_nodes(); k++)
        host_check(cube_recv(cube_node() ^ k, buffer, BYTES) == 0);
    /* When all nodes have received everything, only acknowledgements are under way. */
    host_check(cube_barrier() == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        host_check(stats.link[d].routed_packets == expected(cube_node(), d));
        host_check(stats.link[d].routed_bytes == expected(cube_node(), d) * BYTES);
    }
    return 0;
}

static void test_paths(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 5; dimension++)
        for (uint32_t ring = 256; ring <= 16384; ring *= 64) {
            struct host_options options = {.routed = ring, .spins = dimension};
            assert_int_equal(host_run(dimension, &options, all_to_all, NULL), HOST_OK);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
