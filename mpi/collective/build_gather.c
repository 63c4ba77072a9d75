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

/* The part of the tree that hangs from member v. */
struct branch {
    int v;
    int members; /* how many there are in it, v included */
    int bit;     /* the one by which v differs from its parent */
};

static struct branch branch_of(const struct team *team, int root) {
    struct branch branch = {.v = (team->rank - root + team->size) % team->size, .bit = 1};
    while (branch.bit < team->size && (branch.v & branch.bit) == 0)
        branch.bit *= 2;
    int rest = team->size - branch.v;
    branch.members = branch.bit < rest ? branch.bit : rest;
    return branch;
}

/* A gather or a scatter at this member. */
struct gathering {
    struct schedule *schedule;
    const struct team *team;
    bool gathers;
    int root;
    struct part own;
    const struct blocks *blocks; /* of the root */
    bool in_place;
};

/* Returns the blocks of the members v + bit to v + 2 bit - 1. */
static struct part blocks_below(const struct part *all, struct branch branch, int bit,
                                MPI_Count bytes) {
    int members = branch.members - bit < bit ? branch.members - bit : bit;
    return part_at(all, bit * bytes, members * bytes);
}

/* Appends a message that goes up to the root in a gather, from this member to `rank` if this member
 * `sends`, otherwise from `rank` to this member. In a scatter, which is a gather backwards, the
 * message goes the other way. */
static void pass(const struct gathering *call, bool sends, int rank, const struct part *part) {
    if (sends == call->gathers)
        schedule_send(call->schedule, call->team, rank, part);
    else
        schedule_receive(call->schedule, call->team, rank, part);
}

/* Appends a copy of a gather. In a scatter it goes the other way. */
static void copy(const struct gathering *call, const struct part *from, const struct part *to) {
    schedule_copy(call->schedule, call->gathers ? from : to, call->gathers ? to : from);
}

/* Passes to the parent what the members of this branch have. The root has no parent: it copies what
 * the others have to its blocks. */
static void pass_all(const struct gathering *call, struct branch branch, const struct part *all) {
    int p = call->team->size;
    if (branch.v != 0) {
        pass(call, true, (branch.v - branch.bit + call->root) % p, all);
        schedule_round(call->schedule);
        return;
    }
    MPI_Count bytes = all->count / p;
    for (int v = 1; v < p; v++)
        copy(call, PART(part_at(all, v * bytes, bytes)),
             PART(blocks_at(call->blocks, (v + call->root) % p)));
}

static void go_by_tree(const struct gathering *call) {
    schedule_take(call->schedule, "binomial tree");
    struct branch branch = branch_of(call->team, call->root);
    if (branch.members == 1) {
        pass_all(call, branch, &call->own);
        return;
    }
    MPI_Count bytes = branch.v == 0 ? blocks_size(call->blocks, call->root) : part_size(call->own);
    struct part all = schedule_bytes(call->schedule, branch.members * bytes);
    if (!call->gathers)
        pass_all(call, branch, &all);
    int bit = 1;
    while (2 * bit < branch.members)
        bit *= 2;
    for (; bit > 0; bit /= 2)
        pass(call, false, (branch.v + bit + call->root) % call->team->size,
             PART(blocks_below(&all, branch, bit, bytes)));
    if (branch.v != 0)
        copy(call, &call->own, PART(part_at(&all, 0, bytes)));
    else if (!call->in_place)
        copy(call, &call->own, PART(blocks_at(call->blocks, call->root)));
    schedule_round(call->schedule);
    if (call->gathers)
        pass_all(call, branch, &all);
}

/* A tree pays where there are more than two members and blocks are short. All members have to agree
 * on that, so blocks of different sizes, which only the root knows, go the long way. */
static bool has_tree(const struct gathering *call, enum way way) {
    if (call->team->size <= 2 || way == WAY_LONG)
        return false;
    return way_is_short(way, call->team->rank == call->root ? blocks_size(call->blocks, call->root)
                                                            : part_size(call->own));
}

/* Sends all blocks straight to the root, or from it. */
static void go_straight(const struct gathering *call) {
    schedule_take(call->schedule,
                  call->gathers ? "straight to the root" : "straight from the root");
    if (call->team->rank != call->root) {
        pass(call, true, call->root, &call->own);
    } else {
        for (int rank = 0; rank < call->team->size; rank++)
            if (rank != call->root)
                pass(call, false, rank, PART(blocks_at(call->blocks, rank)));
        if (!call->in_place)
            copy(call, &call->own, PART(blocks_at(call->blocks, call->root)));
    }
    schedule_round(call->schedule);
}

static void go(const struct gathering *call, enum way way) {
    if (has_tree(call, way))
        go_by_tree(call);
    else
        go_straight(call);
}

void build_gather(struct schedule *schedule, const struct team *team, enum way way, int root,
                  struct part own, const struct blocks *blocks, bool in_place) {
    go(&(struct gathering){schedule, team, true, root, own, blocks, in_place}, way);
}

void build_scatter(struct schedule *schedule, const struct team *team, enum way way, int root,
                   struct part own, const struct blocks *blocks, bool in_place) {
    go(&(struct gathering){schedule, team, false, root, own, blocks, in_place}, way);
}
