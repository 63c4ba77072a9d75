/* Square matrices over GF(2), the field of two elements: 0 and 1, where 1 + 1 = 0.
 *
 * A vector is a word whose bit i is its element i. A row of a matrix is such a word, so the product
 * of a row and a vector is the parity of what two words have in common, and a row is subtracted
 * from another by one exclusive or. Sets of rows and of columns are words, too.
 */
#ifndef MAPPING_BIT_MATRIX_H
#define MAPPING_BIT_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

enum { BIT_MATRIX_SIZE = 16 }; /* the largest number of rows, and of columns */

struct bit_matrix {
    uint32_t size;                 /* rows, and columns: 1 .. BIT_MATRIX_SIZE */
    uint16_t row[BIT_MATRIX_SIZE]; /* bit j of row[i] is the element in row i and column j */
};

/* The set of all rows, or columns, of a matrix of `size` rows. */
static inline uint32_t bit_matrix_all(uint32_t size) {
    return (1u << size) - 1;
}

/* Whether the element in row `i` and column `j` is 1. */
static inline bool bit_matrix_element(const struct bit_matrix *matrix, uint32_t i, uint32_t j) {
    return matrix->row[i] >> j & 1;
}

/* The matrix that changes no vector. */
struct bit_matrix bit_matrix_identity(uint32_t size);

/* The matrix times a vector; bits of the vector above the matrix's size are 0. */
uint32_t bit_matrix_apply(const struct bit_matrix *matrix, uint32_t vector);

/* The remainder of `row` when rows of a basis are subtracted: 0 if the basis spans it. The lowest
 * bits of the basis's `rank` rows are all different, and the remainder has none of them; so one
 * that is not 0 can be appended to the basis. */
uint32_t bit_matrix_reduced(const uint32_t basis[], uint32_t rank, uint32_t row);

/* The rank of the submatrix that consists of a set of rows and a set of columns. */
uint32_t bit_matrix_rank_of(const struct bit_matrix *matrix, uint32_t rows, uint32_t columns);

/* The rank of the whole matrix. */
uint32_t bit_matrix_rank(const struct bit_matrix *matrix);

/* Exchanges row `i` with row `j` and column `i` with column `j`. The matrix of a linear map changes
 * in this way when two elements of all vectors change places. */
void bit_matrix_exchange(struct bit_matrix *matrix, uint32_t i, uint32_t j);

#endif
