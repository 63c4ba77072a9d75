/* Shifts of vectors that are divided among the nodes along the ring of Gray codes (Ozveren, section
 * 3.1): part p of the vector is at node cube_gray(p), so that consecutive elements are at the same
 * node or at neighbours. */
#ifndef COMPUTATIONS_VECTOR_SHIFT_H
#define COMPUTATIONS_VECTOR_SHIFT_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* Element i of the vector `part` becomes element (i + places) mod `size` of `shifted`; places may
 * be negative. Both have a block of blocks_size(size) elements of `bytes` bytes at each node, and
 * may not be the same; padding is left as it is. `account` may be null.
 *
 * With blocks of B elements and places = q B + r, 0 <= r < B, two shifts along the ring do it: the
 * first B - r elements of each block go on by q nodes, the other r by q + 1. If the nodes do not
 * divide the size, those that pass the end of the vector move by places - size, which is another
 * multiple of the block: then there are two more shifts. Shifts by 0 nodes move nothing. */
void vector_shift(struct account *account, const void *part, void *shifted, size_t size,
                  size_t bytes, long places);
struct cost vector_shift_cost(size_t size, size_t bytes, long places);

/* The steps of a shift along the ring of Gray codes by q nodes: the sum of the digits of the
 * cheapest expression q = sum of +-2^b modulo 2^d, where +-1 costs one step, and all others two
 * (Ozveren, section 3.1 as corrected, and appendix A); at most d. */
unsigned vector_shift_steps(long q);

#endif
