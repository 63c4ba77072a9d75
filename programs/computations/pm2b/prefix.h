/* Parallel prefix by +-2^b: element i becomes a[0] op a[1] op ... op a[i]. */
#ifndef COMPUTATIONS_PM2B_PREFIX_H
#define COMPUTATIONS_PM2B_PREFIX_H

#include "cube.h"
#include "programs/computations/pm2b/pm2b.h"

struct prefix {
    const struct cube_type *type;
    const struct cube_op *op; /* associative */
};

/* Makes *program the prefix of `elements` elements of prefix->type, which must live as long as the
 * program; so must `neutral`, an element of any value. Iteration b puts a[i - 2^b] before a[i].
 * Ascending, a[i] then always stands for the 2^b elements up to i, so any associative operator will
 * do; descending, elements come together in another order, and it must commute. Returns 0, or
 * -EINVAL if the order is descending and the operator does not commute. The caller chooses the
 * execution. */
int prefix_program(struct pm2b *program, const struct prefix *prefix, uint64_t elements,
                   const void *neutral, enum pm2b_order order);

#endif
