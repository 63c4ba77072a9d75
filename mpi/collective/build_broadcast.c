/* Broadcast. Members are numbered from the root on here: number v is rank (v + root) mod p.
 *
 *             rounds                     bytes the root sends
 *     short   log2 p                     m log2 p
 *     long    log2 p + p - 1             2 m (p - 1) / p
 */
#include "mpi/collective/build.h"

/* Returns the lowest bit that is set in a number. For 0, returns the first power of two that is p
 * or more. */
static int lowest_bit(int number, int p) {
    int bit = 1;
    while (bit < p && (number & bit) == 0)
        bit *= 2;
    return bit;
}

/* A binomial tree (Johnsson and Ho: Optimum Broadcasting and Personalized Communication in
 * Hypercubes, 1989): the parent of v is v without its lowest bit that is set, and its children are
 * v + 2^k for each 2^k below this bit, the greatest first, because the tree below that child is the
 * highest.
 *
 * Example, p = 6: 0 sends to 4, 2 and 1; 4 sends to 5, and 2 sends to 3.
 */
static void broadcast_tree(struct schedule *schedule, const struct team *team, int root,
                           struct part part) {
    schedule_take(schedule, "binomial tree");
    int p = team->size, v = (team->rank - root + p) % p, bit = lowest_bit(v, p);
    if (v != 0) {
        schedule_receive(schedule, team, (v - bit + root) % p, &part);
        schedule_round(schedule);
    }
    for (bit /= 2; bit > 0; bit /= 2)
        if (v + bit < p)
            schedule_send(schedule, team, (v + bit + root) % p, &part);
    schedule_round(schedule);
}

/* Returns pieces `first` to `last` - 1 of the p pieces of a message. */
static struct part pieces_of(const struct part *bytes, int first, int last, int p) {
    MPI_Count begin = bytes->count * first / p, end = bytes->count * (last < p ? last : p) / p;
    return part_at(bytes, begin, end - begin);
}

/* Sends the message in p pieces. First, v gets piece v by the same tree, in which a member also
 * gets the pieces of all members below it. Then the pieces go round on a ring (Barnett, Gupta,
 * Payne, Shuler, van de Geijn, Watts: Interprocessor Collective Communication Library, 1994). The
 * message is divided by bytes, because each member may describe it by another type.
 *
 * Example, p = 3: 0 sends piece 2 to 2 and piece 1 to 1. Then 0, 1, 2 send pieces 0, 1, 2 to 1, 2,
 * 0, and at last pieces 2, 0, 1.
 */
static void broadcast_pieces(struct schedule *schedule, const struct team *team, int root,
                             struct part part) {
    schedule_take(schedule, "scatter by a tree, all-gather on a ring");
    int p = team->size, v = (team->rank - root + p) % p, bit = lowest_bit(v, p);
    struct part bytes =
        v == 0 ? schedule_packed(schedule, &part) : schedule_unpacked(schedule, &part);
    if (v != 0) {
        schedule_receive(schedule, team, (v - bit + root) % p,
                         PART(pieces_of(&bytes, v, v + bit, p)));
        schedule_round(schedule);
    }
    for (bit /= 2; bit > 0; bit /= 2)
        if (v + bit < p)
            schedule_send(schedule, team, (v + bit + root) % p,
                          PART(pieces_of(&bytes, v + bit, v + 2 * bit, p)));
    schedule_round(schedule);
    int next = (team->rank + 1) % p, before = (team->rank + p - 1) % p;
    for (int k = 0; k < p - 1; k++) {
        int sent = (v - k + p) % p, received = (v - k - 1 + p) % p;
        schedule_exchange(schedule, team, next, PART(pieces_of(&bytes, sent, sent + 1, p)), before,
                          PART(pieces_of(&bytes, received, received + 1, p)));
    }
    if (v != 0)
        schedule_copy(schedule, &bytes, &part);
}

void build_broadcast(struct schedule *schedule, const struct team *team, enum way way, int root,
                     struct part part) {
    if (team->size == 1)
        return;
    if (team->size == 2 || way_is_short(way, part_size(part)))
        broadcast_tree(schedule, team, root, part);
    else
        broadcast_pieces(schedule, team, root, part);
}
