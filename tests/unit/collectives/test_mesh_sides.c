/* Finds sides of a ring or mesh that are refused or taken wrongly, and ranks that are not where
 * cube.h says. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "collectives/check/meaning.h"
#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* "A side is even, or 1, and takes ceil(log2(side)) dimensions of the cube." */
static bool is_held(const struct cube_mesh *mesh) {
    int dimensions = 0;
    for (unsigned axis = 0; axis < mesh->axes; axis++) {
        unsigned side = mesh->side[axis];
        if (side == 0 || (side > 1 && side % 2 != 0))
            return false;
        for (unsigned room = 1; room < side; room *= 2)
            dimensions++;
    }
    return dimensions <= cube_dim();
}

static int ranks_of(const struct cube_mesh *mesh) {
    int ranks = 1;
    for (unsigned axis = 0; axis < mesh->axes; axis++)
        ranks *= (int)mesh->side[axis];
    return ranks;
}

/* ---- Where ranks are ---- */

static void check_ranks(const struct cube_mesh *mesh) {
    struct meaning meaning = {.operation = "mesh-shift", .given.axes = mesh->axes};
    bool taken[1 << CUBE_DIMENSIONS] = {false};
    int ranks = ranks_of(mesh);
    memcpy(meaning.given.side, mesh->side, sizeof mesh->side);
    for (int rank = 0; rank < ranks; rank++) {
        int node = cube_mesh_node(mesh, rank);
        if (!host_check(node == (int)meaning_node_of(&meaning, (uint32_t)rank)))
            return;
        host_check(cube_mesh_rank(mesh, node) == rank);
        taken[node] = true;
        /* The next one on the last axis is a neighbour. */
        int last = (int)mesh->side[mesh->axes - 1];
        if (last < 1)
            return;
        int next = cube_mesh_node(mesh, rank - rank % last + (rank % last + 1) % last);
        host_check(last == 1 || __builtin_popcount((unsigned)(node ^ next)) == 1);
    }
    for (int node = 0; node < cube_nodes(); node++)
        host_check(taken[node] || cube_mesh_rank(mesh, node) == -EINVAL);
    host_check(cube_mesh_node(mesh, ranks) == -EINVAL);
}

/* ---- Calls: test_sizes.c compares what others bring ---- */

/* Shifts by any number of places, and stencils, which are for meshes of two axes alone. */
static void check_others(const struct cube_mesh *mesh) {
    int ranks = ranks_of(mesh), me = cube_mesh_rank(mesh, cube_node()), got;
    const int places[] = {-ranks - 1, INT_MIN, INT_MAX};
    const uint64_t edges[4] = {0};
    uint64_t around[4 + 4];
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        int64_t from = ((int64_t)me - places[k]) % ranks;
        host_check(cube_mesh_shift(NULL, mesh, &me, &got, sizeof got, places[k]) == 0);
        host_check(me < 0 || got == (from < 0 ? from + ranks : from));
    }
    int error = mesh->axes == 2 ? 0 : -EINVAL;
    host_check(cube_mesh_five_point(NULL, mesh, edges, around, sizeof edges[0], 1) == error);
    host_check(cube_mesh_nine_point(NULL, mesh, edges, around, sizeof edges[0], 1) == error);
}

/* ---- All of them ---- */

static void check(const struct cube_mesh *mesh) {
    uint64_t word = 0;
    if (!is_held(mesh)) {
        host_check(cube_mesh_node(mesh, 0) == -EINVAL && cube_mesh_rank(mesh, 0) == -EINVAL);
        host_check(cube_mesh_bcast(NULL, mesh, &word, 1, &cube_uint64, 0) == -EINVAL);
        return;
    }
    check_ranks(mesh);
    check_others(mesh);
}

static int run_sides(void *argument) {
    unsigned axes = *(const unsigned *)argument, most = (unsigned)cube_nodes() + 2;
    struct cube_mesh mesh = {.axes = axes};
    if (axes == 3) /* the larger ones are as the others */
        most = most < 8 ? most : 8;
    for (mesh.side[0] = 0; mesh.side[0] <= most; mesh.side[0]++)
        for (mesh.side[1] = 0; mesh.side[1] <= (axes > 1 ? most : 0); mesh.side[1]++)
            for (mesh.side[2] = 0; mesh.side[2] <= (axes > 2 ? most : 0); mesh.side[2]++)
                check(&mesh);
    return 0;
}

TEST(every_mesh_that_fits_works) {
    for (uint32_t n = 0; n <= (HOST_THREADS_ALONE ? 3 : 5); n++)
        for (unsigned axes = 1; axes <= 3; axes++)
            assert_int_equal(host_run(n, NULL, run_sides, &axes), HOST_OK);
}
