/* Tests that packets take E-cube's paths, link by link. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cube.h"
#include "net/credit.h"
#include "net/node.h"
#include "tests/host/host.h"

/* An order of the dimensions: order[k] is the one that physical dimension k is for. */
typedef uint8_t dimension_order[CUBE_DIMENSIONS];

/* Whether node s has a message for node t: in the second round only nodes with lower numbers have
 * some for those with higher ones, so that links differ in what goes over them. */
static bool has_message(int round, int s, int t) {
    return round == 0 ? s != t : s < t;
}

/* How many of a round's messages enter `node` on physical dimension `dimension`: the path from s to
 * t goes through the nodes that have t's bits below some physical dimension and s's bits from it
 * on. */
static uint64_t expected(int round, const uint8_t order[], int node, int dimension) {
    uint64_t packets = 0;
    for (int s = 0; s < cube_nodes(); s++)
        for (int t = 0; t < cube_nodes(); t++) {
            int at = s;
            for (int k = 0; k < cube_dim() && has_message(round, s, t); k++)
                if ((at ^ t) >> order[k] & 1) {
                    at ^= 1 << order[k];
                    packets += at == node && k == dimension;
                }
        }
    return packets;
}

static void exchange(int round, const uint8_t order[]) {
    enum { BYTES = 200 }; /* several pieces in the smallest ring */
    char buffer[BYTES] = {0};
    int own = cube_node();
    for (int k = 1; k < cube_nodes(); k++)
        if (has_message(round, own, own ^ k))
            host_check(cube_send(own ^ k, buffer, BYTES) == 0);
    for (int k = 1; k < cube_nodes(); k++)
        if (has_message(round, own ^ k, own))
            host_check(cube_recv(own ^ k, buffer, BYTES) == 0);
    /* When all nodes have received everything, only acknowledgements are under way. */
    host_check(cube_barrier() == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        uint64_t packets = expected(round, order, own, d);
        host_check(stats.link[d].routed_packets == packets);
        host_check(stats.link[d].routed_bytes == packets * BYTES);
    }
    cube_stats_clear();
    host_check(cube_barrier() == 0); /* nobody sends in the next round before all have looked */
}

static int exchanges(void *argument) {
    exchange(0, argument);
    exchange(1, argument);
    return 0;
}

static void check_paths(uint32_t dimension, dimension_order order) {
    for (uint32_t ring = 256; ring <= 16384; ring *= 64) {
        struct host_options options = {.routed = ring, .spins = dimension, .order = order};
        assert_int_equal(host_run(dimension, &options, exchanges, order), HOST_OK);
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
    for (int other = 0; other < cube_nodes(); other++) {
        int first = -1, last = -1; /* the physical dimensions of the path */
        for (int k = cube_dim() - 1; k >= 0; k--)
            if ((other ^ cube_node()) >> order[k] & 1) {
                first = k;
                last = last < 0 ? k : last;
            }
        host_check(other == cube_node() ||
                   (peers[other].leaving == order[first] && peers[other].arriving == order[last]));
    }
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
