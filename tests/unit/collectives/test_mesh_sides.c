/* Tests rings and meshes of all sides by what cube.h says of sides and ranks: which of them the
 * cube holds, where their ranks are, and that every call works on them. */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "cube.h"
#include "programs/meaning.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

enum { MOST_RANKS = 32, MOST_POINTS = 4 + 4 };

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

/* ---- Calls ---- */

static uint64_t value(int rank, int block) {
    return (uint64_t)(rank + 1) * 1000003 + (uint64_t)block * 977;
}

static uint64_t sum_of(int last, int block) {
    uint64_t sum = 0;
    for (int rank = 0; rank <= last; rank++)
        sum += value(rank, block);
    return sum;
}

static void check_calls(const struct cube_mesh *mesh) {
    int ranks = ranks_of(mesh), me = cube_mesh_rank(mesh, cube_node()), root = ranks * 2 / 3;
    int target = ranks - 1 - root / 2;
    if (ranks < 1)
        return;
    uint64_t mine[MOST_RANKS] = {0}, all[MOST_RANKS] = {0}, got = 0;
    for (int j = 0; j < ranks; j++)
        mine[j] = value(me, j);
    got = mine[0];
    host_check(cube_mesh_bcast(NULL, mesh, &got, 1, &cube_uint64, root) == 0);
    host_check(me < 0 || got == value(root, 0));
    host_check(cube_mesh_reduce(NULL, mesh, mine, &got, 1, &cube_uint64, &cube_sum, root) == 0);
    host_check(me != root || got == sum_of(ranks - 1, 0));
    host_check(cube_mesh_allreduce(NULL, mesh, mine, &got, 1, &cube_uint64, &cube_sum) == 0);
    host_check(me < 0 || got == sum_of(ranks - 1, 0));
    host_check(cube_mesh_scan(NULL, mesh, mine, &got, 1, &cube_uint64, &cube_sum) == 0);
    host_check(me < 0 || got == sum_of(me, 0));
    host_check(cube_mesh_reduce_scatter(NULL, mesh, mine, &got, 1, &cube_uint64, &cube_sum) == 0);
    host_check(me < 0 || got == sum_of(ranks - 1, me));
    host_check(cube_mesh_scatter(NULL, mesh, mine, &got, sizeof got, root) == 0);
    host_check(me < 0 || got == value(root, me));
    host_check(cube_mesh_gather(NULL, mesh, mine, all, sizeof got, root) == 0);
    for (int r = 0; me == root && r < ranks; r++)
        host_check(all[r] == value(r, 0));
    memset(all, 0, sizeof all);
    host_check(cube_mesh_allgather(NULL, mesh, mine, all, sizeof got) == 0);
    for (int r = 0; me >= 0 && r < ranks; r++)
        host_check(all[r] == value(r, 0));
    const int places[] = {root + 1, -ranks - 1, INT_MIN, INT_MAX};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        int64_t from = ((int64_t)me - places[k]) % ranks;
        host_check(cube_mesh_shift(NULL, mesh, mine, &got, sizeof got, places[k]) == 0);
        host_check(me < 0 || got == value((int)(from < 0 ? from + ranks : from), 0));
    }
    host_check(cube_mesh_transfer(NULL, mesh, mine, &got, sizeof got, root, target) == 0);
    host_check(me != target || got == value(root, 0));
    host_check(cube_mesh_alltoall(NULL, mesh, mine, all, sizeof got) == 0);
    for (int r = 0; me >= 0 && r < ranks; r++)
        host_check(all[r] == value(r, me));
}

/* Exchanges of one point for each edge: the points of the four neighbours, and of the four nodes
 * beyond the corners. */
static void check_points(const struct cube_mesh *mesh) {
    struct meaning meaning = {.operation = "mesh-nine-point", .given.axes = mesh->axes};
    int me = cube_mesh_rank(mesh, cube_node());
    uint64_t edges[4], around[MOST_POINTS];
    bool held = mesh->axes == 2;
    memcpy(meaning.given.side, mesh->side, sizeof mesh->side);
    for (int k = 0; k < 4; k++)
        edges[k] = value(me, k);
    for (int nine = 0; nine < 2; nine++) {
        int error = nine ? cube_mesh_nine_point(NULL, mesh, edges, around, sizeof edges[0], 1)
                         : cube_mesh_five_point(NULL, mesh, edges, around, sizeof edges[0], 1);
        host_check(error == (held ? 0 : -EINVAL));
        for (uint32_t b = 0; held && me >= 0 && b < (nine ? 8 : 4); b++) {
            struct cube_content point = meaning_content(&meaning, (uint32_t)me, 1, b);
            host_check(around[b] == value((int)point.first, (int)point.block));
        }
    }
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
    check_calls(mesh);
    check_points(mesh);
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
