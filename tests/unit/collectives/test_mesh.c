/* Tests rings and meshes: the embedding, the counts of the literature, and the results of calls. */
#include <errno.h>
#include <string.h>

#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "tests/check/checker.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/operators.h"
#include "tests/unit/test.h"

/* ---- The embedding ---- */

TEST(neighbours_are_neighbours) {
    for (uint32_t side = 2; side <= 512; side += 2) {
        struct shape shape = shape_of(9);
        shape.axes = 1;
        shape.side[0] = side;
        assert_true(mesh_fits(&shape));
        uint32_t found = 0;
        for (uint32_t node = 0; node < 512; node++)
            found += mesh_has(&shape, node);
        assert_int_equal(found, side);
        for (uint32_t rank = 0; rank < side; rank++) {
            uint32_t node = mesh_node(&shape, rank);
            uint32_t next = mesh_node(&shape, (rank + 1) % side);
            assert_true(mesh_has(&shape, node));
            assert_int_equal(mesh_rank(&shape, node), rank);
            assert_int_equal(node ^ next, 1u << mesh_port_next(&shape, 0, rank));
            assert_int_equal(mesh_port_before(&shape, 0, (rank + 1) % side),
                             mesh_port_next(&shape, 0, rank));
        }
    }
}

TEST(ranks_are_row_major) {
    struct shape shape = shape_of(6);
    shape.axes = 3;
    shape.side[0] = 2;
    shape.side[1] = 6;
    shape.side[2] = 4;
    assert_true(mesh_fits(&shape));
    assert_int_equal(mesh_nodes(&shape), 48);
    for (uint32_t rank = 0; rank < 48; rank++) {
        uint32_t node = mesh_node(&shape, rank);
        assert_int_equal(mesh_rank(&shape, node), rank);
        assert_int_equal(mesh_position(&shape, node, 0), rank / 24);
        assert_int_equal(mesh_position(&shape, node, 1), rank / 4 % 6);
        assert_int_equal(mesh_position(&shape, node, 2), rank % 4);
    }
    shape.dimension = 5;
    assert_false(mesh_fits(&shape));
    shape.dimension = 6;
    shape.side[1] = 3; /* a cube has no odd ring */
    assert_false(mesh_fits(&shape));
    shape.side[1] = 0;
    assert_false(mesh_fits(&shape));
}

/* ---- Numbers ---- */

#define DIMENSIONS                                                                                 \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define OTHERS                                                                                     \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 } /* p - 1 */
#define HALF                                                                                       \
    { 0, 1, 2, 4, 8, 16, 32, 64, 128, 256 } /* p / 2 */
#define PAIRS                                                                                      \
    { 0, 2, 12, 56, 240, 992, 4032, 16256, 65280, 261632 } /* p (p - 1) */
#define HALVING_LINKS                                                                              \
    { 0, 1, 4, 12, 32, 80, 192, 448, 1024, 2304 } /* (p / 2) log p */
#define HALVING_WORDS                                                                              \
    { 0, 1, 6, 28, 120, 496, 2016, 8128, 32640, 130816 } /* sum of all distances, p (p - 1) / 2 */

/* Rings of all nodes: section 4 of Grama et al., by n. */
static const struct numbers rings[] = {
    {"mesh-bcast", 1, DIMENSIONS, DIMENSIONS, HALVING_LINKS, HALVING_LINKS},
    {"mesh-reduce", 1, DIMENSIONS, DIMENSIONS, HALVING_LINKS, HALVING_LINKS},
    {"mesh-scatter", 1, DIMENSIONS, DIMENSIONS, HALVING_LINKS, HALVING_WORDS},
    {"mesh-gather", 1, DIMENSIONS, DIMENSIONS, HALVING_LINKS, HALVING_WORDS},
    {"mesh-allgather", 1, OTHERS, OTHERS, PAIRS, PAIRS},
    {"mesh-reduce-scatter", 1, OTHERS, OTHERS, PAIRS, PAIRS},
    {"mesh-reduce-scatter-ordered",
     1,
     OTHERS,
     HALF,
     PAIRS,
     {0, 2, 15, 77, 345, 1457, 5985, 24257, 97665, 391937}}, /* (p - 1) (3 p / 2 - 1) */
    {"mesh-allreduce", 1, OTHERS, HALF, PAIRS, PAIRS},
    {"mesh-scan", 1, OTHERS, HALF, PAIRS, PAIRS},
    {"mesh-alltoall",
     1,
     OTHERS,
     HALF,
     PAIRS,
     {0, 2, 16, 128, 1024, 8192, 65536, 524288, 4194304, 33554432}}, /* p p^2 / 4 */
    {"mesh-alltoall-one-way",
     1,
     OTHERS,
     HALF,
     PAIRS,
     {0, 2, 24, 224, 1920, 15872, 129024, 1040384, 8355840, 66977792}}, /* p p (p - 1) / 2 */
};

TEST(rings_have_the_numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof rings / sizeof rings[0]; k++)
        assert_true(numbers_are(&rings[k]));
}

/* A square mesh of s x s, p = s^2: steps, and words that a node sends (of all nodes for those that
 * go from or to a root), as the literature has them. */
TEST(squares_have_the_numbers_of_the_literature) {
    for (uint32_t n = 2; n <= 8; n += 2) {
        struct shape shape = shape_of(n);
        uint64_t p = 1u << n;
        uint64_t s = 1u << n / 2;
        shape.axes = 2;
        shape.side[0] = shape.side[1] = (uint32_t)s;
        const struct {
            const char *name;
            uint64_t steps;
            uint64_t packets;
            uint64_t words;
        } squares[] = {
            {"mesh-bcast", n, (s + 1) * n / 2 * s / 2, (s + 1) * n / 2 * s / 2},
            {"mesh-reduce", n, (s + 1) * n / 2 * s / 2, (s + 1) * n / 2 * s / 2},
            {"mesh-allgather", 2 * (s - 1), p * 2 * (s - 1), p * (p - 1)},
            {"mesh-reduce-scatter", 2 * (s - 1), p * 2 * (s - 1), p * (p - 1)},
            {"mesh-allreduce", 2 * (s - 1), p * 2 * (s - 1), p * 2 * (s - 1)},
            {"mesh-allreduce-long", 4 * (s - 1), p * 4 * (s - 1), p * 2 * (p - 1)},
            {"mesh-scan", 2 * (s - 1), p * 2 * (s - 1), p * 2 * (s - 1)},
            {"mesh-alltoall-one-way", 2 * (s - 1), p * 2 * (s - 1), p * p * (s - 1)},
            {"mesh-alltoall", 2 * (s - 1), p * 2 * (s - 1), p * p * s / 2},
        };
        for (size_t k = 0; k < sizeof squares / sizeof squares[0]; k++) {
            const struct algorithm *algorithm = catalogue_find(squares[k].name);
            assert_non_null(algorithm);
            assert_int_equal(algorithm_steps(algorithm, &shape), squares[k].steps);
            assert_int_equal(algorithm_packets(algorithm, &shape), squares[k].packets);
            assert_int_equal(algorithm_link_words(algorithm, &shape), squares[k].words);
        }
    }
}

/* Notes a packet on a link that leads round the end of a ring. */
static void see_end(void *argument, const struct passage *passage) {
    const struct shape *shape = argument;
    uint32_t from = mesh_rank(shape, passage->from);
    uint32_t to = mesh_rank(shape, passage->from ^ 1u << passage->port);
    assert_int_equal(from > to ? from - to : to - from, 1);
}

/* On the slides this is for a linear array: no packet goes round the end. */
TEST(halving_needs_a_line_only) {
    static const char *const names[] = {"mesh-bcast", "mesh-reduce", "mesh-scatter", "mesh-gather"};
    struct shape shape = shape_of(4);
    struct finding finding;
    shape.axes = 1;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (shape.side[0] = 4; shape.side[0] <= 16; shape.side[0] += 2)
            for (shape.root = 0; shape.root < shape.side[0]; shape.root++)
                assert_true(
                    watch_schedule(catalogue_find(names[k]), &shape, &finding, see_end, &shape));
}

static uint32_t distance(uint32_t side, uint32_t position) {
    position %= side;
    return position < side - position ? position : side - position;
}

/* dist(r) + [r > 0] + min(dist(c), dist(c + 1)), the last only if r > 0; at most s. */
TEST(shifts_have_the_numbers_of_the_literature) {
    const struct algorithm *algorithm = catalogue_find("mesh-shift");
    for (uint32_t n = 0; n <= 8; n += 2) {
        uint32_t s = 1u << n / 2;
        for (uint32_t q = 0; q < s * s; q++) {
            struct shape shape = shape_of(n);
            shape.shift = q;
            assert_int_equal(algorithm_steps(algorithm, &shape), distance(s * s, q)); /* a ring */
            shape.axes = 2;
            shape.side[0] = shape.side[1] = s;
            uint32_t r = q % s;
            uint32_t c = q / s;
            uint32_t columns = distance(s, c);
            if (r > 0)
                columns = 1 + (distance(s, c + 1) < columns ? distance(s, c + 1) : columns);
            assert_int_equal(algorithm_steps(algorithm, &shape), distance(s, r) + columns);
            assert_in_range(algorithm_steps(algorithm, &shape), 0, s);
        }
    }
}

/* ---- The calls ---- */

enum { COUNT = 3, MOST = 64 };

static int64_t value(int rank, int i) {
    return (int64_t)(rank + 1) * 1000 + i;
}

static int64_t sum_of(int last, int i) {
    int64_t sum = 0;
    for (int rank = 0; rank <= last; rank++)
        sum += value(rank, i);
    return sum;
}

static struct map map_of(int rank) {
    return (struct map){(uint32_t)rank + 2, (uint32_t)rank * 5 + 1};
}

static bool is_composed(const struct map *has, int last) {
    struct map expected = map_of(0);
    for (int rank = 1; rank <= last; rank++) {
        struct map next = map_of(rank);
        compose(&expected, &next, 1, NULL);
        expected = next;
    }
    return has->a == expected.a && has->b == expected.b;
}

static void reductions(const struct cube_mesh *mesh, int me, int nodes) {
    int64_t send[COUNT], recv[COUNT], many[MOST * COUNT];
    const struct cube_choice by_blocks = {.algorithm = "mesh-allreduce-long"};
    for (int i = 0; i < COUNT; i++)
        send[i] = value(me, i);
    for (int root = 0; root < nodes; root++) {
        memset(recv, 0, sizeof recv);
        host_check(cube_mesh_reduce(NULL, mesh, send, recv, COUNT, &cube_int64, &cube_sum, root) ==
                   0);
        for (int i = 0; i < COUNT; i++)
            host_check(recv[i] == (me == root ? sum_of(nodes - 1, i) : 0));
        memcpy(recv, send, sizeof recv);
        host_check(cube_mesh_bcast(NULL, mesh, recv, COUNT, &cube_int64, root) == 0);
        for (int i = 0; me >= 0 && i < COUNT; i++)
            host_check(recv[i] == value(root, i));
    }
    host_check(cube_mesh_allreduce(NULL, mesh, send, recv, COUNT, &cube_int64, &cube_sum) == 0);
    for (int i = 0; me >= 0 && i < COUNT; i++)
        host_check(recv[i] == sum_of(nodes - 1, i));
    memset(recv, 0, sizeof recv);
    host_check(cube_mesh_allreduce(&by_blocks, mesh, send, recv, COUNT, &cube_int64, &cube_sum) ==
               0);
    for (int i = 0; me >= 0 && i < COUNT; i++)
        host_check(recv[i] == sum_of(nodes - 1, i));
    host_check(cube_mesh_scan(NULL, mesh, send, recv, COUNT, &cube_int64, &cube_sum) == 0);
    for (int i = 0; me >= 0 && i < COUNT; i++)
        host_check(recv[i] == sum_of(me, i));
    for (int k = 0; k < nodes * COUNT; k++)
        many[k] = value(me, k);
    host_check(cube_mesh_reduce_scatter(NULL, mesh, many, recv, COUNT, &cube_int64, &cube_sum) ==
               0);
    for (int i = 0; me >= 0 && i < COUNT; i++)
        host_check(recv[i] == sum_of(nodes - 1, me * COUNT + i));
}

static void order(const struct cube_mesh *mesh, int me, int nodes) {
    struct map mine = map_of(me), all;
    const struct cube_choice by_blocks = {.algorithm = "mesh-allreduce-long"};
    for (int root = 0; root < nodes; root++) {
        host_check(cube_mesh_reduce(NULL, mesh, &mine, &all, 1, &map_type, &composition, root) ==
                   0);
        host_check(me != root || is_composed(&all, nodes - 1));
    }
    host_check(cube_mesh_allreduce(NULL, mesh, &mine, &all, 1, &map_type, &composition) == 0);
    host_check(me < 0 || is_composed(&all, nodes - 1));
    host_check(cube_mesh_scan(NULL, mesh, &mine, &all, 1, &map_type, &composition) == 0);
    host_check(me < 0 || is_composed(&all, me));
    host_check(cube_mesh_allreduce(&by_blocks, mesh, &mine, &all, 1, &map_type, &composition) ==
               -EINVAL);
    struct map many[MOST];
    for (int k = 0; me >= 0 && k < nodes; k++)
        many[k] = mine;
    host_check(cube_mesh_reduce_scatter(NULL, mesh, many, &all, 1, &map_type, &composition) == 0);
    host_check(me < 0 || is_composed(&all, nodes - 1));
    const struct cube_choice round = {.algorithm = "mesh-reduce-scatter"};
    host_check(cube_mesh_reduce_scatter(&round, mesh, many, &all, 1, &map_type, &composition) ==
               -EINVAL);
}

static void blocks(const struct cube_mesh *mesh, int me, int nodes) {
    int32_t send[MOST] = {0}, recv[MOST] = {0};
    for (int root = 0; root < nodes; root++) {
        for (int r = 0; r < nodes; r++)
            send[r] = me * 100 + r;
        host_check(cube_mesh_scatter(NULL, mesh, me == root ? send : NULL, recv, sizeof recv[0],
                                     root) == 0);
        host_check(me < 0 || recv[0] == root * 100 + me);
        host_check(cube_mesh_gather(NULL, mesh, send, me == root ? recv : NULL, sizeof recv[0],
                                    root) == 0);
        for (int r = 0; me == root && r < nodes; r++)
            host_check(recv[r] == r * 100);
    }
    host_check(cube_mesh_allgather(NULL, mesh, send, recv, sizeof recv[0]) == 0);
    for (int r = 0; me >= 0 && r < nodes; r++)
        host_check(recv[r] == r * 100);
    for (int q = -nodes; q <= nodes; q++) {
        host_check(cube_mesh_shift(NULL, mesh, send, recv, sizeof recv[0], q) == 0);
        host_check(me < 0 || recv[0] == (me - q + 2 * nodes) % nodes * 100);
    }
    host_check(cube_mesh_alltoall(NULL, mesh, send, recv, sizeof recv[0]) == 0);
    for (int r = 0; me >= 0 && r < nodes; r++)
        host_check(recv[r] == r * 100 + me);
}

static int run_calls(void *argument) {
    const struct cube_mesh *mesh = argument;
    int nodes = 1;
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        nodes *= (int)mesh->side[axis];
    int me = cube_mesh_rank(mesh, cube_node()); /* < 0: idle */
    host_check(me < 0 || cube_mesh_node(mesh, me) == cube_node());
    host_check(cube_mesh_node(mesh, nodes) == -EINVAL);
    reductions(mesh, me, nodes);
    order(mesh, me, nodes);
    blocks(mesh, me, nodes);
    return 0;
}

TEST(calls_deliver) {
    static struct cube_mesh meshes[] = {
        {1, {1}},    {1, {2}},       {1, {8}},    {1, {6}},  {2, {4, 4}},
        {2, {2, 8}}, {3, {2, 4, 2}}, {2, {6, 2}}, {1, {10}}, {3, {2, 6, 2}},
    };
    static const uint32_t dimensions[] = {0, 1, 3, 3, 4, 4, 4, 5, 4, 5};
    for (size_t k = 0; k < sizeof meshes / sizeof meshes[0]; k++)
        assert_int_equal(host_run(dimensions[k], NULL, run_calls, &meshes[k]), HOST_OK);
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    int32_t a[8] = {0}, b[8];
    const struct cube_mesh ring = {1, {8}};
    const struct cube_mesh wrong[] = {{0, {8}},  {10, {8}},   {1, {3}},
                                      {1, {16}}, {2, {6, 2}}, {1, {0}}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        host_check(cube_mesh_bcast(NULL, &wrong[k], a, 1, &cube_int32, 0) == -EINVAL);
        host_check(cube_mesh_rank(&wrong[k], 0) == -EINVAL);
    }
    host_check(cube_mesh_bcast(NULL, NULL, a, 1, &cube_int32, 0) == -EINVAL);
    host_check(cube_mesh_bcast(NULL, &ring, a, 1, &cube_int32, 8) == -EINVAL);
    host_check(cube_mesh_bcast(NULL, &ring, a, 1, &cube_int32, -1) == -EINVAL);
    host_check(cube_mesh_scan(NULL, &ring, a, b, 1, &cube_int32, NULL) == -EINVAL);
    host_check(cube_mesh_allgather(NULL, &ring, NULL, b, 4) == -EINVAL);
    host_check(cube_mesh_shift(&(struct cube_choice){.algorithm = "mesh-scan"}, &ring, a, b, 4,
                               1) == -EINVAL);
    host_check(cube_mesh_rank(&ring, 8) == -EINVAL);
    host_check(cube_mesh_rank(&ring, -1) == -EINVAL);
    host_check(cube_mesh_node(&ring, -1) == -EINVAL);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(3, NULL, run_wrong_calls, NULL), HOST_OK);
}

static int run_other_sizes(void *argument) {
    (void)argument;
    const struct cube_mesh ring = {1, {2}};
    int32_t a[2] = {0}, b[4];
    size_t bytes = cube_node() == 0 ? 4 : 8;
    host_check(cube_mesh_allgather(NULL, &ring, a, b, bytes) == -EMSGSIZE);
    return 0;
}

TEST(other_sizes_are_told) {
    assert_int_equal(host_run(1, NULL, run_other_sizes, NULL), HOST_UNRECEIVED);
}
