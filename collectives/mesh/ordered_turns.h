/* The turns of a reduce-scatter on a ring that keeps the order of ranks (reduce_scatter_ordered.c).
 *
 * On a ring of s = 2h positions, positions 2i - 1 and 2i are *mates*, unit i of h; those of unit 0
 * are the last position and the first. The results of a unit stay together until the last step, in
 * which mates exchange what they have collected for each other. Before it come h - 1 turns. In each
 * of them every node sends, and in all of them once for each unit but its own. They are told
 * backwards, as if results were spread from their units, turn t = 1 .. h - 1, units modulo h:
 *     t = 2j - 1   Even positions send two positions forwards, odd ones two back. So 2k gets unit
 *                  k - j from 2k - 2, and 2k - 1 gets unit k + j from 2k + 1. At the ends 0 gets
 *                  unit j from 1, and the last position unit h - j from the one before it.
 *                  If this is turn h - 1, one unit is left for both mates. Then positions 2k and
 *                  2k + 1 exchange instead.
 *     t = 2j       Mates exchange: 2k gets unit k + j, and 2k - 1 gets unit k - j. But 0 may not
 *                  send unit j, which has just come to it, to the last position: the ranks of these
 *                  two do not follow each other. The last position gets it from 2j, which is of
 *                  unit j, by the links from there back round the end. So up to 2j nothing else
 *                  goes back, and position 2k - 1 gets its unit from 2k - 2, which has it as well.
 *                  From the last position on it is the same the other way round: 0 gets unit h - j
 *                  from the position 2j before the last one.
 * What a node sends goes to the next rank, or past the next rank, which then sends its own to the
 * same node or to the sender. So all that comes to a node is of the ranks next to those that it
 * has. Only what 2j gets from the last position is farther away, so it waits until the end.
 *
 * Example, a ring of 6, contents a, ..., f. The results are those of units 0 (5 and 0), 1 (1 and 2)
 * and 2 (3 and 4); "1: de" is what has been collected for both results of unit 1:
 *     turn t = 2   0 -> 3  2: a    1 -> 0  0: b    2 -> 1  2: c
 *                  5 -> 2  1: f    4 -> 5  0: e    3 -> 4  1: d
 *     turn t = 1   0 -> 1  1: a    2 -> 0  0: c    4 -> 2  1: de
 *                  5 -> 4  2: f    3 -> 5  0: d    1 -> 3  2: bc
 *     mates        0 <-> 5  abc, def    1 <-> 2  ab, cde f    3 <-> 4  a bcd, ef
 */
#ifndef COLLECTIVES_MESH_ORDERED_TURNS_H
#define COLLECTIVES_MESH_ORDERED_TURNS_H

#include <stdbool.h>
#include <stdint.h>

/* Turn t = `number`, 1 .. h - 1, on a ring of `side` = 2h positions. */
struct ordered_turn {
    uint32_t side, number;
};

/* A packet of a turn, from one position to another. */
struct ordered_packet {
    uint32_t from, to;
    uint32_t unit; /* of whose results it has what has been collected */
    bool forwards; /* which way round the ring */
    bool is_far;   /* it goes round the end, and has to wait where it arrives */
};

/* Return what a position sends, and what comes to it. */
struct ordered_packet ordered_packet_from(const struct ordered_turn *turn, uint32_t from);
struct ordered_packet ordered_packet_to(const struct ordered_turn *turn, uint32_t to);

/* Sets whether the packet that passes a position by goes forwards. Returns false if none does. */
bool ordered_passes(const struct ordered_turn *turn, uint32_t position, bool *forwards);

/* Whether a far packet comes to a position from the last one in some turn. From the first one it
 * does if this holds for the position opposite, side - 1 - position. */
bool ordered_has_far(uint32_t side, uint32_t position);

/* The links that all packets pass in all turns, and that the longest chain of them passes. */
uint64_t ordered_links(uint32_t side);
uint64_t ordered_hops(uint32_t side);

#endif
