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
#include "programs/mapping/order.h"

/* Returns the contention of the channels of the dimension for bit `bit` of the physical nodes,
 * which is 1 or more. The rows are those of theorem 1 or, in a scatter, those of its form for
 * reversed paths; bit 0 is one more unknown. */
static uint32_t contention_of(const struct communication *placed, uint32_t bit) {
    const struct bit_matrix *matrix = &placed->matrix;
    if (communication_keeps(placed, bit))
        return 0;
    uint32_t free = (1u << bit) - 2;
    if (placed->by_destination)
        free = bit_matrix_all(matrix->size) & ~((2u << bit) - 1);
    uint32_t rank = bit_matrix_rank_of(matrix, free | 1u << bit, free | 1u);
    return 1u << ((uint32_t)__builtin_popcount(free | 1u) - rank);
}

uint32_t two_a_router_contention(const struct order *order,
                                 const struct communication *communication, uint32_t contention[]) {
    struct communication placed = order_applied(order, communication);
    uint32_t most = 0;
    for (uint32_t bit = 1; bit < placed.matrix.size; bit++) {
        contention[bit - 1] = contention_of(&placed, bit);
        most = contention[bit - 1] > most ? contention[bit - 1] : most;
    }
    return most;
}
