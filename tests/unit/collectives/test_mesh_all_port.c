/* Rings and meshes with all ports, and from neighbour to neighbour: the numbers of the literature,
 * or of the checker's bounds; the calls; and nodes that mean different meshes. */
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "tests/check/checker.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* ---- Numbers ---- */

#define OTHERS                                                                                     \
    { 0, 1, 3, 7, 15, 31, 63, 127, 255, 511 } /* p - 1 */
#define HALF                                                                                       \
    { 0, 1, 2, 4, 8, 16, 32, 64, 128, 256 } /* ceil((p - 1) / 2) = p / 2 */
#define PAIRS                                                                                      \
    { 0, 2, 12, 56, 240, 992, 4032, 16256, 65280, 261632 } /* p (p - 1) */
#define DISTANCES                                                                                  \
    { 0, 1, 4, 16, 64, 256, 1024, 4096, 16384, 65536 } /* p^2 / 4 */

static const struct numbers rings[] = {
    {"mesh-bcast-neighbours", 1, HALF, HALF, OTHERS, OTHERS},
    {"mesh-reduce-neighbours", 1, HALF, HALF, OTHERS, OTHERS},
    {"mesh-allgather-all-port", 1, HALF, HALF, PAIRS, PAIRS},
    {"mesh-reduce-scatter-all-port", 1, HALF, HALF, PAIRS, PAIRS},
    {"mesh-gather-all-port", 1, HALF, HALF, DISTANCES, DISTANCES},
    {"mesh-scatter-all-port", 1, HALF, HALF, DISTANCES, DISTANCES},
};

TEST(rings_have_the_numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof rings / sizeof rings[0]; k++)
        assert_true(numbers_are(&rings[k]));
}

static uint32_t ceiling(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}

static struct shape mesh_of(uint32_t axes, const uint32_t side[]) {
    struct shape shape = shape_of(9);
    shape.axes = axes;
    for (uint32_t axis = 0; axis < axes; axis++)
        shape.side[axis] = side[axis];
    return shape;
}

/* Whether the checker proves the schedule with so many steps, and with so few as its own bound if
 * `at_bound`. */
static void takes(const char *name, const struct shape *shape, uint32_t steps, bool at_bound) {
    struct finding finding;
    const struct algorithm *algorithm = catalogue_find(name);
    assert_true(algorithm_applicable(algorithm, shape));
    if (!check_schedule(algorithm, shape, &finding))
        fail_msg("%s, sides %u, %u: %s", name, shape->side[0], shape->side[1], finding.message);
    assert_int_equal(finding.steps, steps);
    assert_int_equal(finding.steps == finding.bound, at_bound);
}

static const struct {
    uint32_t axes;
    uint32_t side[4];
    uint32_t nodes, links, diameter;
} meshes[] = {
    {1, {4}, 4, 2, 2},        {1, {6}, 6, 2, 3},         {1, {64}, 64, 2, 32},
    {2, {4, 4}, 16, 4, 4},    {2, {4, 6}, 24, 4, 5},     {2, {8, 4}, 32, 4, 6},
    {2, {1, 8}, 8, 2, 4},     {2, {10, 10}, 100, 4, 10}, {3, {4, 4, 4}, 64, 6, 6},
    {3, {6, 4, 4}, 96, 6, 7}, {3, {4, 1, 6}, 24, 4, 5},  {4, {4, 4, 4, 4}, 256, 8, 8},
};
enum { MESHES_OF_LONG_SIDES = sizeof meshes / sizeof meshes[0] };

/* k packets on l links in ceil(k / l) + D - 1 steps, where no side is 2: the checker's bound. */
TEST(split_broadcasts_are_at_the_bound) {
    for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++)
        for (uint32_t k = 1; k <= 21; k += 1 + k / 4) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            uint32_t steps = ceiling(k, meshes[m].links) + meshes[m].diameter - 1;
            shape.packets = k;
            shape.root = (7 * k) % meshes[m].nodes;
            takes("mesh-bcast-split", &shape, steps, true);
            takes("mesh-reduce-split", &shape, steps, true);
        }
}

/* k packets with one port round a ring of p in k + p / 2 - 1 steps: the checker's bound. On all
 * ports, but each packet on all of them, in k + D - 1. */
TEST(pipelines_take_their_steps) {
    for (uint32_t p = 2; p <= 32; p += 2)
        for (uint32_t k = 1; k <= 40; k += 1 + k / 2) {
            struct shape shape = mesh_of(1, &p);
            shape.packets = k;
            shape.root = p / 3;
            takes("mesh-bcast-pipelined", &shape, k + p / 2 - 1, true);
            takes("mesh-reduce-pipelined", &shape, k + p / 2 - 1, true);
        }
    for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++)
        for (uint32_t k = 1; k <= 17; k += 4) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            shape.packets = k;
            takes("mesh-bcast-all-port", &shape, k + meshes[m].diameter - 1, k == 1);
            takes("mesh-reduce-all-port", &shape, k + meshes[m].diameter - 1, k == 1);
        }
}

/* Whole messages in as many steps as the farthest node is away, on any mesh. */
TEST(all_others_are_as_far_as_the_diameter) {
    static const struct {
        uint32_t side[3];
        uint32_t diameter;
    } others[] = {{{2, 1, 1}, 1}, {{2, 2, 1}, 2}, {{2, 6, 1}, 4}, {{2, 2, 8}, 6}, {{12, 2, 2}, 8}};
    static const char *const names[] = {"mesh-allreduce-waves", "mesh-allreduce-all-port",
                                        "mesh-scan-all-port", "mesh-alltoall-all-port",
                                        "mesh-bcast-all-port"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            if (meshes[m].nodes <= 100)
                takes(names[k], &shape, meshes[m].diameter, true);
        }
        for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
            struct shape shape = mesh_of(3, others[m].side);
            takes(names[k], &shape, others[m].diameter, true);
        }
    }
}

/* With a block to a packet there are p s / 8 steps for the longest side s, or p / 2 if that is 2:
 * all links of that axis carry a packet in every step. */
TEST(single_blocks_use_all_links) {
    static const struct {
        uint32_t side[3];
        uint32_t steps;
    } others[] = {{{2, 2, 1}, 2},  {{4, 4, 1}, 8},  {{6, 6, 1}, 27}, {{8, 8, 1}, 64},
                  {{4, 6, 1}, 18}, {{2, 6, 1}, 9},  {{2, 4, 1}, 4},  {{2, 2, 2}, 4},
                  {{4, 2, 4}, 16}, {{1, 4, 8}, 32}, {{6, 2, 2}, 18}, {{4, 4, 4}, 32}};
    for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
        struct shape shape = mesh_of(3, others[m].side);
        takes("mesh-alltoall-links", &shape, others[m].steps, true);
    }
}

/* Each block takes 2 (p - 1) packets: round a ring of p there are p - 1 steps, or p if it is joined
 * at a node, and p / 2 on two axes. */
TEST(long_vectors_are_at_the_bound) {
    for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
        struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
        uint32_t p = meshes[m].nodes, l = meshes[m].links;
        if (l == 2)
            takes("mesh-allreduce-long-ring", &shape, p - 1, true);
        if (l <= 4)
            takes("mesh-allreduce-long-all-port", &shape, 2 * ceiling(p - 1, l), l == 4);
    }
}

/* On any mesh of p nodes with l links each there are ceil((p - 1) / l) steps. */
TEST(any_mesh_gathers_on_all_links) {
    static const char *const names[] = {"mesh-allgather-all-port", "mesh-reduce-scatter-all-port",
                                        "mesh-gather-all-port", "mesh-scatter-all-port"};
    static const struct {
        uint32_t side[3];
        uint32_t nodes, links;
    } others[] = {{{2, 1, 1}, 2, 1},  {{2, 2, 1}, 4, 2},  {{2, 6, 1}, 12, 3},
                  {{2, 2, 8}, 32, 4}, {{4, 2, 6}, 48, 5}, {{1, 1, 1}, 1, 1}};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            if (meshes[m].nodes <= 100)
                takes(names[k], &shape, ceiling(meshes[m].nodes - 1, meshes[m].links), true);
        }
        for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
            struct shape shape = mesh_of(3, others[m].side);
            takes(names[k], &shape, ceiling(others[m].nodes - 1, others[m].links), true);
        }
    }
}

/* On s x s nodes there are ceil((s^2 - 1) / 4) steps, for every even s that the cube holds, and the
 * checker proves each schedule. */
TEST(squares_have_the_numbers_of_the_literature) {
    static const char *const names[] = {"mesh-allgather-all-port", "mesh-reduce-scatter-all-port",
                                        "mesh-gather-all-port", "mesh-scatter-all-port"};
    for (uint32_t s = 4; s <= 16; s += 2)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            const struct algorithm *algorithm = catalogue_find(names[k]);
            struct shape shape = shape_of(s == 4 ? 4 : s <= 8 ? 6 : 8);
            struct finding finding;
            shape.axes = 2;
            shape.side[0] = shape.side[1] = s;
            shape.root = algorithm->varies & VARIES_ROOT ? s + 2 : 0;
            assert_true(algorithm_applicable(algorithm, &shape));
            if (!check_schedule(algorithm, &shape, &finding))
                fail_msg("%s, side %u: %s", names[k], s, finding.message);
            assert_int_equal(finding.steps, (s * s - 1 + 3) / 4);
            assert_int_equal(algorithm_bound(algorithm, &shape), finding.steps);
            assert_int_equal(finding.link_words,
                             k < 2 ? s * s * (s * s - 1) : s * s * s / 2 /* the distances */);
        }
}

/* Where sides are no powers of two, there are p^2 / 4 words a node round a ring of p, by the
 * shorter way, and p s / 2 on s x s. */
TEST(exchange_on_even_sides) {
    for (uint32_t s = 2; s <= 14; s += 2)
        for (uint32_t axes = 1; axes <= 2; axes++) {
            struct shape shape = shape_of(8);
            struct finding finding;
            shape.axes = axes;
            shape.side[0] = shape.side[1] = s;
            uint32_t p = mesh_nodes(&shape);
            assert_true(check_schedule(catalogue_find("mesh-alltoall"), &shape, &finding));
            assert_int_equal(finding.steps, axes * (s - 1));
            assert_int_equal(finding.link_words, axes * p * (p * s / 4));
            assert_true(check_schedule(catalogue_find("mesh-alltoall-one-way"), &shape, &finding));
            assert_int_equal(finding.link_words, axes * p * (p * (s - 1) / 2));
        }
}

/* ---- Calls ---- */

enum { MOST = 40 };

/* A broadcast and its reduction. Without names: those for all ports. */
static const char *const pairs[][2] = {
    {NULL, NULL},
    {"mesh-bcast-neighbours", "mesh-reduce-neighbours"},
    {"mesh-bcast-pipelined", "mesh-reduce-pipelined"},
    {"mesh-bcast-all-port", "mesh-reduce-all-port"},
    {"mesh-bcast-split", "mesh-reduce-split"},
};
enum { PAIRS_OF_NAMES = sizeof pairs / sizeof pairs[0], SPLIT = PAIRS_OF_NAMES - 1, NUMBERS = 11 };

/* A broadcast of several numbers in several packets, and a reduction of them. */
static void check_broadcast(const struct cube_mesh *mesh, int me, int nodes, int root, int pair) {
    const struct cube_choice by[2] = {
        {.algorithm = pairs[pair][0], .ports = pair == 0 ? CUBE_ALL_PORT : CUBE_ANY_PORTS},
        {.algorithm = pairs[pair][1], .ports = pair == 0 ? CUBE_ALL_PORT : CUBE_ANY_PORTS},
    };
    struct cube_choice several[2] = {by[0], by[1]};
    int32_t number[NUMBERS], sum[NUMBERS];
    bool has_two = false;
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        has_two = has_two || mesh->side[axis] == 2;
    if (pair > 1)
        several[0].packets = several[1].packets = 5;
    for (int k = 0; k < NUMBERS; k++)
        number[k] = me == root ? root + 7 * k : -1;
    int error = cube_mesh_bcast(&several[0], mesh, number, NUMBERS, &cube_int32, root);
    if (pair == SPLIT && has_two) {
        host_check(error == -EINVAL);
        return;
    }
    host_check(error == 0);
    for (int k = 0; me >= 0 && k < NUMBERS; k++)
        host_check(number[k] == root + 7 * k);
    for (int k = 0; k < NUMBERS; k++)
        number[k] = me * 100 + k;
    host_check(cube_mesh_reduce(&several[1], mesh, number, sum, NUMBERS, &cube_int32, &cube_sum,
                                root) == 0);
    for (int k = 0; me == root && k < NUMBERS; k++)
        host_check(sum[k] == nodes * (nodes - 1) / 2 * 100 + nodes * k);
}

/* All-reduce, scan and total exchange with all ports. (test_order.c has operators that do not
 * commute.) */
static void check_combining(const struct cube_mesh *mesh, int me, int nodes) {
    const struct cube_choice all_port = {.ports = CUBE_ALL_PORT};
    int32_t send[MOST], recv[MOST], number = me + 1, total = 0;
    host_check(cube_mesh_allreduce(&all_port, mesh, &number, &total, 1, &cube_int32, &cube_sum) ==
               0);
    host_check(me < 0 || total == nodes * (nodes + 1) / 2);
    host_check(cube_mesh_scan(&all_port, mesh, &number, &total, 1, &cube_int32, &cube_sum) == 0);
    host_check(me < 0 || total == (me + 1) * (me + 2) / 2);
    for (int r = 0; r < nodes; r++)
        send[r] = me * 100 + r;
    host_check(cube_mesh_alltoall(&all_port, mesh, send, recv, sizeof recv[0]) == 0);
    for (int r = 0; me >= 0 && r < nodes; r++)
        host_check(recv[r] == r * 100 + me);
    const struct cube_choice all_links = {.algorithm = "mesh-alltoall-links"};
    memset(recv, 0, sizeof recv);
    int error = cube_mesh_alltoall(&all_links, mesh, send, recv, sizeof recv[0]);
    host_check(error == (mesh->axes > 1 ? 0 : -EINVAL));
    for (int r = 0; error == 0 && me >= 0 && r < nodes; r++)
        host_check(recv[r] == r * 100 + me);
}

static int run_calls(void *argument) {
    const struct cube_mesh *mesh = argument;
    const struct cube_choice all_port = {.ports = CUBE_ALL_PORT};
    int nodes = 1;
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        nodes *= (int)mesh->side[axis];
    int me = cube_mesh_rank(mesh, cube_node()); /* < 0: idle */
    int32_t send[MOST] = {0}, recv[MOST] = {0}, sum;
    for (int r = 0; r < nodes; r++)
        send[r] = me * 100 + r;
    host_check(cube_mesh_allgather(&all_port, mesh, send, recv, sizeof recv[0]) == 0);
    for (int r = 0; me >= 0 && r < nodes; r++)
        host_check(recv[r] == r * 100);
    host_check(cube_mesh_reduce_scatter(&all_port, mesh, send, &sum, 1, &cube_int32, &cube_sum) ==
               0);
    host_check(me < 0 || sum == nodes * (nodes - 1) / 2 * 100 + nodes * me);
    check_combining(mesh, me, nodes);
    for (int root = 0; root < nodes; root++) {
        host_check(cube_mesh_scatter(&all_port, mesh, me == root ? send : NULL, recv,
                                     sizeof recv[0], root) == 0);
        host_check(me < 0 || recv[0] == root * 100 + me);
        host_check(cube_mesh_gather(&all_port, mesh, send, me == root ? recv : NULL, sizeof recv[0],
                                    root) == 0);
        for (int r = 0; me == root && r < nodes; r++)
            host_check(recv[r] == r * 100);
        for (int pair = 0; pair < PAIRS_OF_NAMES; pair++)
            check_broadcast(mesh, me, nodes, root, pair);
    }
    return 0;
}

TEST(calls_deliver) {
    static struct cube_mesh meshes[] = {{1, {1}},       {1, {2}},      {1, {8}},    {1, {6}},
                                        {2, {4, 4}},    {2, {6, 6}},   {2, {2, 4}}, {2, {2, 2}},
                                        {3, {2, 2, 2}}, {3, {4, 1, 6}}};
    static const uint32_t dimensions[] = {0, 1, 3, 4, 4, 6, 3, 2, 3, 5};
    for (size_t k = 0; k < sizeof meshes / sizeof meshes[0]; k++)
        assert_int_equal(host_run(dimensions[k], NULL, run_calls, &meshes[k]), HOST_OK);
}

static int run_wrong_calls(void *argument) {
    (void)argument;
    const struct cube_mesh mesh = {2, {2, 4}};
    const struct cube_choice on_rings = {.algorithm = "mesh-allgather-exchange"};
    int32_t a[8] = {0}, b[8];
    host_check(cube_mesh_allgather(&on_rings, &mesh, a, b, sizeof a[0]) == -EINVAL);
    host_check(cube_mesh_gather(&(struct cube_choice){.ports = CUBE_ALL_PORT}, &mesh, a, b,
                                sizeof a[0], 8) == -EINVAL);
    return 0;
}

TEST(wrong_calls_are_refused) {
    assert_int_equal(host_run(3, NULL, run_wrong_calls, NULL), HOST_OK);
}

/* ---- Nodes that mean different meshes ----
 *
 * Packets say which mesh they are for only by a hash of its sides in the header. Each run has to
 * end in an error, in a deadlock, or with packets that nobody received, unless each node has what
 * its own mesh promises.
 */
static const struct cube_mesh all_meshes[] = {
    {1, {8}}, {1, {6}}, {1, {4}}, {1, {2}}, {2, {2, 4}}, {2, {4, 2}}, {2, {2, 2}}, {3, {2, 2, 2}},
};
enum { MESHES = sizeof all_meshes / sizeof all_meshes[0] };

enum which { ALLGATHER, BROADCAST, SHIFT, ALLTOALL, CALLS };

struct mismatch {
    const struct cube_mesh *mesh[2];
    int others; /* set of nodes that mean the second one */
    enum which call;
    atomic_int wrong; /* nodes that were told of no error and have wrong data */
};

/* A block: the number of the node that it is from, and the rank that it is for. */
static int32_t mark(int node, int rank) {
    return node * 100 + rank;
}

static int make_call(enum which call, const struct cube_mesh *mesh, int32_t *send, int32_t *recv) {
    switch (call) {
    case ALLGATHER:
        return cube_mesh_allgather(NULL, mesh, send, recv, sizeof recv[0]);
    case BROADCAST:
        recv[0] = send[0];
        return cube_mesh_bcast(NULL, mesh, recv, 1, &cube_int32, 0);
    case SHIFT:
        return cube_mesh_shift(NULL, mesh, send, recv, sizeof recv[0], 1);
    default:
        return cube_mesh_alltoall(NULL, mesh, send, recv, sizeof recv[0]);
    }
}

static bool is_right(enum which call, const struct cube_mesh *mesh, int nodes,
                     const int32_t *recv) {
    int me = cube_mesh_rank(mesh, cube_node());
    bool right = true;
    if (call == BROADCAST)
        return recv[0] == mark(cube_mesh_node(mesh, 0), 0);
    if (call == SHIFT)
        return recv[0] == mark(cube_mesh_node(mesh, (me + nodes - 1) % nodes), 0);
    for (int r = 0; r < nodes; r++)
        right = right && recv[r] == mark(cube_mesh_node(mesh, r), call == ALLTOALL ? me : 0);
    return right;
}

static int run_mismatch(void *argument) {
    struct mismatch *mismatch = argument;
    const struct cube_mesh *mesh = mismatch->mesh[(mismatch->others >> cube_node()) & 1];
    int nodes = 1;
    int32_t send[8], recv[8] = {0};
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        nodes *= (int)mesh->side[axis];
    for (int r = 0; r < 8; r++)
        send[r] = mark(cube_node(), r);
    int error = make_call(mismatch->call, mesh, send, recv);
    if (error == 0 && cube_mesh_rank(mesh, cube_node()) >= 0 &&
        !is_right(mismatch->call, mesh, nodes, recv))
        mismatch->wrong++;
    return error;
}

TEST(other_meshes_are_told) {
    static const int others[] = {0xfe, 0xaa, 0xf0};
    int told = 0;
    for (int run = 0; run < MESHES * MESHES * CALLS; run++) {
        struct mismatch mismatch = {
            .mesh = {&all_meshes[run % MESHES], &all_meshes[run / MESHES % MESHES]},
            .others = others[run % 3],
            .call = (enum which)(run / MESHES / MESHES),
        };
        enum host_verdict verdict = host_run(3, NULL, run_mismatch, &mismatch);
        assert_true(verdict != HOST_OK || mismatch.wrong == 0);
        assert_true(mismatch.mesh[0] != mismatch.mesh[1] || verdict == HOST_OK);
        told += verdict != HOST_OK;
    }
    assert_in_range(told, MESHES * MESHES * CALLS / 2, MESHES * MESHES * CALLS);
}
