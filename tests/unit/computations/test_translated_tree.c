/* Finds a wrong number of rounds of a translated tree, by counting all translated arcs on all
 * links, and arcs that are taken for a tree. */
#include <string.h>

#include <errno.h>

#include "programs/computations/networks/translated_tree.h"
#include "tests/unit/test.h"

enum { MOST = 1 << CUBE_DIMENSIONS };

static const struct cube_mesh groups[] = {
    {1, {1}},
    {1, {2}},
    {1, {3}},
    {1, {8}},
    {1, {9}},
    {2, {4, 4}},
    {2, {3, 5}},
    {2, {2, 6}},
    {3, {4, 2, 3}},
    {3, {3, 3, 3}},
    {3, {2, 2, 2}},
    {4, {2, 2, 2, 2}},
    {5, {2, 2, 2, 2, 2}},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* The most arcs (a * x, a * y), over all a, that want one link in a step: by proposition 2.2's
 * definition, without its result. */
static uint32_t count_all(const struct broadcast_tree *tree, uint32_t step) {
    static uint16_t wanted[128][128];
    uint32_t order = group_order(tree->group), most = 0;
    memset(wanted, 0, sizeof wanted);
    for (uint32_t a = 0; a < order; a++)
        for (size_t k = 0; k < tree->count; k++) {
            if (tree->arcs[k].step != step)
                continue;
            uint32_t x = group_product(tree->group, a, tree->arcs[k].tail);
            uint32_t y = group_product(tree->group, a, tree->arcs[k].head);
            wanted[x][y]++;
            most = wanted[x][y] > most ? wanted[x][y] : most;
        }
    return most;
}

static void check_rounds(const struct broadcast_tree *tree) {
    uint32_t most[MOST], sum = 0;
    int rounds = broadcast_tree_rounds(tree, most);
    for (uint32_t step = 1; step <= tree->steps; step++) {
        assert_int_equal(most[step - 1], count_all(tree, step));
        sum += most[step - 1];
    }
    assert_int_equal(rounds, sum);
}

TEST(r_max_is_what_all_arcs_want) {
    for (size_t g = 0; g < GROUPS; g++) {
        struct broadcast_arc arcs[MOST];
        struct broadcast_tree tree = {&groups[g], arcs, group_order(&groups[g]) - 1, 0};
        tree.steps = (uint32_t)broadcast_tree_outwards(&groups[g], arcs);
        check_rounds(&tree);
        tree.steps = (uint32_t)broadcast_tree_filled(&groups[g], arcs);
        check_rounds(&tree);
    }
}

TEST(no_trees) {
    static const struct cube_mesh ring = {1, {4}}, none = {1, {0}}, large = {2, {128, 128}};
    static const struct broadcast_arc right[] = {{0, 1, 1}, {0, 3, 1}, {1, 2, 2}};
    static const struct broadcast_arc wrong[][3] = {
        {{0, 1, 1}, {0, 3, 1}, {0, 1, 2}}, /* twice to one node */
        {{0, 1, 1}, {0, 3, 1}, {1, 2, 1}}, /* before it has arrived */
        {{0, 1, 1}, {0, 3, 1}, {1, 2, 3}}, /* after the last step */
        {{0, 1, 1}, {0, 3, 1}, {1, 4, 2}}, /* to no node */
    };
    uint32_t most[2];
    assert_int_equal(broadcast_tree_rounds(&(struct broadcast_tree){&ring, right, 3, 2}, most), 2);
    assert_int_equal(broadcast_tree_rounds(&(struct broadcast_tree){&ring, right, 2, 2}, most),
                     -EINVAL);
    assert_int_equal(broadcast_tree_rounds(&(struct broadcast_tree){&none, right, 3, 2}, most),
                     -EINVAL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(
            broadcast_tree_rounds(&(struct broadcast_tree){&ring, wrong[k], 3, 2}, most), -EINVAL);
    assert_int_equal(group_order(&large), 0);
}
