/* Multinode broadcast by translated trees: r_max against a count of all translated arcs on all
 * links, trees that are none, the filled trees against the least number of steps, and runs on host
 * cubes. */
#include <string.h>

#include <errno.h>

#include "cube.h"
#include "programs/computations/networks/translated_tree.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

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

/* Of the binomial tree r_max,i is a binomial coefficient by weights, n - 1 over i - 1, and its
 * rounds are 2^(n-1): as many as there are arcs of one dimension. */
TEST(outwards_has_known_rounds) {
    for (unsigned n = 1; n <= 6; n++) {
        struct cube_mesh cube = {.axes = n};
        struct broadcast_arc arcs[MOST];
        uint32_t most[MOST], coefficient = 1;
        for (unsigned axis = 0; axis < n; axis++)
            cube.side[axis] = 2;
        struct broadcast_tree tree = {&cube, arcs, (1u << n) - 1,
                                      (uint32_t)broadcast_tree_outwards(&cube, arcs)};
        assert_int_equal(tree.steps, n);
        assert_int_equal(broadcast_tree_rounds(&tree, most), 1 << (n - 1));
        for (uint32_t i = 1; i <= n; i++) {
            assert_int_equal(most[i - 1], coefficient);
            coefficient = coefficient * (n - i) / i;
        }
    }
}

static uint32_t degree_of(const struct cube_mesh *group) {
    uint32_t degree = 0;
    for (unsigned axis = 0; axis < group->axes; axis++)
        degree += group->side[axis] > 2 ? 2 : group->side[axis] - 1;
    return degree;
}

/* Each node has to receive order - 1 messages on its links. */
static void check_filled(const struct cube_mesh *group) {
    struct broadcast_arc arcs[MOST];
    uint32_t others = group_order(group) - 1, most[MOST];
    uint32_t steps = (uint32_t)broadcast_tree_filled(group, arcs);
    uint32_t degree = degree_of(group);
    struct broadcast_tree tree = {group, arcs, others, steps};
    assert_int_equal(broadcast_tree_rounds(&tree, most), steps);
    assert_int_equal(steps, degree == 0 ? 0 : (others + degree - 1) / degree);
}

TEST(filled_trees_are_the_least) {
    static const struct cube_mesh others[] = {
        {2, {4, 64}}, {2, {64, 4}}, {2, {2, 16}}, {2, {8, 16}}, {3, {8, 8, 8}}, {3, {2, 4, 8}},
    };
    for (size_t g = 0; g < GROUPS; g++)
        check_filled(&groups[g]);
    for (size_t g = 0; g < sizeof others / sizeof others[0]; g++)
        check_filled(&others[g]);
    for (unsigned side = 2; side * side <= MOST; side++)
        check_filled(&(struct cube_mesh){2, {side, side}});
    for (unsigned n = 1; n <= 10; n++) /* of 11 dimensions it takes a step more */
        check_filled(&(struct cube_mesh){n, {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}});
}

TEST(no_trees) {
    static const struct cube_mesh ring = {1, {4}}, none = {1, {0}}, large = {2, {128, 64}};
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

/* ---- Runs ---- */

static void run_tree(const struct broadcast_tree *tree) {
    int rank = cube_mesh_rank(tree->group, cube_node()), error;
    int32_t mine = 1000 + rank, all[64];
    uint32_t most[64];
    struct account account;
    account_open(&account);
    host_check(broadcast_tree_allgather(tree, &mine, all, sizeof mine, &account) == 0);
    struct account_totals totals = account_close(&account, &error);
    host_check(error == 0);
    host_check(totals.steps == (uint64_t)broadcast_tree_rounds(tree, most));
    host_check(totals.packets == (tree->count + 1) * tree->count);
    for (int r = 0; rank >= 0 && r <= (int)tree->count; r++)
        host_check(all[r] == 1000 + r);
}

static int run_both(void *argument) {
    const struct cube_mesh *group = argument;
    struct broadcast_arc arcs[64];
    struct broadcast_tree tree = {group, arcs, group_order(group) - 1, 0};
    tree.steps = (uint32_t)broadcast_tree_outwards(group, arcs);
    run_tree(&tree);
    tree.steps = (uint32_t)broadcast_tree_filled(group, arcs);
    run_tree(&tree);
    return 0;
}

AT_NODE(run_without_links) {
    static const struct cube_mesh ring = {1, {4}}, odd = {1, {3}};
    static const struct broadcast_arc across[] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 1}};
    int32_t mine = 0, all[4];
    host_check(broadcast_tree_allgather(&(struct broadcast_tree){&ring, across, 3, 1}, &mine, all,
                                        sizeof mine, NULL) == -EINVAL);
    host_check(broadcast_tree_allgather(&(struct broadcast_tree){&odd, across, 2, 1}, &mine, all,
                                        sizeof mine, NULL) == -EINVAL);
}

TEST(runs_deliver) {
    static struct cube_mesh runs[] = {
        {1, {8}}, {1, {6}}, {2, {4, 2}}, {3, {2, 2, 2}}, {2, {1, 4}}, {1, {1}},
    };
    for (size_t k = 0; k < sizeof runs / sizeof runs[0]; k++)
        assert_int_equal(host_run(3, NULL, run_both, &runs[k]), HOST_OK);
    assert_int_equal(host_run(2, NULL, run_without_links, NULL), HOST_OK);
}
