/* The paths that packets take: E-cube's, link by link. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cube.h"
#include "net/node.h"
#include "tests/host/host.h"

/* An order of the dimensions: order[k] is the one that physical dimension k is for. */
typedef uint8_t dimension_order[CUBE_DIMENSIONS];

/* How many of the messages from every node to every other enter `node` on physical dimension
 * `dimension`: the path from s to t goes through the nodes that have t's bits below some physical
 * dimension and s's bits from it on. */
static uint64_t expected(const uint8_t order[], int node, int dimension) {
    uint64_t packets = 0;
    for (int s = 0; s < cube_nodes(); s++)
        for (int t = 0; t < cube_nodes(); t++) {
            int at = s;
            for (int k = 0; k < cube_dim(); k++)
                if ((at ^ t) >> order[k] & 1) {
                    at ^= 1 << order[k];
                    packets += at == node && k == dimension;
                }
        }
    return packets;
}

static int all_to_all(void *argument) {
    enum { BYTES = 200 }; /* several pieces in the smallest ring */
    const uint8_t *order = argument;
    char buffer[BYTES] = {0};
    for (int k = 1; k < cube_nodes(); k++)
        host_check(cube_send(cube_node() ^ k, buffer, BYTES) == 0);
    for (int k = 1; k < cube_nodes(); k++)
        host_check(cube_recv(cube_node() ^ k, buffer, BYTES) == 0);
    /* When all have received all, nothing is under way but acknowledgements. */
    host_check(cube_barrier() == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        uint64_t packets = expected(order, cube_node(), d);
        host_check(stats.link[d].routed_packets == packets);
        host_check(stats.link[d].routed_bytes == packets * BYTES);
    }
    return 0;
}

static void check_paths(uint32_t dimension, dimension_order order) {
    for (uint32_t ring = 256; ring <= 16384; ring *= 64) {
        struct host_options options = {.routed = ring, .spins = dimension, .order = order};
        assert_int_equal(host_run(dimension, &options, all_to_all, order), HOST_OK);
    }
}

static void test_paths(void **state) {
    (void)state;
    dimension_order ascending = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (uint32_t dimension = 0; dimension <= 5; dimension++)
        check_paths(dimension, ascending);
}

/* Along each path the physical dimensions ascend, whatever the order, so that no packets wait for
 * each other in a circle: the smallest rings, which are full most of the time, would show it. */
static void test_paths_by_order(void **state) {
    (void)state;
    static struct {
        uint32_t dimension;
        dimension_order order;
    } cases[] = {
        {2, {1, 0}},       {3, {0, 2, 1}},       {3, {1, 2, 0}},
        {3, {2, 1, 0}},    {4, {3, 2, 1, 0}},    {4, {1, 3, 0, 2}},
        {4, {0, 1, 3, 2}}, {5, {4, 3, 2, 1, 0}}, {5, {2, 0, 4, 1, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_paths(cases[i].dimension, cases[i].order);
}

static int place(void *argument) {
    const uint8_t *order = argument;
    int result = 0;
    for (int k = 0; k < cube_dim(); k++) {
        result |= (cube_node() >> order[k] & 1) << k;
        host_check(cube_physical_dimension(order[k]) == k);
    }
    host_check(cube_physical_node() == result);
    host_check(cube_physical_dimension(-1) == -EINVAL);
    host_check(cube_physical_dimension(cube_dim()) == -EINVAL);
    return 0;
}

static void test_places(void **state) {
    (void)state;
    dimension_order order = {4, 0, 3, 1, 2};
    struct host_options options = {.order = order};
    assert_int_equal(host_run(5, &options, place, order), HOST_OK);
    dimension_order ascending = {0, 1, 2, 3};
    assert_int_equal(host_run(4, NULL, place, ascending), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths),
                                       cmocka_unit_test(test_paths_by_order),
                                       cmocka_unit_test(test_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
