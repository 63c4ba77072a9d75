/* Arithmetic on matrices over GF(2), a row at a time. */
#include "programs/mapping/bit_matrix.h"

struct bit_matrix bit_matrix_identity(uint32_t size) {
    struct bit_matrix identity = {.size = size};
    for (uint32_t i = 0; i < size; i++)
        identity.row[i] = (uint16_t)(1u << i);
    return identity;
}

uint32_t bit_matrix_apply(const struct bit_matrix *matrix, uint32_t vector) {
    uint32_t product = 0;
    for (uint32_t i = 0; i < matrix->size; i++)
        product |= (uint32_t)__builtin_parity(matrix->row[i] & vector) << i;
    return product;
}

uint32_t bit_matrix_reduced(const uint32_t basis[], uint32_t rank, uint32_t row) {
    for (uint32_t k = 0; k < rank; k++)
        if (row & basis[k] & -basis[k])
            row ^= basis[k];
    return row;
}

uint32_t bit_matrix_rank_of(const struct bit_matrix *matrix, uint32_t rows, uint32_t columns) {
    uint32_t basis[BIT_MATRIX_SIZE];
    uint32_t rank = 0;
    for (; rows != 0; rows &= rows - 1) {
        uint32_t row = matrix->row[__builtin_ctz(rows)] & columns;
        row = bit_matrix_reduced(basis, rank, row);
        if (row != 0)
            basis[rank++] = row;
    }
    return rank;
}

uint32_t bit_matrix_rank(const struct bit_matrix *matrix) {
    uint32_t all = bit_matrix_all(matrix->size);
    return bit_matrix_rank_of(matrix, all, all);
}

static uint32_t exchanged_bits(uint32_t word, uint32_t i, uint32_t j) {
    uint32_t differ = (word >> i ^ word >> j) & 1;
    return word ^ (differ << i | differ << j);
}

void bit_matrix_exchange(struct bit_matrix *matrix, uint32_t i, uint32_t j) {
    if (i == j)
        return;
    uint16_t row = matrix->row[i];
    matrix->row[i] = matrix->row[j];
    matrix->row[j] = row;
    for (uint32_t k = 0; k < matrix->size; k++)
        matrix->row[k] = (uint16_t)exchanged_bits(matrix->row[k], i, j);
}
