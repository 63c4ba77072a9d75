/* Prefix reductions by recursive doubling (Hillis and Steele: Data Parallel Algorithms, 1986): in
 * the round of d = 1, 2, 4, ... member r sends its collected data, from members r - d + 1 to r, to
 * r + d, and puts those of r - d in front of its own. There are log2 p rounds, rounded up, with m
 * bytes each. */
#include "mpi/collective/build.h"

void build_scan(struct schedule *schedule, const struct team *team, bool exclusive, struct part own,
                struct part result) {
    schedule_take(schedule, "recursive doubling");
    int p = team->size, r = team->rank;
    struct part arrived = schedule_scratch(schedule, own.count, own.layout);
    struct part sum = exclusive ? schedule_scratch(schedule, own.count, own.layout) : result;
    schedule_copy(schedule, &own, &sum);
    for (int d = 1; d < p; d *= 2) {
        if (r + d < p)
            schedule_send(schedule, team, r + d, &sum);
        if (r >= d)
            schedule_receive(schedule, team, r - d, &arrived);
        schedule_round(schedule);
        if (r >= d && (!exclusive || r + 2 * d < p))
            schedule_combine(schedule, &arrived, &sum);
        if (r >= d && exclusive && d == 1)
            schedule_copy(schedule, &arrived, &result);
        else if (r >= d && exclusive)
            schedule_combine(schedule, &arrived, &result);
    }
}
