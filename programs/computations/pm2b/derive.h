/* The pipeline of a descending program by +-2^b, derived from its loops as a compiler derives it
 * (Hu, section 4: "via loop transformations on the original +-2^b-descend algorithm after first
 * splitting the node address index loop and the local memory address index loop").
 *
 *     for t = 0 .. log M - 1:                      b = log M - 1 - t
 *         for all i = 0 .. M - 1 at once:          a[i] = f(a[i], a[i + 2^b], a[i - 2^b])
 *
 * 1. Split. Element i is slot s of place p: i = p L + s. Iteration (t, p, s) reads values written
 *    by iteration t - 1: at other places, but for the first iterations in the same slot. So in
 *    these all dependences have the distance (1, 0) in (t, s). The others, in which elements of
 *    other slots are read, stay as they are.
 * 2. Skew. Round r = x t + y s has all iterations (t, s) on that line, at all places. It is right
 * if every dependence leads to a later round, and possible if no two iterations of a round read by
 *    the same offset, for then their packets need the same links. Of all such lines one with the
 *    fewest rounds is taken: x = y = 1.
 * 3. A round moves, for each of its iterations, a packet up by 2^b and one down: at once, for their
 *    offsets are different, which is what ASPC is for (Theorem 5). Elements that go by more than a
 *    place take two hops. Nothing here knows ASPC's ports.
 *
 * A host tool draws this, and a test compares it, step by step, with what
 * programs/computations/pm2b/ pipelined.c does. */
#ifndef COMPUTATIONS_PM2B_DERIVE_H
#define COMPUTATIONS_PM2B_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The loops after they are split: N places, L slots of each, log M iterations, of which the first
 * `far` read their own slots alone. */
struct derive_loops {
    size_t places, slots;
    unsigned iterations, far;
};

/* Splits the loops for `elements` elements on `places` places, both powers of two, and not fewer
 * elements than places. */
struct derive_loops derive_split(size_t elements, size_t places);

/* Returns the slot that an iteration reads beside its own, up or down by its offset, less its own
 * slot: the distance of that dependence. */
ptrdiff_t derive_distance(const struct derive_loops *loops, unsigned t, size_t slot, bool up);

/* A round is x t + y s. */
struct derive_skew {
    unsigned x, y;
    size_t rounds;
};

/* Whether rounds x t + y s keep all dependences, and whether they have no two iterations of one
 * offset. */
bool derive_keeps(const struct derive_loops *loops, const struct derive_skew *skew);
bool derive_fits(const struct derive_loops *loops, const struct derive_skew *skew);

/* Returns the skew with the fewest rounds that does both. */
struct derive_skew derive_best(const struct derive_loops *loops);

/* The move of a step at every place: the element of this slot, with the value that iteration t
 * reads, by 2^j places, or to the next place; on its first hop (0) or its second. */
struct derive_move {
    size_t step, slot;
    unsigned t, j, hop;
    bool up;
};

/* Writes the moves of all steps, in order, to moves[], which has room for derive_room of them.
 * Returns how many there are. */
size_t derive_room(const struct derive_loops *loops);
size_t derive_moves(const struct derive_loops *loops, const struct derive_skew *skew,
                    struct derive_move moves[]);

#endif
