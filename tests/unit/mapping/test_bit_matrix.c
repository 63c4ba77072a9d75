/* Matrices over GF(2), against what the words mean: sums of products, sets of images. */
#include "programs/mapping/bit_matrix.h"
#include "tests/unit/mapping/communications.h"

static struct random numbers = {.state = 3};

static uint32_t any_bits(uint32_t size) {
    return (uint32_t)random_word(&numbers) & bit_matrix_all(size);
}

TEST(elements_are_bits_of_rows) {
    struct bit_matrix matrix = {.size = 16, .row = {[3] = 1u << 15, [15] = 1}};
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t j = 0; j < 16; j++)
            assert_int_equal(bit_matrix_element(&matrix, i, j),
                             (i == 3 && j == 15) || (i == 15 && j == 0));
    assert_int_equal(bit_matrix_all(16), 0xffff);
    assert_int_equal(bit_matrix_all(1), 1);
}

/* y_i is the sum of a_ij x_j, modulo 2. */
TEST(products_with_vectors) {
    for (uint32_t size = 1; size <= BIT_MATRIX_SIZE; size++) {
        struct bit_matrix matrix = any(&numbers, size).matrix, identity = bit_matrix_identity(size);
        for (uint32_t round = 0; round < 50; round++) {
            uint32_t vector = any_bits(size), product = bit_matrix_apply(&matrix, vector);
            for (uint32_t i = 0; i < size; i++) {
                uint32_t sum = 0;
                for (uint32_t j = 0; j < size; j++)
                    sum += (uint32_t)bit_matrix_element(&matrix, i, j) * (vector >> j & 1);
                assert_int_equal(product >> i & 1, sum % 2);
            }
            assert_int_equal(product >> size, 0);
            assert_int_equal(bit_matrix_apply(&identity, vector), vector);
        }
    }
}

/* A map of rank r has 2^r images. */
static uint32_t images(const struct bit_matrix *matrix, uint32_t rows, uint32_t columns) {
    bool met[1 << 6] = {false};
    uint32_t count = 0;
    for (uint32_t vector = 0; vector < 1u << matrix->size; vector++) {
        uint32_t image = bit_matrix_apply(matrix, vector & columns) & rows;
        count += !met[image];
        met[image] = true;
    }
    return count;
}

TEST(ranks_count_images) {
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t size = 1 + round % 6;
        struct bit_matrix matrix = any(&numbers, size).matrix;
        uint32_t rows = any_bits(size), columns = any_bits(size), all = bit_matrix_all(size);
        assert_int_equal(1u << bit_matrix_rank_of(&matrix, rows, columns),
                         images(&matrix, rows, columns));
        assert_int_equal(1u << bit_matrix_rank(&matrix), images(&matrix, all, all));
    }
}

static uint32_t with_exchanged(uint32_t vector, uint32_t i, uint32_t j) {
    uint32_t without = vector & ~(1u << i | 1u << j);
    return without | (vector >> i & 1) << j | (vector >> j & 1) << i;
}

TEST(exchanging_renames_elements_of_vectors) {
    for (uint32_t round = 0; round < 1000; round++) {
        uint32_t size = 1 + round % BIT_MATRIX_SIZE, vector = any_bits(size);
        uint32_t i = (uint32_t)random_word(&numbers) % size;
        uint32_t j = (uint32_t)random_word(&numbers) % size;
        struct bit_matrix matrix = any(&numbers, size).matrix, exchanged = matrix;
        bit_matrix_exchange(&exchanged, i, j);
        assert_int_equal(bit_matrix_apply(&exchanged, with_exchanged(vector, i, j)),
                         with_exchanged(bit_matrix_apply(&matrix, vector), i, j));
    }
}
