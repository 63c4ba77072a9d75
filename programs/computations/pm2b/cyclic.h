/* Cyclic shift by +-2^b: element i becomes a[(i - q) mod M], for any M. */
#ifndef COMPUTATIONS_PM2B_CYCLIC_H
#define COMPUTATIONS_PM2B_CYCLIC_H

#include "programs/computations/pm2b/pm2b.h"

/* Pairs are shifted: one copy of an element goes up by q, and one goes down by M - q, each by the
 * 2^b of the binary expansion of its distance. So no element goes round the end of the M elements,
 * which is not the end of the program's elements if M is not a power of two. */
struct cyclic {
    uint64_t elements; /* M */
    uint64_t shift;    /* q, 0 .. M - 1 */
    size_t bytes;      /* of an element; a pair has twice this */
};

/* Makes *program the shift, which must live as long as the program; so must `neutral`, a pair of
 * any value. It works in either order. The caller chooses the execution. */
void cyclic_program(struct pm2b *program, const struct cyclic *cyclic, const void *neutral,
                    enum pm2b_order order);

/* Makes pairs of `count` elements, and the result of the pairs after the program, of which the
 * first is that of element `first`. */
void cyclic_pairs(const struct cyclic *cyclic, const void *elements, size_t count, void *pairs);
void cyclic_result(const struct cyclic *cyclic, uint64_t first, const void *pairs, size_t count,
                   void *elements);

#endif
