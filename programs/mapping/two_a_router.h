/* Two nodes on each router, as in SGI's Origin 2000: the routers of 2^n nodes are a cube of only
 * n - 1 dimensions.
 *
 * Hou et al. say in their introduction that a communication of n dimensions can be viewed there as
 * two of n - 1 dimensions that take place at once, and leave the rest to another paper. It is
 * worked out here. Physical nodes 2r and 2r + 1 share router r; an order says which address bit of
 * the logical nodes tells these two apart, by its dimension 0, and which bit each dimension k - 1
 * of the routers' cube is for, by its dimension k > 0.
 *
 * Write y = Ax + b without the parts of bit 0 of x and y. Then router r sends the message of its
 * node s to router A'r + b' + sa. Here A' is A without its row and column 0, b' is b without its
 * element 0, and a is the rest of column 0. So both halves, s = 0 and s = 1, have the same matrix,
 * and their vectors differ by a.
 *
 * The messages of both halves in a channel of dimension i of the routers' cube are the solutions of
 * the equations of theorem 1, where one more unknown, s, is free and row 0 says nothing. Hence
 * there are 2^(i + 1 - rank), or none, with the rank of rows 1 .. i + 1 in columns 0 .. i of A. */
#ifndef MAPPING_TWO_A_ROUTER_H
#define MAPPING_TWO_A_ROUTER_H

#include "programs/mapping/order.h"

/* How many messages, of both halves together, share the busiest channel of each dimension of the
 * routers' cube: contention[0 .. size - 2] of a communication of 2 or more dimensions. Returns the
 * largest. */
uint32_t two_a_router_contention(const struct order *order,
                                 const struct communication *communication, uint32_t contention[]);

#endif
