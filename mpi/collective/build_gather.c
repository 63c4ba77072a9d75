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

static void gather_tree(struct schedule *schedule, const struct team *team, int root,
                        struct part own, const struct blocks *blocks, bool in_place) {
    schedule_take(schedule, "binomial tree");
    int p = team->size;
    struct branch branch = branch_of(team, root);
    int parent = (branch.v - branch.bit + root + p) % p;
    if (branch.members == 1) {
        schedule_send(schedule, team, parent, &own);
        schedule_round(schedule);
        return;
    }
    MPI_Count bytes = branch.v == 0 ? blocks_size(blocks, root) : part_size(own);
    struct part all = schedule_bytes(schedule, branch.members * bytes);
    for (int bit = 1; bit < branch.members; bit *= 2)
        schedule_receive(schedule, team, (branch.v + bit + root) % p,
                         PART(blocks_below(&all, branch, bit, bytes)));
    if (branch.v != 0) {
        schedule_copy(schedule, &own, PART(part_at(&all, 0, bytes)));
        schedule_round(schedule);
        schedule_send(schedule, team, parent, &all);
        schedule_round(schedule);
        return;
    }
    schedule_round(schedule);
    if (!in_place)
        schedule_copy(schedule, &own, PART(blocks_at(blocks, root)));
    for (int v = 1; v < p; v++)
        schedule_copy(schedule, PART(part_at(&all, v * bytes, bytes)),
                      PART(blocks_at(blocks, (v + root) % p)));
}

static void scatter_tree(struct schedule *schedule, const struct team *team, int root,
                         struct part own, const struct blocks *blocks, bool in_place) {
    schedule_take(schedule, "binomial tree");
    int p = team->size;
    struct branch branch = branch_of(team, root);
    int parent = (branch.v - branch.bit + root + p) % p;
    if (branch.members == 1) {
        schedule_receive(schedule, team, parent, &own);
        schedule_round(schedule);
        return;
    }
    MPI_Count bytes = branch.v == 0 ? blocks_size(blocks, root) : part_size(own);
    struct part all = schedule_bytes(schedule, branch.members * bytes);
    if (branch.v == 0) {
        for (int v = 1; v < p; v++)
            schedule_copy(schedule, PART(blocks_at(blocks, (v + root) % p)),
                          PART(part_at(&all, v * bytes, bytes)));
    } else {
        schedule_receive(schedule, team, parent, &all);
        schedule_round(schedule);
    }
    int bit = 1;
    while (2 * bit < branch.members)
        bit *= 2;
    for (; bit > 0; bit /= 2)
        schedule_send(schedule, team, (branch.v + bit + root) % p,
                      PART(blocks_below(&all, branch, bit, bytes)));
    if (branch.v != 0)
        schedule_copy(schedule, PART(part_at(&all, 0, bytes)), &own);
    else if (!in_place)
        schedule_copy(schedule, PART(blocks_at(blocks, root)), &own);
    schedule_round(schedule);
}

/* A tree pays where there are more than two members, and blocks are short: that is known to all
 * unless sizes differ, which go the long way. */
static bool has_tree(const struct team *team, enum way way, int root, struct part own,
                     const struct blocks *blocks) {
    if (team->size <= 2 || way == WAY_LONG)
        return false;
    return way_is_short(way, team->rank == root ? blocks_size(blocks, root) : part_size(own));
}

/* All blocks go straight to the root, or come from it. */
static void go_straight(struct schedule *schedule, const struct team *team, bool gathers, int root,
                        struct part own, const struct blocks *blocks, bool in_place) {
    bool is_root = team->rank == root;
    schedule_take(schedule, gathers ? "straight to the root" : "straight from the root");
    for (int rank = 0; rank < team->size; rank++) {
        if ((rank == root) == is_root) /* it has no message with itself, nor others with others */
            continue;
        if (is_root && gathers)
            schedule_receive(schedule, team, rank, PART(blocks_at(blocks, rank)));
        else if (is_root)
            schedule_send(schedule, team, rank, PART(blocks_at(blocks, rank)));
        else if (gathers)
            schedule_send(schedule, team, root, &own);
        else
            schedule_receive(schedule, team, root, &own);
    }
    if (is_root && !in_place) {
        struct part block = blocks_at(blocks, root);
        schedule_copy(schedule, gathers ? &own : &block, gathers ? &block : &own);
    }
    schedule_round(schedule);
}

void build_gather(struct schedule *schedule, const struct team *team, enum way way, int root,
                  struct part own, const struct blocks *blocks, bool in_place) {
    if (has_tree(team, way, root, own, blocks))
        gather_tree(schedule, team, root, own, blocks, in_place);
    else
        go_straight(schedule, team, true, root, own, blocks, in_place);
}

void build_scatter(struct schedule *schedule, const struct team *team, enum way way, int root,
                   struct part own, const struct blocks *blocks, bool in_place) {
    if (has_tree(team, way, root, own, blocks))
        scatter_tree(schedule, team, root, own, blocks, in_place);
    else
        go_straight(schedule, team, false, root, own, blocks, in_place);
}
