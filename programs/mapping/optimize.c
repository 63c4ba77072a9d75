/* The best order for one communication: Fig. 3 and theorem 4 of Hou et al. */
#include "programs/mapping/optimize.h"

#include "compiler.h"

/* A search for the best order: each exchange of two dimensions is made in the matrix and in the
 * order. */
struct search {
    struct bit_matrix matrix;
    struct order order;
};

static void exchange(struct search *search, uint32_t i, uint32_t j) {
    bit_matrix_exchange(&search->matrix, i, j);
    uint8_t bit = search->order.bit[i];
    search->order.bit[i] = search->order.bit[j];
    search->order.bit[j] = bit;
}

/* Begins a search: moves the bits that all messages keep to the highest dimensions, where they do
 * no harm. Returns how many bits are left, on dimensions 0 and up. */
static uint32_t begin(struct search *search, const struct communication *communication) {
    uint32_t left = communication->matrix.size;
    *search = (struct search){communication->matrix, order_identity(left)};
    for (uint32_t k = left; k-- > 0;)
        if (communication_keeps(communication, search->order.bit[k]))
            exchange(search, k, --left);
    return left;
}

/* The rows of `reduced` that have been chosen have a single 1 each in the columns before `column`,
 * and all other rows have none there. Returns the lowest row that has a 1 in that column and has
 * not been chosen. It is independent of the chosen rows. A matrix of full rank has such a row. */
static uint32_t independent_row(const struct bit_matrix *reduced, uint32_t chosen,
                                uint32_t column) {
    uint32_t row = 0;
    while (!bit_matrix_element(reduced, row, column) || (chosen >> row & 1))
        row++;
    return row;
}

/* Fig. 3. At the beginning of round i the dimensions up to i have their least contention; if none
 * of the rows up to there gives the first i + 1 columns full rank, the round brings a row that does
 * to dimension i + 1. */
struct order optimize_permutation(const struct communication *permutation) {
    struct search search;
    uint32_t size = begin(&search, permutation);
    struct bit_matrix reduced = search.matrix; /* V in Fig. 3 */
    uint32_t chosen = 0;                       /* R */
    for (uint32_t i = 0; i + 1 < size; i++) {
        uint32_t j = independent_row(&reduced, chosen, i);
        if (j > i + 1) {
            exchange(&search, i + 1, j);
            bit_matrix_exchange(&reduced, i + 1, j);
            j = i + 1; /* neither row j nor row i + 1 was chosen before, so R stays as it is */
        }
        for (uint32_t k = 0; k < size; k++)
            if (k != j && bit_matrix_element(&reduced, k, i))
                reduced.row[k] ^= reduced.row[j];
        chosen |= 1u << j;
    }
    return search.order;
}

/* Returns the lowest of the first `size` columns that, in the first `size` rows, is the sum of some
 * of the other columns, so that the rank is the same without it. There must be one. */
static uint32_t dependent_column(const struct bit_matrix *matrix, uint32_t size) {
    uint32_t all = bit_matrix_all(size);
    uint32_t rank = bit_matrix_rank_of(matrix, all, all);
    uint32_t column = 0;
    while (bit_matrix_rank_of(matrix, all, all & ~(1u << column)) < rank)
        column++;
    return column;
}

/* The proof of theorem 4, from the highest dimension down: the columns that depend on others are
 * moved up, so that those below are left with the rank that they need. (The proof exchanges rows j
 * and k - 1, where k + 1 is printed.) */
struct order optimize_gather(const struct communication *gather) {
    struct search search;
    uint32_t size = begin(&search, gather);
    uint32_t all = bit_matrix_all(size);
    uint32_t missing = size - bit_matrix_rank_of(&search.matrix, all, all);
    ASSUME(missing <= size); /* so nothing is missing if there are no columns */
    if (missing == 0)
        return search.order;
    exchange(&search, dependent_column(&search.matrix, size), size - 1);
    for (uint32_t k = size - 1; k > 0; k--) {
        uint32_t rank =
            bit_matrix_rank_of(&search.matrix, bit_matrix_all(k), bit_matrix_all(k - 1));
        if (k - 1 - rank > missing - 1)
            exchange(&search, dependent_column(&search.matrix, k), k - 1);
    }
    return search.order;
}

/* Returns the communication as it is when dimension k is called n - 1 - k. */
static struct communication turned(const struct communication *communication) {
    struct order reversed = {.size = communication->matrix.size};
    for (uint32_t k = 0; k < reversed.size; k++)
        reversed.bit[k] = (uint8_t)(reversed.size - 1 - k);
    return order_applied(&reversed, communication);
}

struct order optimize(const struct communication *communication) {
    bool permutes = communication_kind(communication) == COMMUNICATION_PERMUTATION;
    if (!communication->by_destination)
        return permutes ? optimize_permutation(communication) : optimize_gather(communication);
    struct communication other = turned(communication);
    struct order found = permutes ? optimize_permutation(&other) : optimize_gather(&other);
    struct order order = {.size = found.size};
    for (uint32_t k = 0; k < found.size; k++)
        order.bit[k] = (uint8_t)(found.size - 1 - found.bit[found.size - 1 - k]);
    return order;
}

uint32_t optimize_least(const struct communication *communication) {
    uint32_t size = communication->matrix.size;
    uint32_t missing = size - bit_matrix_rank(&communication->matrix);
    uint32_t kept = 0;
    while (kept < size && communication_keeps(communication, kept))
        kept++;
    if (kept == size)
        return 0; /* nothing moves */
    return missing == 0 ? 1 : 1u << (missing - 1);
}
