/* Rings and meshes with all ports, and from neighbour to neighbour: the numbers of the literature,
 * the calls; and nodes that mean different meshes. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "tests/check/checker.h"
#include "tests/check/numbers.h"
#include "tests/host/host.h"

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

static void rings_have_the_numbers_of_the_literature(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rings / sizeof rings[0]; k++)
        assert_true(numbers_are(&rings[k]));
}

/* On s x s nodes there are ceil((s^2 - 1) / 4) steps, for every even s that the cube holds, and the
 * checker proves each schedule. */
static void squares_have_the_numbers_of_the_literature(void **state) {
    (void)state;
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
static void exchange_on_even_sides(void **state) {
    (void)state;
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

static int run_calls(void *argument) {
    const struct cube_mesh *mesh = argument;
    const struct cube_choice all_port = {.ports = CUBE_ALL_PORT};
    struct cube_choice neighbours = {.algorithm = "mesh-bcast-neighbours"};
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
    for (int root = 0; root < nodes; root++) {
        host_check(cube_mesh_scatter(&all_port, mesh, me == root ? send : NULL, recv,
                                     sizeof recv[0], root) == 0);
        host_check(me < 0 || recv[0] == root * 100 + me);
        host_check(cube_mesh_gather(&all_port, mesh, send, me == root ? recv : NULL, sizeof recv[0],
                                    root) == 0);
        for (int r = 0; me == root && r < nodes; r++)
            host_check(recv[r] == r * 100);
        neighbours.algorithm = "mesh-bcast-neighbours";
        recv[0] = me == root ? root + 7 : -1;
        host_check(cube_mesh_bcast(&neighbours, mesh, recv, 1, &cube_int32, root) == 0);
        host_check(me < 0 || recv[0] == root + 7);
        neighbours.algorithm = "mesh-reduce-neighbours";
        host_check(
            cube_mesh_reduce(&neighbours, mesh, send, &sum, 1, &cube_int32, &cube_sum, root) == 0);
        host_check(me != root || sum == nodes * (nodes - 1) / 2 * 100);
    }
    return 0;
}

static void calls_deliver(void **state) {
    (void)state;
    static struct cube_mesh meshes[] = {{1, {1}},    {1, {2}},    {1, {8}},
                                        {1, {6}},    {2, {4, 4}}, {2, {6, 6}},
                                        {2, {2, 4}}, {2, {2, 2}}, {3, {2, 2, 2}}};
    static const uint32_t dimensions[] = {0, 1, 3, 4, 4, 6, 3, 2, 3};
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

static void wrong_calls_are_refused(void **state) {
    (void)state;
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

static void other_meshes_are_told(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_have_the_numbers_of_the_literature),
        cmocka_unit_test(squares_have_the_numbers_of_the_literature),
        cmocka_unit_test(exchange_on_even_sides),
        cmocka_unit_test(calls_deliver),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(other_meshes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
