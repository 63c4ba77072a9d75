/* Contention by ranks of submatrices: theorem 1 of Hou et al. */
#include "programs/mapping/communication.h"

enum communication_kind communication_kind(const struct communication *communication) {
    if (bit_matrix_rank(&communication->matrix) == communication->matrix.size)
        return COMMUNICATION_PERMUTATION;
    return communication->by_destination ? COMMUNICATION_SCATTER : COMMUNICATION_GATHER;
}

bool communication_keeps(const struct communication *communication, uint32_t bit) {
    return communication->matrix.row[bit] == 1u << bit && !(communication->vector >> bit & 1);
}

/* A message from x to y passes a channel of dimension i with address z if x agrees with z from bit
 * i on and y agrees with z below i. So in y = Ax + b the rows up to i are given and the columns
 * below i are free, and there are 2^(i - rank) solutions, or none. With x = Ay + b the rows from i
 * on are given and the columns above i are free. */
uint32_t communication_contention(const struct communication *communication, uint32_t below,
                                  uint32_t bit) {
    const struct bit_matrix *matrix = &communication->matrix;
    if (communication_keeps(communication, bit))
        return 0;
    uint32_t free = below;
    if (communication->by_destination)
        free = bit_matrix_all(matrix->size) & ~(below | 1u << bit);
    uint32_t rank = bit_matrix_rank_of(matrix, free | 1u << bit, free);
    return 1u << ((uint32_t)__builtin_popcount(free) - rank);
}

uint32_t communication_end_contention(const struct communication *communication) {
    return 1u << (communication->matrix.size - bit_matrix_rank(&communication->matrix));
}
