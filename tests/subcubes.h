/* Every call of cube.h that takes a choice, in subcubes: at the same time in all that have the same
 * free dimensions in one half of the cube, and others in the other half. What must come is computed
 * here from what cube.h says: within a subcube a node's number is the bits of its free dimensions,
 * packed, and the rest is what each operation means. For the host and for the machine. */
#ifndef TESTS_SUBCUBES_H
#define TESTS_SUBCUBES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "tests/group.h"

/* ---- The calls: each whether it returned 0 and all is there ---- */

static bool in_barrier(const struct group *group) {
    struct cube_stats before, after;
    cube_stats(&before);
    bool right = cube_barrier_by(&group->choice) == 0;
    cube_stats(&after);
    for (int d = 0; d < cube_dim(); d++)
        right = right && after.link[d].packets - before.link[d].packets ==
                             (group->choice.dimensions >> d & 1);
    return right;
}

static bool in_bcast(const struct group *group) {
    struct map block[MAPS];
    fill(block, cube_node(), 0, BLOCK);
    return cube_bcast_by(&group->choice, block, MAPS, &map_type, group->root) == 0 &&
           is(block, member(group, group->root), 0, BLOCK);
}

static bool in_reduce(const struct group *group) {
    struct map mine[MAPS], result[MAPS];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_reduce_by(&group->choice, mine, result, MAPS, &map_type, &composition,
                          group->root) == 0 &&
           (group->rank != group->root ||
            is_composed(group, member, result, 0, group->count - 1, 0));
}

static bool in_allreduce(const struct group *group) {
    struct map mine[MAPS], result[MAPS];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_allreduce_by(&group->choice, mine, result, MAPS, &map_type, &composition) == 0 &&
           is_composed(group, member, result, 0, group->count - 1, 0);
}

static bool in_scan(const struct group *group) {
    struct map mine[MAPS], result[MAPS];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_scan_by(&group->choice, mine, result, MAPS, &map_type, &composition) == 0 &&
           is_composed(group, member, result, 0, group->rank, 0);
}

static bool in_exscan(const struct group *group) {
    struct map mine[MAPS], result[MAPS];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_exscan_by(&group->choice, mine, result, MAPS, &map_type, &composition) == 0 &&
           (group->rank == 0 || is_composed(group, member, result, 0, group->rank - 1, 0));
}

static bool in_reduce_scatter(const struct group *group) {
    struct map mine[SUBCUBE_NODES][MAPS], result[MAPS];
    for (int j = 0; j < group->count; j++)
        fill(mine[j], cube_node(), j, BLOCK);
    return cube_reduce_scatter_by(&group->choice, mine, result, MAPS, &map_type, &composition) ==
               0 &&
           is_composed(group, member, result, 0, group->count - 1, group->rank);
}

static bool in_gather(const struct group *group) {
    uint8_t mine[BLOCK], all[SUBCUBE_NODES][BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    bool right = cube_gather_by(&group->choice, mine, all, BLOCK, group->root) == 0;
    for (int v = 0; group->rank == group->root && v < group->count; v++)
        right = is(all[v], member(group, v), 0, BLOCK) && right;
    return right;
}

static bool in_scatter(const struct group *group) {
    uint8_t all[SUBCUBE_NODES][BLOCK], mine[BLOCK];
    for (int v = 0; v < group->count; v++)
        fill(all[v], cube_node(), v, BLOCK);
    return cube_scatter_by(&group->choice, all, mine, BLOCK, group->root) == 0 &&
           is(mine, member(group, group->root), group->rank, BLOCK);
}

static bool in_allgather(const struct group *group) {
    uint8_t mine[BLOCK], all[SUBCUBE_NODES][BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    bool right = cube_allgather_by(&group->choice, mine, all, BLOCK) == 0;
    for (int v = 0; v < group->count; v++)
        right = is(all[v], member(group, v), 0, BLOCK) && right;
    return right;
}

/* Fills `offsets` with those of blocks of 0 to 24 bytes. */
static void uneven(const struct group *group, size_t offsets[]) {
    offsets[0] = 0;
    for (int v = 0; v < group->count; v++)
        offsets[v + 1] = offsets[v] + (size_t)(v * 5 + 3) % (LONGEST + 1);
}

static size_t size_of(const size_t offsets[], int v) {
    return offsets[v + 1] - offsets[v];
}

static bool in_gatherv(const struct group *group) {
    size_t at[SUBCUBE_NODES + 1];
    uint8_t mine[LONGEST], all[SUBCUBE_NODES * LONGEST];
    uneven(group, at);
    fill(mine, cube_node(), 0, LONGEST);
    bool right = cube_gatherv_by(&group->choice, mine, all, at, group->root) == 0;
    for (int v = 0; group->rank == group->root && v < group->count; v++)
        right = is(all + at[v], member(group, v), 0, size_of(at, v)) && right;
    return right;
}

static bool in_scatterv(const struct group *group) {
    size_t at[SUBCUBE_NODES + 1];
    uint8_t mine[LONGEST], all[SUBCUBE_NODES * LONGEST];
    uneven(group, at);
    for (int v = 0; v < group->count; v++)
        fill(all + at[v], cube_node(), v, size_of(at, v));
    return cube_scatterv_by(&group->choice, all, mine, at, group->root) == 0 &&
           is(mine, member(group, group->root), group->rank, size_of(at, group->rank));
}

static bool in_allgatherv(const struct group *group) {
    size_t at[SUBCUBE_NODES + 1];
    uint8_t mine[LONGEST], all[SUBCUBE_NODES * LONGEST];
    uneven(group, at);
    fill(mine, cube_node(), 0, LONGEST);
    bool right = cube_allgatherv_by(&group->choice, mine, all, at) == 0;
    for (int v = 0; v < group->count; v++)
        right = is(all + at[v], member(group, v), 0, size_of(at, v)) && right;
    return right;
}

static bool in_transfer(const struct group *group) {
    int target = (group->root + 1 + group->count / 2) % group->count;
    uint8_t mine[BLOCK], theirs[BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    bool right = cube_transfer_by(&group->choice, mine, theirs, BLOCK, group->root, target) == 0 &&
                 (group->rank != target || is(theirs, member(group, group->root), 0, BLOCK));
    memset(theirs, 0, sizeof theirs); /* and from a node to itself */
    return cube_transfer_by(&group->choice, mine, theirs, BLOCK, target, target) == 0 &&
           (group->rank != target || is(theirs, cube_node(), 0, BLOCK)) && right;
}

static bool in_alltoall(const struct group *group) {
    uint8_t mine[SUBCUBE_NODES][BLOCK], all[SUBCUBE_NODES][BLOCK];
    for (int j = 0; j < group->count; j++)
        fill(mine[j], cube_node(), j, BLOCK);
    bool right = cube_alltoall_by(&group->choice, mine, all, BLOCK) == 0;
    for (int i = 0; i < group->count; i++)
        right = is(all[i], member(group, i), group->rank, BLOCK) && right;
    return right;
}

/* Node i has (3 i + 5 j) mod 25 bytes for node j. */
static bool in_alltoallv(const struct group *group) {
    size_t out[SUBCUBE_NODES + 1] = {0}, in[SUBCUBE_NODES + 1] = {0};
    uint8_t mine[SUBCUBE_NODES * LONGEST], all[SUBCUBE_NODES * LONGEST];
    for (int v = 0; v < group->count; v++) {
        out[v + 1] = out[v] + (size_t)(3 * group->rank + 5 * v) % (LONGEST + 1);
        in[v + 1] = in[v] + (size_t)(3 * v + 5 * group->rank) % (LONGEST + 1);
        fill(mine + out[v], cube_node(), v, size_of(out, v));
    }
    bool right = cube_alltoallv_by(&group->choice, mine, out, all, in) == 0;
    for (int i = 0; i < group->count; i++)
        right = is(all + in[i], member(group, i), group->rank, size_of(in, i)) && right;
    return right;
}

/* Puts what came from the lower neighbour in front of the node's own, and what came from the upper
 * one behind it. */
static size_t join(void *message, const void *arrived, size_t bytes, int dimension, int upper,
                   void *context) {
    uint8_t *at = message;
    (void)dimension, (void)context;
    if (upper)
        memmove(at + bytes, at, bytes);
    memcpy(upper ? at : at + bytes, arrived, bytes);
    return 2 * bytes;
}

static bool in_exchange_all(const struct group *group) {
    uint8_t all[SUBCUBE_NODES][BLOCK];
    fill(all[0], cube_node(), 0, BLOCK);
    bool right = cube_exchange_all_by(&group->choice, all, BLOCK, sizeof all, join, NULL) == 0;
    for (int v = 0; v < group->count; v++)
        right = is(all[v], member(group, v), 0, BLOCK) && right;
    return right;
}

/* The rank that is `places` further on the ring of Gray codes. */
static int around(const struct group *group, int rank, int places) {
    int logical = 0;
    while ((logical ^ logical >> 1) != rank)
        logical++;
    logical = (logical + places + group->count) % group->count;
    return logical ^ logical >> 1;
}

static bool in_shift(const struct group *group) {
    int q = group->root + 1;
    uint8_t mine[BLOCK], theirs[BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_shift_by(&group->choice, mine, theirs, BLOCK, q) == 0 &&
           is(theirs, member(group, (group->rank + group->count - q) % group->count), 0, BLOCK);
}

static bool in_gray_shift(const struct group *group) {
    int q = group->root;
    uint8_t mine[BLOCK], theirs[BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_gray_shift_by(&group->choice, mine, theirs, BLOCK, q) == 0 &&
           is(theirs, member(group, around(group, group->rank, -q)), 0, BLOCK);
}

static bool in_permute(const struct group *group) {
    int destination[SUBCUBE_NODES] = {0}, from = 0;
    uint8_t mine[BLOCK], theirs[BLOCK];
    for (int v = 0; v < group->count; v++)
        destination[v] = (5 * v + group->root) % group->count; /* 5 and 2^n have no factor */
    while (destination[from] != group->rank)
        from++;
    fill(mine, cube_node(), 0, BLOCK);
    return cube_permute_by(&group->choice, mine, theirs, BLOCK, destination) == 0 &&
           is(theirs, member(group, from), 0, BLOCK);
}

static bool in_permute_xor(const struct group *group) {
    uint8_t mine[BLOCK], theirs[BLOCK];
    fill(mine, cube_node(), 0, BLOCK);
    return cube_permute_xor_by(&group->choice, mine, theirs, BLOCK, group->root) == 0 &&
           is(theirs, member(group, group->rank ^ group->root), 0, BLOCK);
}

/* All nodes use the same function: half of the nodes backwards, or one on. */
static bool in_pm2i(const struct group *group) {
    int offset[SUBCUBE_NODES], by = group->root % 2 == 0 ? -(group->count / 2) : 1;
    uint8_t mine[BLOCK], theirs[BLOCK];
    for (int i = 0; i < group->count; i++)
        offset[i] = by;
    fill(mine, cube_node(), 0, BLOCK);
    return cube_pm2i_by(&group->choice, mine, theirs, BLOCK, offset) == 0 &&
           is(theirs, member(group, around(group, group->rank, -by)), 0, BLOCK);
}

static bool in_aspc(const struct group *group) {
    uint8_t mine[SUBCUBE_MOST][BLOCK], plus[SUBCUBE_MOST][BLOCK], minus[SUBCUBE_MOST][BLOCK];
    for (int j = 0; 1 << j < group->count; j++)
        fill(mine[j], cube_node(), j, BLOCK);
    bool right = cube_aspc_by(&group->choice, mine, plus, minus, BLOCK) == 0;
    for (int j = 0; 1 << j < group->count; j++)
        right = is(plus[j], member(group, around(group, group->rank, -(1 << j))), j, BLOCK) &&
                is(minus[j], member(group, around(group, group->rank, 1 << j)), j, BLOCK) && right;
    return right;
}

/* ---- The ring of all nodes of a subcube: rank i is the node with the Gray code of i ---- */

static struct cube_mesh ring_of(const struct group *group) {
    return (struct cube_mesh){.axes = 1, .side = {(unsigned)group->count}};
}

static int on_ring(const struct group *group, int rank) {
    return member(group, rank ^ rank >> 1);
}

static int rank_on_ring(const struct group *group) {
    int rank = 0;
    while (on_ring(group, rank) != cube_node())
        rank++;
    return rank;
}

static bool in_mesh_moves(const struct group *group) {
    const struct cube_mesh ring = ring_of(group);
    const struct cube_choice *choice = &group->choice;
    uint8_t mine[SUBCUBE_NODES][BLOCK], all[SUBCUBE_NODES][BLOCK], one[BLOCK];
    int me = rank_on_ring(group), root = group->root;
    bool right = true;
    for (int j = 0; j < group->count; j++)
        fill(mine[j], cube_node(), j, BLOCK);
    right = cube_mesh_allgather(choice, &ring, mine, all, BLOCK) == 0 && right;
    for (int r = 0; r < group->count; r++)
        right = is(all[r], on_ring(group, r), 0, BLOCK) && right;
    right = cube_mesh_alltoall(choice, &ring, mine, all, BLOCK) == 0 && right;
    for (int r = 0; r < group->count; r++)
        right = is(all[r], on_ring(group, r), me, BLOCK) && right;
    right = cube_mesh_gather(choice, &ring, mine, all, BLOCK, root) == 0 && right;
    for (int r = 0; me == root && r < group->count; r++)
        right = is(all[r], on_ring(group, r), 0, BLOCK) && right;
    right = cube_mesh_scatter(choice, &ring, mine, one, BLOCK, root) == 0 &&
            is(one, on_ring(group, root), me, BLOCK) && right;
    right = cube_mesh_shift(choice, &ring, mine, one, BLOCK, root) == 0 &&
            is(one, on_ring(group, (me + group->count - root) % group->count), 0, BLOCK) && right;
    right = cube_mesh_bcast(choice, &ring, mine, MAPS, &map_type, root) == 0 &&
            is(mine, on_ring(group, root), 0, BLOCK) && right;
    return right;
}

static bool in_mesh_reductions(const struct group *group) {
    const struct cube_mesh ring = ring_of(group);
    const struct cube_choice *choice = &group->choice;
    struct map mine[SUBCUBE_NODES][MAPS], one[MAPS];
    int me = rank_on_ring(group), last = group->count - 1, root = group->root;
    for (int j = 0; j <= last; j++)
        fill(mine[j], cube_node(), j, BLOCK);
    return cube_mesh_scan(choice, &ring, mine, one, MAPS, &map_type, &composition) == 0 &&
           is_composed(group, on_ring, one, 0, me, 0) &&
           cube_mesh_allreduce(choice, &ring, mine, one, MAPS, &map_type, &composition) == 0 &&
           is_composed(group, on_ring, one, 0, last, 0) &&
           cube_mesh_reduce_scatter(choice, &ring, mine, one, MAPS, &map_type, &composition) == 0 &&
           is_composed(group, on_ring, one, 0, last, me) &&
           cube_mesh_reduce(choice, &ring, mine, one, MAPS, &map_type, &composition, root) == 0 &&
           (me != root || is_composed(group, on_ring, one, 0, last, 0));
}

/* ---- All of them ---- */

static const struct {
    const char *name;
    bool (*check)(const struct group *group);
} in_subcubes[] = {
    {"barrier", in_barrier},
    {"bcast", in_bcast},
    {"reduce", in_reduce},
    {"allreduce", in_allreduce},
    {"reduce_scatter", in_reduce_scatter},
    {"scan", in_scan},
    {"exscan", in_exscan},
    {"gather", in_gather},
    {"gatherv", in_gatherv},
    {"scatter", in_scatter},
    {"scatterv", in_scatterv},
    {"allgather", in_allgather},
    {"allgatherv", in_allgatherv},
    {"transfer", in_transfer},
    {"alltoall", in_alltoall},
    {"alltoallv", in_alltoallv},
    {"exchange_all", in_exchange_all},
    {"shift", in_shift},
    {"gray_shift", in_gray_shift},
    {"permute", in_permute},
    {"permute_xor", in_permute_xor},
    {"pm2i", in_pm2i},
    {"aspc", in_aspc},
    {"moves on a ring", in_mesh_moves},
    {"reductions on a ring", in_mesh_reductions},
};
enum { IN_SUBCUBES = sizeof in_subcubes / sizeof in_subcubes[0] };

/* The next set of 2 to 5 of the cube's dimensions that has none of those in `without`. After the
 * last set comes the first one again. */
static unsigned next_set(unsigned set, unsigned without) {
    unsigned all = (1u << cube_dim()) - 1;
    do
        set = (set + 1) & all;
    while (__builtin_popcount(set) < 2 || __builtin_popcount(set) > SUBCUBE_MOST ||
           (set & without) != 0);
    return set;
}

/* The set of dimensions that this node uses. Where some dimension is not in `set`, the nodes with
 * that bit set take another set, so that several kinds of subcubes are at work at once. */
static unsigned set_of_node(unsigned set) {
    unsigned rest = ~set & ((1u << cube_dim()) - 1);
    unsigned split = rest & (0u - rest);
    if (((unsigned)cube_node() & split) == 0 || cube_dim() < 3)
        return set;
    return next_set(set, split);
}

/* Makes calls first .. last of the list in every subcube of 2 to 5 dimensions of this cube. Returns
 * whether all were right. */
static bool subcubes_are_right(int first, int last) {
    bool right = true;
    unsigned round = 0, set = next_set(0, 0), begun = set;
    do {
        struct group group = group_of(set_of_node(set), round++);
        for (int k = first; k <= last; k++)
            if (!in_subcubes[k].check(&group)) {
                printf("# node %d: %s, dimensions 0x%x, root %d: wrong\n", cube_node(),
                       in_subcubes[k].name, group.choice.dimensions, group.root);
                right = false;
            }
        set = next_set(set, 0);
    } while (set != begun);
    return right;
}

#endif
