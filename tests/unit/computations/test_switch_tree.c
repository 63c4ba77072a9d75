/* Broadcast and reduction on a tree of switches, on host cubes: every root, several sizes of tree,
 * and the messages over its links beside the formulas. */
#include <errno.h>

#include "cube.h"
#include "programs/computations/networks/switch_tree.h"
#include "tests/unit/nodes.h"

enum { ELEMENTS = 3, MOST_DIMENSION = 4 };

static uint32_t messages_of_all(const struct switch_tree_count *mine) {
    uint32_t packets = (uint32_t)mine->packets, all;
    host_check(cube_allreduce(&packets, &all, 1, &cube_uint32, &cube_sum) == 0);
    return all;
}

TEST_AT_NODES(every_root, 1, MOST_DIMENSION) {
    uint32_t leaves = switch_tree_leaves();
    int leaf = switch_tree_leaf();
    for (uint32_t root = 0; root < leaves; root++) {
        struct switch_tree_count count = {0};
        int64_t buffer[ELEMENTS], arrived[ELEMENTS];
        for (int k = 0; k < ELEMENTS; k++)
            buffer[k] = leaf == (int)root ? 100 + k : -1;
        host_check(switch_tree_broadcast(buffer, sizeof buffer, root, &count) == 0);
        for (int k = 0; k < ELEMENTS; k++)
            host_check(leaf < 0 || buffer[k] == 100 + k);
        host_check(messages_of_all(&count) == switch_tree_formulas(leaves).packets);

        count = (struct switch_tree_count){0};
        for (int k = 0; k < ELEMENTS; k++)
            buffer[k] = leaf < 0 ? 0 : (int64_t)1 << leaf;
        host_check(switch_tree_reduce(buffer, arrived, ELEMENTS, &cube_int64, &cube_sum, root,
                                      &count) == 0);
        for (int k = 0; k < ELEMENTS; k++)
            host_check(leaf != (int)root || buffer[k] == ((int64_t)1 << leaves) - 1);
        host_check(messages_of_all(&count) == switch_tree_formulas(leaves).packets);
        host_check(count.steps <= switch_tree_formulas(leaves).steps);
    }
}

TEST_AT_NODES(no_such_leaf, 0, 2) {
    int64_t one = 1;
    host_check(switch_tree_broadcast(&one, sizeof one, switch_tree_leaves(), NULL) == -EINVAL);
    host_check(switch_tree_reduce(&one, &one, 1, &cube_int64, NULL, 0, NULL) == -EINVAL);
}

/* 2 (2 p - n - 2) = the sum of 2^(k-1) 2 (n - k + 1). */
TEST(formulas_are_the_sums) {
    for (uint32_t n = 0; n <= 8; n++) {
        uint64_t packets = 0, chain = 0;
        for (uint32_t k = 1; k <= n; k++) {
            packets += (UINT64_C(1) << (k - 1)) * 2 * (n - k + 1);
            chain += 2 * (n - k + 1);
        }
        struct switch_tree_formulas formulas = switch_tree_formulas(1u << n);
        assert_int_equal(formulas.packets, packets);
        assert_int_equal(formulas.chain, chain);
        assert_in_range(formulas.links, chain, 2 * chain);
    }
}
