/* Gather and scatter. Members are numbered from the root on here: number v is rank (v + root) mod
 * p.
 *
 *             rounds    messages at the root    bytes in all
 *     short   log2 p    log2 p                  m log2(p) / 2
 *     long    1         p - 1                   m (p - 1) / p
 *
 * In the short way blocks go through a binomial tree: that of build_broadcast.c, in which the
 * members below v are numbers v to v + 2^k - 1, where 2^k is the lowest bit of v that is set
 * (Johnsson and Ho: Optimum Broadcasting and Personalized Communication in Hypercubes, 1989). So
 * what is for them lies in a row.
 *
 * Example of a gather, p = 6: 1, 3, 5 send their blocks to 0, 2, 4; then 2 sends blocks 2 and 3 to
 * 0, and 4 sends blocks 4 and 5.
 */
#include "mpi/collective/build.h"

/* Of member v: how many members there are from v on in its tree, and the bit by which it differs
 * from its parent. */
struct branch {
    int v, members, bit;
};

static struct branch branch_of(const struct team *team, int root) {
    struct branch branch = {.v = (team->rank - root + team->size) % team->size, .bit = 1};
    while (branch.bit < team->size && (branch.v & branch.bit) == 0)
        branch.bit *= 2;
    int rest = team->size - branch.v;
    branch.members = branch.bit < rest ? branch.bit : rest;
    return branch;
}

/* The blocks of the members v + bit to v + 2 bit - 1. */
static struct part blocks_below(const struct part *all, struct branch branch, int bit,
                                MPI_Count bytes) {
    int members = branch.members - bit < bit ? branch.members - bit : bit;
    return part_at(all, bit * bytes, members * bytes);
}

/* A message of a gather, from this member to another one; of a scatter it goes the other way. */
static void pass(struct schedule *schedule, const struct team *team, bool gathers, int rank,
                 const struct part *part) {
    if (gathers)
        schedule_send(schedule, team, rank, part);
    else
        schedule_receive(schedule, team, rank, part);
}

/* A copy of a gather; likewise. */
static void copy(struct schedule *schedule, bool gathers, const struct part *from,
                 const struct part *to) {
    schedule_copy(schedule, gathers ? from : to, gathers ? to : from);
}

/* What the members from this one on in its tree have, goes to the parent; or at the root, all but
 * its own part, to the blocks. */
static void pass_all(struct schedule *schedule, const struct team *team, bool gathers, int root,
                     struct branch branch, const struct part *all, const struct blocks *blocks) {
    int p = team->size;
    if (branch.v != 0) {
        pass(schedule, team, gathers, (branch.v - branch.bit + root) % p, all);
        schedule_round(schedule);
        return;
    }
    MPI_Count bytes = all->count / p;
    for (int v = 1; v < p; v++)
        copy(schedule, gathers, PART(part_at(all, v * bytes, bytes)),
             PART(blocks_at(blocks, (v + root) % p)));
}

/* A scatter is a gather backwards. */
static void go_by_tree(struct schedule *schedule, const struct team *team, bool gathers, int root,
                       const struct part *own, const struct blocks *blocks, bool in_place) {
    schedule_take(schedule, "binomial tree");
    struct branch branch = branch_of(team, root);
    if (branch.members == 1) {
        pass_all(schedule, team, gathers, root, branch, own, blocks);
        return;
    }
    MPI_Count bytes = branch.v == 0 ? blocks_size(blocks, root) : part_size(*own);
    struct part all = schedule_bytes(schedule, branch.members * bytes);
    if (!gathers)
        pass_all(schedule, team, gathers, root, branch, &all, blocks);
    int bit = 1;
    while (2 * bit < branch.members)
        bit *= 2;
    for (; bit > 0; bit /= 2)
        pass(schedule, team, !gathers, (branch.v + bit + root) % team->size,
             PART(blocks_below(&all, branch, bit, bytes)));
    if (branch.v != 0)
        copy(schedule, gathers, own, PART(part_at(&all, 0, bytes)));
    else if (!in_place)
        copy(schedule, gathers, own, PART(blocks_at(blocks, root)));
    schedule_round(schedule);
    if (gathers)
        pass_all(schedule, team, gathers, root, branch, &all, blocks);
}

/* A tree pays where there are more than two members, and blocks are short: that is known to all
 * unless sizes differ, which go the long way. */
static bool has_tree(const struct team *team, enum way way, int root, const struct part *own,
                     const struct blocks *blocks) {
    if (team->size <= 2 || way == WAY_LONG)
        return false;
    return way_is_short(way, team->rank == root ? blocks_size(blocks, root) : part_size(*own));
}

/* All blocks go straight to the root, or come from it. */
static void go_straight(struct schedule *schedule, const struct team *team, bool gathers, int root,
                        const struct part *own, const struct blocks *blocks, bool in_place) {
    schedule_take(schedule, gathers ? "straight to the root" : "straight from the root");
    if (team->rank != root)
        pass(schedule, team, gathers, root, own);
    for (int rank = 0; team->rank == root && rank < team->size; rank++)
        if (rank != root)
            pass(schedule, team, !gathers, rank, PART(blocks_at(blocks, rank)));
    if (team->rank == root && !in_place)
        copy(schedule, gathers, own, PART(blocks_at(blocks, root)));
    schedule_round(schedule);
}

static void go(struct schedule *schedule, const struct team *team, bool gathers, enum way way,
               int root, const struct part *own, const struct blocks *blocks, bool in_place) {
    if (has_tree(team, way, root, own, blocks))
        go_by_tree(schedule, team, gathers, root, own, blocks, in_place);
    else
        go_straight(schedule, team, gathers, root, own, blocks, in_place);
}

void build_gather(struct schedule *schedule, const struct team *team, enum way way, int root,
                  struct part own, const struct blocks *blocks, bool in_place) {
    go(schedule, team, true, way, root, &own, blocks, in_place);
}

void build_scatter(struct schedule *schedule, const struct team *team, enum way way, int root,
                   struct part own, const struct blocks *blocks, bool in_place) {
    go(schedule, team, false, way, root, &own, blocks, in_place);
}
