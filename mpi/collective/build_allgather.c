/* All-gather.
 *
 *             rounds    bytes a member sends
 *     short   log2 p    m (p - 1) / p, and copies
 *     long    p - 1     m (p - 1) / p
 */
#include "mpi/collective/build.h"

/* Bruck, Ho, Kipnis, Upfal, Weathersby: Efficient Algorithms for All-to-All Communications in
 * Multiport Message-Passing Systems, 1997. Member r collects the blocks of r, r + 1, ... mod p in
 * this order: when it has n of them, it gets those that are missing, but n at most, from member r +
 * n, and sends as many to member r - n.
 *
 * Example, p = 5, member 0 (block k is that of member k):
 *     round 0   block 0 to 4,          block 1 from 1
 *     round 1   blocks 0, 1 to 3,      blocks 2, 3 from 2
 *     round 2   block 0 to 1,          block 4 from 4
 */
static void collect(struct schedule *schedule, const struct team *team,
                    const struct blocks *blocks) {
    schedule_take(schedule, "Bruck");
    int p = team->size, r = team->rank;
    MPI_Count bytes = blocks_size(blocks, r);
    struct part all = schedule_bytes(schedule, p * bytes);
    schedule_copy(schedule, PART(blocks_at(blocks, r)), PART(part_at(&all, 0, bytes)));
    for (int n = 1; n < p; n *= 2) {
        int more = n < p - n ? n : p - n;
        schedule_exchange(schedule, team, (r - n + p) % p, PART(part_at(&all, 0, more * bytes)),
                          (r + n) % p, PART(part_at(&all, n * bytes, more * bytes)));
    }
    for (int k = 1; k < p; k++)
        schedule_copy(schedule, PART(part_at(&all, k * bytes, bytes)),
                      PART(blocks_at(blocks, (r + k) % p)));
}

/* A ring: in round k member r sends block r - k mod p to r + 1, and r - 1 sends it block r - k - 1.
 * Blocks come straight to where they belong. */
static void pass_round(struct schedule *schedule, const struct team *team,
                       const struct blocks *blocks) {
    schedule_take(schedule, "ring");
    int p = team->size, r = team->rank;
    for (int k = 0; k < p - 1; k++) {
        schedule_exchange(schedule, team, (r + 1) % p, PART(blocks_at(blocks, (r - k + p) % p)),
                          (r + p - 1) % p, PART(blocks_at(blocks, (r - k - 1 + p) % p)));
    }
}

void build_allgather(struct schedule *schedule, const struct team *team, enum way way,
                     const struct blocks *blocks) {
    if (team->size > 2 && way != WAY_LONG &&
        way_is_short(way, team->size * blocks_size(blocks, team->rank)))
        collect(schedule, team, blocks);
    else
        pass_round(schedule, team, blocks);
}
