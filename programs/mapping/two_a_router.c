/* Contention between routers that have two nodes each. */
#include "programs/mapping/two_a_router.h"

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
