/* Total exchange, with b the bytes of a block.
 *
 *             rounds    bytes a member sends
 *     short   log2 p    b p log2(p) / 2, and copies
 *     long    p - 1     b (p - 1)
 */
#include "mpi/collective/build.h"

/* Bruck, Ho, Kipnis, Upfal, Weathersby: Efficient Algorithms for All-to-All Communications in
 * Multiport Message-Passing Systems, 1997. Member r's block for r + k mod p is at place k. A block
 * at place k has to go k members on: in the round of 2^i all blocks at places with bit i set go on
 * by 2^i members, to the same places. In the end place k has the block of member r - k.
 *
 * Example, p = 3: in round 0 the blocks at place 1 go on by 1, and in round 1 those at place 2 by
 * 2.
 */
static void move_on(struct schedule *schedule, const struct team *team, const struct blocks *send,
                    const struct blocks *receive) {
    schedule_take(schedule, "Bruck");
    int p = team->size, r = team->rank;
    MPI_Count bytes = blocks_size(send, r);
    struct part all = schedule_bytes(schedule, p * bytes);
    struct part leaving = schedule_bytes(schedule, (p + 1) / 2 * bytes);
    struct part arrived = schedule_bytes(schedule, (p + 1) / 2 * bytes);
    for (int k = 0; k < p; k++)
        schedule_copy(schedule, PART(blocks_at(send, (r + k) % p)),
                      PART(part_at(&all, k * bytes, bytes)));
    for (int bit = 1; bit < p; bit *= 2) {
        int count = 0;
        for (int k = bit; k < p; k++)
            if (k & bit)
                schedule_copy(schedule, PART(part_at(&all, k * bytes, bytes)),
                              PART(part_at(&leaving, count++ * bytes, bytes)));
        schedule_exchange(schedule, team, (r + bit) % p, PART(part_at(&leaving, 0, count * bytes)),
                          (r - bit + p) % p, PART(part_at(&arrived, 0, count * bytes)));
        count = 0;
        for (int k = bit; k < p; k++)
            if (k & bit)
                schedule_copy(schedule, PART(part_at(&arrived, count++ * bytes, bytes)),
                              PART(part_at(&all, k * bytes, bytes)));
    }
    for (int k = 0; k < p; k++)
        schedule_copy(schedule, PART(part_at(&all, k * bytes, bytes)),
                      PART(blocks_at(receive, (r - k + p) % p)));
}

/* In round k member r sends to r + k mod p, and receives from r - k: each member has one message in
 * each direction. */
static void exchange_pairs(struct schedule *schedule, const struct team *team,
                           const struct blocks *send, const struct blocks *receive) {
    schedule_take(schedule, "pairwise exchange");
    int p = team->size, r = team->rank;
    schedule_copy(schedule, PART(blocks_at(send, r)), PART(blocks_at(receive, r)));
    for (int k = 1; k < p; k++) {
        int to = (r + k) % p, from = (r - k + p) % p;
        schedule_exchange(schedule, team, to, PART(blocks_at(send, to)), from,
                          PART(blocks_at(receive, from)));
    }
}

void build_alltoall(struct schedule *schedule, const struct team *team, enum way way,
                    const struct blocks *send, const struct blocks *receive) {
    if (team->size > 2 && way != WAY_LONG &&
        way_is_short(way, team->size * blocks_size(send, team->rank)))
        move_on(schedule, team, send, receive);
    else
        exchange_pairs(schedule, team, send, receive);
}
