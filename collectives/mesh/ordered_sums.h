/* Sums along an axis of a ring or mesh that keep the order of ranks, while what the other positions
 * have comes to a node from both sides, the nearest ones first.
 *
 * What comes from positions before the node, down to position 0, is put to the left of the node's
 * own, one after the other. What comes from positions after it, up to the last one, is put to its
 * right. What comes past an end of the axis has a sum of its own. If it comes from before, it
 * belongs to the highest positions: each is put to the left of that sum, and at last the sum to the
 * right of everything. If it comes from after, it belongs to the lowest positions: each is put to
 * the right of that sum, and at last the sum to the left of everything.
 */
#ifndef COLLECTIVES_MESH_ORDERED_SUMS_H
#define COLLECTIVES_MESH_ORDERED_SUMS_H

#include "collectives/schedule/step.h"

/* The areas of a node's sums, a block each. The result, AREA_OUTPUT, is the total in an all-reduce,
 * and the sum of the lower ranks and the node's own in a scan. */
struct ordered_sums {
    uint32_t total;    /* AREA_OUTPUT in an all-reduce; else a copy of the input at first */
    uint32_t past_end; /* what came past an end of the axis; needs no value before */
    bool needs_total;  /* whether the total of this axis is still needed */
};

/* Puts the block of area `from` to the left of the total if it is of `lower` positions, else to its
 * right. In a scan what is of lower positions is also put to the left of the result. */
void sums_put(const struct ordered_sums *sums, uint32_t from, bool lower, struct step *step);

/* Puts the block of area `from` where it belongs. It came forwards, from the positions before, or
 * back, as number `count` from there, counted from 1. There are `to_end` between the node and the
 * end of the axis on that side. */
void sums_arrived(const struct ordered_sums *sums, uint32_t from, bool forwards, uint32_t count,
                  uint32_t to_end, struct step *step);

/* Puts the sum of what came past an end where it belongs, when all has arrived: `count` from one
 * side, of which `to_end` are not past the end. */
void sums_close(const struct ordered_sums *sums, bool forwards, uint32_t count, uint32_t to_end,
                struct step *step);

#endif
