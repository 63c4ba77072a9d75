/* Tests transfers from one node of a ring or mesh to one other: the lengths of the paths, the steps
 * compared with maximal flows over time, and the calls. */
#include <errno.h>
#include <string.h>

#include "collectives/mesh/paths.h"
#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "net/node.h"
#include "tests/host/host.h"
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

/* The numbers of docs/theory.md: 64 packets from rank 0 to a neighbour and to the farthest. */
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

/* ---- No fewer steps would do ----
 *
 * In T steps as many packets can come as the greatest flow from the root before the first step to
 * the target after the last one, where each link carries one in each step and any number waits at a
 * node: a greatest flow (Ford and Fulkerson) in a network of a copy of each node for each time.
 */
enum { SMALL_NODES = 16, SMALL_PORTS = 4, TIMES = 16, PLACES = TIMES * SMALL_NODES };

struct times {
    const struct shape *shape;
    uint32_t steps;
    bool linked[SMALL_NODES][SMALL_PORTS];
    int carried[PLACES][SMALL_PORTS]; /* from a place over the link on a port, a step later */
    int waited[PLACES];               /* at a node from a place to a step later */
    bool seen[PLACES];
};

/* Pushes one packet more from a place to the target's last; depth first. */
static bool push_one(struct times *times, uint32_t place, uint32_t goal) {
    uint32_t node = place % SMALL_NODES, time = place / SMALL_NODES;
    if (place == goal)
        return true;
    if (times->seen[place])
        return false;
    times->seen[place] = true;
    for (uint32_t port = 0; port < SMALL_PORTS; port++) {
        uint32_t other = node ^ 1u << port;
        uint32_t later = place - node + SMALL_NODES + other, earlier = later - 2 * SMALL_NODES;
        if (!times->linked[node][port])
            continue;
        if (time < times->steps && times->carried[place][port] == 0 &&
            push_one(times, later, goal)) {
            times->carried[place][port] = 1;
            return true;
        }
        if (time > 0 && times->carried[earlier][port] == 1 && push_one(times, earlier, goal)) {
            times->carried[earlier][port] = 0;
            return true;
        }
    }
    if (time < times->steps && push_one(times, place + SMALL_NODES, goal)) {
        times->waited[place]++;
        return true;
    }
    if (time > 0 && times->waited[place - SMALL_NODES] > 0 &&
        push_one(times, place - SMALL_NODES, goal)) {
        times->waited[place - SMALL_NODES]--;
        return true;
    }
    return false;
}

/* How many packets can arrive in so many steps. */
static uint32_t most_in(const struct shape *shape, uint32_t steps) {
    static struct times times;
    memset(&times, 0, sizeof times);
    times.shape = shape;
    times.steps = steps;
    for (uint32_t rank = 0; rank < mesh_nodes(shape); rank++)
        for (uint32_t axis = 0; axis < shape->axes; axis++) {
            uint32_t position = mesh_position_of_rank(shape, rank, axis);
            if (shape->side[axis] == 1)
                continue;
            times.linked[mesh_node(shape, rank)][mesh_port_next(shape, axis, position)] = true;
            times.linked[mesh_node(shape, rank)][mesh_port_before(shape, axis, position)] = true;
        }
    uint32_t packets = 0;
    uint32_t goal = steps * SMALL_NODES + mesh_node(shape, shape->target);
    while (push_one(&times, mesh_node(shape, shape->root), goal)) {
        memset(times.seen, 0, sizeof times.seen);
        packets++;
    }
    return packets;
}

TEST(no_fewer_steps_would_do) {
    static const uint32_t sides[][2] = {{8, 0}, {6, 0}, {16, 0}, {4, 4}, {2, 8},
                                        {8, 2}, {2, 4}, {2, 2},  {2, 6}};
    const struct algorithm *paths = catalogue_find("mesh-transfer-paths");
    for (size_t m = 0; m < sizeof sides / sizeof sides[0]; m++) {
        struct shape shape = mesh_of(4, sides[m][0], sides[m][1]);
        for (uint32_t target = 1; target < mesh_nodes(&shape); target++) {
            shape.root = target % 3;
            shape.target = target;
            if (shape.root == target)
                continue;
            uint32_t most = 0;
            for (uint32_t steps = 0; steps + 1 < TIMES; steps++) {
                uint32_t before = most;
                most = most_in(&shape, steps);
                if (most > before) {
                    shape.packets = most;
                    assert_int_equal(algorithm_steps(paths, &shape), steps);
                    shape.packets = before + 1;
                    assert_int_equal(algorithm_steps(paths, &shape), steps);
                }
            }
        }
    }
}

/* ---- Calls ---- */

enum { MOST = 70000 }; /* bytes, which is long */

static uint8_t byte_at(int source, size_t i) {
    return (uint8_t)((size_t)source * 59 + i * 7 + i / 251);
}

static int check_transfer(const struct cube_choice *choice, const struct cube_mesh *mesh,
                          size_t bytes, int source, int target) {
    static NODE_LOCAL uint8_t send[MOST], recv[MOST];
    int me = cube_mesh_rank(mesh, cube_node()); /* < 0: idle */
    bool right = true;
    for (size_t i = 0; i < bytes; i++) {
        send[i] = byte_at(me, i);
        recv[i] = (uint8_t)~byte_at(source, i);
    }
    int error = cube_mesh_transfer(choice, mesh, me == source ? send : NULL,
                                   me == target ? recv : NULL, bytes, source, target);
    for (size_t i = 0; i < bytes; i++)
        right =
            right && recv[i] == (me == target ? byte_at(source, i) : (uint8_t)~byte_at(source, i));
    host_check(right);
    return error;
}

static int run_calls(void *argument) {
    const struct cube_mesh *mesh = argument;
    static const size_t sizes[] = {0, 1, 1000, MOST};
    int last = (int)(mesh->side[0] * (mesh->axes == 2 ? mesh->side[1] : 1)) - 1;
    for (int source = 0; source <= last; source++)
        for (int target = 0; target <= last; target++) {
            struct cube_choice choice = {.packets = 1 + (unsigned)(3 * source + target) % 11};
            choice.algorithm = "mesh-transfer-path";
            host_check(check_transfer(&choice, mesh, 50, source, target) == 0);
            choice.algorithm = "mesh-transfer-paths";
            host_check(check_transfer(&choice, mesh, 50, source, target) == 0);
        }
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        host_check(check_transfer(NULL, mesh, sizes[k], last / 2, last) == 0);
    return 0;
}

TEST(calls_deliver) {
    static struct cube_mesh meshes[] = {{1, {2}}, {1, {6}}, {1, {8}}, {2, {4, 4}}, {2, {6, 2}}};
    static const uint32_t dimensions[] = {1, 3, 3, 4, 5};
    for (size_t k = 0; k < sizeof meshes / sizeof meshes[0]; k++)
        assert_int_equal(host_run(dimensions[k], NULL, run_calls, &meshes[k]), HOST_OK);
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    uint8_t a[4] = {0}, b[4];
    const struct cube_mesh ring = {1, {6}};
    struct cube_choice choice = {.ports = CUBE_SIMD};
    host_check(cube_mesh_transfer(NULL, &ring, a, b, 4, 6, 0) == -EINVAL);
    host_check(cube_mesh_transfer(NULL, &ring, a, b, 4, 0, 6) == -EINVAL);
    host_check(cube_mesh_transfer(NULL, &ring, a, b, 4, 0, -1) == -EINVAL);
    host_check(cube_mesh_transfer(NULL, &ring, a, b, SIZE_MAX, 0, 1) == -EINVAL);
    host_check(cube_mesh_transfer(&choice, &ring, a, b, 4, 0, 1) == -EINVAL);
    int me = cube_mesh_rank(&ring, cube_node());
    if (me < 0)
        return 0;
    host_check(cube_mesh_transfer(NULL, &ring, NULL, b, 4, me, me) == -EINVAL);
    host_check(cube_mesh_transfer(NULL, &ring, a, NULL, 4, me, me) == -EINVAL);
    host_check(cube_mesh_transfer(NULL, &ring, NULL, NULL, 0, 0, 3) == 0);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(3, NULL, run_wrong_calls, NULL), HOST_OK);
}

static int run_other_sizes(void *argument) {
    const struct cube_mesh ring = {1, {2}};
    uint8_t a[4] = {0}, b[4];
    (void)argument;
    int error = cube_mesh_transfer(NULL, &ring, a, b, cube_node() == 0 ? 4 : 3, 0, 1);
    host_check(error == (cube_node() == 0 ? 0 : -EMSGSIZE));
    return 0;
}

TEST(other_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}
