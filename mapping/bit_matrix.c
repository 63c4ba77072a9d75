/* Arithmetic on matrices over GF(2), a row at a time. */
#include "mapping/bit_matrix.h"

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

struct bit_matrix bit_matrix_product(const struct bit_matrix *left,
                                     const struct bit_matrix *right) {
    struct bit_matrix product = {.size = left->size};
    for (uint32_t i = 0; i < left->size; i++)
        for (uint32_t k = 0; k < left->size; k++)
            if (bit_matrix_element(left, i, k))
                product.row[i] ^= right->row[k];
    return product;
}

struct bit_matrix bit_matrix_transposed(const struct bit_matrix *matrix) {
    struct bit_matrix transposed = {.size = matrix->size};
    for (uint32_t i = 0; i < matrix->size; i++)
        for (uint32_t j = 0; j < matrix->size; j++)
            if (bit_matrix_element(matrix, i, j))
                transposed.row[j] |= (uint16_t)(1u << i);
    return transposed;
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

/* The method of Gauss and Jordan: the row operations that turn the matrix into the identity turn
 * the identity into the inverse. */
struct bit_matrix bit_matrix_inverse(const struct bit_matrix *matrix) {
    struct bit_matrix rest = *matrix, inverse = bit_matrix_identity(matrix->size);
    for (uint32_t j = 0; j < matrix->size; j++) {
        uint32_t pivot = j;
        while (!bit_matrix_element(&rest, pivot, j))
            pivot++;
        uint16_t row = rest.row[pivot], inverted = inverse.row[pivot];
        rest.row[pivot] = rest.row[j];
        inverse.row[pivot] = inverse.row[j];
        rest.row[j] = row;
        inverse.row[j] = inverted;
        for (uint32_t i = 0; i < matrix->size; i++) {
            if (i != j && bit_matrix_element(&rest, i, j)) {
                rest.row[i] ^= row;
                inverse.row[i] ^= inverted;
            }
        }
    }
    return inverse;
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
