/* The dissemination barrier (Hensgen, Finkel, Manber: Two Algorithms for Barrier Synchronization,
 * 1988): in round k, from 0 on, member r tells member r + 2^k mod p that it has come, and is told
 * so by member r - 2^k. After round k a member knows of the 2^(k + 1) members up to itself. There
 * are log2 p rounds, rounded up, and no fewer would do.
 *
 * Example, p = 3: in round 0 members 0, 1, 2 tell 1, 2, 0; in round 1 they tell 2, 0, 1.
 */
#include "mpi/collective/build.h"

void build_barrier(struct schedule *schedule, const struct team *team) {
    schedule_take(schedule, "dissemination");
    for (int distance = 1; distance < team->size; distance *= 2) {
        schedule_send_signal(schedule, team, (team->rank + distance) % team->size);
        schedule_receive_signal(schedule, team, (team->rank + team->size - distance) % team->size);
        schedule_round(schedule);
    }
}
