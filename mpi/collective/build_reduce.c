/* Reduction to a root.
 *
 *             rounds       bytes a member sends
 *     short   log2 p       m, and the root receives m log2 p
 *     long    2 log2 p     2 m
 *
 * There is one more round if the operator does not commute (short), and there are two more if p is
 * no power of two (long).
 */
#include "mpi/collective/build.h"
#include "mpi/collective/halving.h"

/* A binomial tree: that of build_broadcast.c, backwards. Member v collects from v + 1, v + 2, v +
 * 4, ... in this order, where member v + 2^k has collected from 2^k neighbouring numbers before. So
 * operands keep the order of numbers. Numbers count from the root on if the operator commutes.
 * Otherwise they are ranks, and the result goes from 0 to the root.
 *
 * What arrives is the right operand, and the sum is made in the part in which it has arrived, so
 * nothing is copied. Two parts are used in turn, such that the last one is that of the result.
 */
static void reduce_tree(struct schedule *schedule, const struct team *team, bool commutes, int root,
                        struct part own, struct part result) {
    schedule_take(schedule, "binomial tree");
    int p = team->size, top = commutes ? root : 0, v = (team->rank - top + p) % p, children = 0;
    bool is_root = team->rank == root;
    for (int bit = 1; v + bit < p && (v & bit) == 0; bit *= 2)
        children++;
    struct part sum = own, parts[2];
    if (children > 0) {
        parts[0] = is_root && v == 0 ? result : schedule_scratch(schedule, own.count, own.layout);
        parts[1] = schedule_scratch(schedule, children > 1 ? own.count : 0, own.layout);
        if (own.address == parts[0].address) {
            sum = schedule_scratch(schedule, own.count, own.layout);
            schedule_copy(schedule, &own, &sum);
        }
    }
    for (int k = 0; k < children; k++) {
        struct part arrived = parts[(children - 1 - k) % 2];
        schedule_receive(schedule, team, (v + (1 << k) + top) % p, &arrived);
        schedule_round(schedule);
        schedule_combine(schedule, &sum, &arrived);
        sum = arrived;
    }
    if (v != 0)
        schedule_send(schedule, team, (v - (v & -v) + top) % p, &sum);
    else if (top != root)
        schedule_send(schedule, team, root, &sum);
    else
        schedule_copy(schedule, &sum, &result);
    schedule_round(schedule);
    if (is_root && top != root)
        schedule_receive(schedule, team, top, &result);
    schedule_round(schedule);
}

static void reduce_halves(struct schedule *schedule, const struct team *team, bool commutes,
                          int root, struct part own, struct part result) {
    schedule_take(schedule, "halving, gather backwards");
    struct fold fold = fold_of(team);
    int number = fold_number(&fold, root);
    bool is_root = team->rank == root, takes_part = fold.number >= 0;
    struct part sum = is_root ? result : own, arrived = own;
    if (takes_part) {
        arrived = schedule_scratch(schedule, own.count, own.layout);
        if (!is_root)
            sum = schedule_scratch(schedule, own.count, own.layout);
    }
    fold_in(schedule, team, &fold, &own, &sum, &arrived);
    if (takes_part) {
        halving_reduce(schedule, team, &fold, commutes, &sum, &arrived);
        halving_collect_at(schedule, team, &fold, number, &sum);
        if (fold.number == number && !is_root)
            schedule_send(schedule, team, root, &sum);
    } else if (is_root) {
        schedule_receive(schedule, team, team->rank + 1, &result);
    }
    schedule_round(schedule);
}

void build_reduce(struct schedule *schedule, const struct team *team, enum way way, bool commutes,
                  int root, struct part own, struct part result) {
    if (team->size == 1)
        schedule_copy(schedule, &own, &result);
    else if (team->size == 2 || own.count < team->size || way_is_short(way, part_size(own)))
        reduce_tree(schedule, team, commutes, root, own, result);
    else
        reduce_halves(schedule, team, commutes, root, own, result);
}
