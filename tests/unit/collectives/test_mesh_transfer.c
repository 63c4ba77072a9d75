/* Tests transfers from one node of a ring or mesh to one other: the lengths of the paths, and the
 * steps by the numbers of the literature. That no fewer would do is shown by tests/check. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/mesh/paths.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

static struct shape mesh_of(uint32_t dimension, uint32_t first, uint32_t second) {
    struct shape shape = shape_of(dimension);
    shape.axes = second == 0 ? 1 : 2;
    shape.side[0] = first;
    shape.side[1] = second;
    return shape;
}

/* ---- Numbers ---- */

/* Round a ring of s nodes, over a distance of h, k packets take the least T with (T - h + 1) + (T -
 * (s - h) + 1) >= k. */
TEST(rings_use_both_ways) {
    const struct algorithm *one = catalogue_find("mesh-transfer-path");
    const struct algorithm *both = catalogue_find("mesh-transfer-paths");
    for (uint32_t side = 4; side <= 32; side += 2)
        for (uint32_t target = 1; target < side; target++)
            for (uint32_t k = 1; k <= 40; k++) {
                struct shape shape = mesh_of(5, side, 0);
                shape.target = target;
                shape.packets = k;
                uint32_t near = ring_distance(side, target);
                uint32_t far = side - near;
                uint32_t steps = near;
                while (steps - near + 1 + (steps < far ? 0 : steps - far + 1) < k)
                    steps++;
                uint32_t by_far = steps < far ? 0 : k - (steps - near + 1);
                assert_int_equal(algorithm_steps(one, &shape), k + near - 1);
                assert_int_equal(algorithm_packets(one, &shape), k * near);
                assert_int_equal(algorithm_steps(both, &shape), steps);
                assert_int_equal(algorithm_bound(both, &shape), steps);
                assert_int_equal(algorithm_packets(both, &shape), k * near + by_far * (far - near));
            }
}

/* The four paths of Ozveren's figure 7, on a mesh that is too large for ways round its ends to be
 * shorter. Their mean length is d + 2 if the nodes are not aligned and d + 3 if they are, where
 * some have two links more and others two fewer. */
TEST(squares_have_four_paths) {
    struct mesh_paths paths;
    for (uint32_t row = 0; row <= 3; row++)
        for (uint32_t column = 1; column <= 3; column++) {
            struct shape shape = mesh_of(8, 16, 16);
            uint32_t d = row + column;
            shape.root = 2 * 16 + 5;
            shape.target = (2 + row) * 16 + 5 + column;
            shape.packets = 1000;
            mesh_paths_find(&shape, CUBE_MAX_DIMENSION, &paths, false);
            assert_int_equal(paths.count, 4);
            uint32_t sum = 0;
            for (uint32_t k = 0; k < 4; k++)
                sum += paths.path[k].length;
            assert_int_equal(sum, row > 0 ? 4 * (d + 2) : 4 * (d + 3));
            assert_int_equal(paths.steps, (1000 + sum + 3) / 4 - 1);
        }
}

/* A mesh whose sides are all 2 is the cube, and its paths are as good as those found by rule. */
TEST(sides_of_two_are_the_cube) {
    for (uint32_t n = 1; n <= 6; n++)
        for (uint32_t h = 1; h <= n; h++)
            for (uint32_t k = 1; k <= 40; k++) {
                struct shape shape = shape_of(n);
                shape.root = 5 % shape_nodes(&shape);
                shape.target = shape.root ^ ((1u << h) - 1);
                shape.packets = k;
                uint32_t steps = algorithm_steps(catalogue_find("transfer-paths"), &shape);
                shape.axes = n;
                for (uint32_t axis = 0; axis < n; axis++)
                    shape.side[axis] = 2;
                assert_int_equal(algorithm_steps(catalogue_find("mesh-transfer-paths"), &shape),
                                 steps);
            }
}

/* The numbers of docs/explain/theory.md: 64 packets from rank 0 to a neighbour and to the farthest.
 */
TEST(numbers_of_the_docs) {
    static const struct {
        uint32_t dimension, first, second, target, by_one, by_all;
    } known[] = {
        {3, 8, 0, 1, 64, 35},  {3, 8, 0, 4, 67, 35},   {4, 4, 4, 1, 64, 18},
        {4, 4, 4, 10, 67, 19}, {8, 16, 16, 1, 64, 19}, {8, 16, 16, 136, 79, 31},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        struct shape shape = mesh_of(known[k].dimension, known[k].first, known[k].second);
        shape.target = known[k].target;
        shape.packets = 64;
        assert_int_equal(algorithm_steps(catalogue_find("mesh-transfer-path"), &shape),
                         known[k].by_one);
        assert_int_equal(algorithm_steps(catalogue_find("mesh-transfer-paths"), &shape),
                         known[k].by_all);
    }
}
