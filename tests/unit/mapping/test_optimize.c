/* Tests orders of address bits: the examples of Hou et al., contention compared with paths counted
 * channel by channel, and the searches compared with all possible orders. */
#include <stdio.h>
#include <string.h>

#include "mapping/optimize.h"
#include "tests/unit/mapping/communications.h"
#include "tests/unit/test.h"

enum { MOST_CHANNELS = BIT_MATRIX_SIZE << 10 };

static struct random numbers = {.state = 1};

/* Of that rank: the product of a matrix with so many columns and one with so many rows. */
static struct communication any_of_rank(uint32_t size, uint32_t rank) {
    struct communication communication;
    do {
        struct bit_matrix left = any(&numbers, size).matrix, right = any(&numbers, size).matrix;
        communication = any(&numbers, size);
        for (uint32_t i = 0; i < size; i++) {
            communication.matrix.row[i] = 0;
            for (uint32_t k = 0; k < rank; k++)
                if (bit_matrix_element(&left, i, k))
                    communication.matrix.row[i] ^= right.row[k];
        }
    } while (bit_matrix_rank(&communication.matrix) != rank);
    return communication;
}

/* Source and destination of message `number`, one for each node. */
static void ends_of(const struct communication *communication, uint32_t number, uint32_t *source,
                    uint32_t *destination) {
    uint32_t other = bit_matrix_apply(&communication->matrix, number) ^ communication->vector;
    *source = communication->by_destination ? other : number;
    *destination = communication->by_destination ? number : other;
}

/* The largest number of paths in a channel of each dimension, by walking each path. */
static void count_paths(const struct communication *communication, uint32_t most[]) {
    static uint32_t paths[MOST_CHANNELS];
    uint32_t size = communication->matrix.size;
    memset(paths, 0, sizeof paths);
    memset(most, 0, BIT_MATRIX_SIZE * sizeof *most);
    for (uint32_t number = 0; number < 1u << size; number++) {
        uint32_t at, destination;
        ends_of(communication, number, &at, &destination);
        for (uint32_t left; (left = at ^ destination) != 0; at ^= left & -left) {
            uint32_t dimension = (uint32_t)__builtin_ctz(left);
            uint32_t *channel = &paths[dimension << size | at];
            most[dimension] = ++*channel > most[dimension] ? *channel : most[dimension];
        }
    }
}

TEST(theorem_1_counts_paths) {
    for (uint32_t size = 1; size <= 7; size++) {
        for (uint32_t round = 0; round < 40; round++) {
            struct communication communication = any(&numbers, size);
            communication.by_destination = round % 2 == 1;
            uint32_t contention[BIT_MATRIX_SIZE], counted[BIT_MATRIX_SIZE];
            struct order order = order_identity(size);
            order_contention(&order, &communication, contention);
            count_paths(&communication, counted);
            assert_memory_equal(contention, counted, size * sizeof *counted);
        }
    }
}

TEST(end_contention_counts_messages_of_a_node) {
    for (uint32_t rank = 0; rank <= 6; rank++) {
        struct communication communication = any_of_rank(6, rank);
        uint32_t messages[64] = {0}, most = 0;
        for (uint32_t number = 0; number < 64; number++) {
            uint32_t source, destination;
            ends_of(&communication, number, &source, &destination);
            most = ++messages[destination] > most ? messages[destination] : most;
        }
        assert_int_equal(communication_end_contention(&communication), most);
    }
}

static void expect_contention(const struct order *order, const struct communication *communication,
                              const uint32_t expected[8]) {
    uint32_t contention[BIT_MATRIX_SIZE];
    order_contention(order, communication, contention);
    assert_memory_equal(contention, expected, 8 * sizeof *expected);
}

static void expect_order(const struct order *order, const uint8_t expected[8]) {
    assert_memory_equal(order->bit, expected, 8);
}

static const uint32_t ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};

TEST(examples_3_and_4_transpose) {
    struct communication transpose = by_name("transpose", 8);
    struct order identity = order_identity(8), order = optimize_permutation(&transpose);
    expect_contention(&identity, &transpose, (uint32_t[]){1, 2, 4, 8, 8, 4, 2, 1});
    expect_order(&order, (uint8_t[]){0, 4, 2, 6, 1, 5, 3, 7});
    expect_contention(&order, &transpose, ones);
    /* The new matrix exchanges the members of each pair of neighbouring bits. */
    struct communication applied = order_applied(&order, &transpose);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(applied.matrix.row[i], 1u << (i ^ 1));
}

TEST(bit_reverse_and_reverse_flip) {
    const char *const names[] = {"bit-reverse", "reverse-flip"};
    for (size_t k = 0; k < 2; k++) {
        struct communication communication = by_name(names[k], 8);
        struct order identity = order_identity(8), order = optimize(&communication);
        expect_contention(&identity, &communication, (uint32_t[]){1, 2, 4, 8, 8, 4, 2, 1});
        expect_order(&order, (uint8_t[]){0, 7, 2, 5, 4, 3, 6, 1});
        expect_contention(&order, &communication, ones);
    }
}

/* Theorem 2: who sends to whom is the same, whichever way the nodes are placed. */
TEST(theorem_2_keeps_the_communication) {
    for (uint32_t size = 1; size <= BIT_MATRIX_SIZE; size++) {
        struct communication communication = any_of_rank(size, size);
        struct order order = optimize(&communication);
        struct communication applied = order_applied(&order, &communication);
        for (uint32_t node = 0; node < 1u << size; node += 1 + size / 8) {
            uint32_t to = bit_matrix_apply(&communication.matrix, node) ^ communication.vector;
            uint32_t at = order_place(&order, node);
            assert_int_equal(bit_matrix_apply(&applied.matrix, at) ^ applied.vector,
                             order_place(&order, to));
        }
    }
}

/* A permutation of bits. */
static bool is_order(const struct order *order) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < order->size; k++)
        bits |= 1u << order->bit[k];
    return bits == bit_matrix_all(order->size);
}

TEST(corollary_1_for_random_permutations) {
    for (uint32_t round = 0; round < 1000; round++) {
        uint32_t size = 2 + round % 8;
        struct communication communication = any_of_rank(size, size);
        communication.by_destination = round % 3 == 0;
        struct order order = optimize(&communication);
        uint32_t contention[BIT_MATRIX_SIZE];
        assert_true(is_order(&order));
        assert_int_equal(order_contention(&order, &communication, contention),
                         optimize_least(&communication));
        assert_in_range(optimize_least(&communication), 0, 1);
    }
}

TEST(corollary_2_for_random_gathers_and_scatters) {
    for (uint32_t round = 0; round < 1000; round++) {
        uint32_t size = 1 + round % 9, rank = round / 9 % size;
        struct communication communication = any_of_rank(size, rank);
        communication.by_destination = round % 2 == 0;
        struct order order = optimize(&communication);
        uint32_t contention[BIT_MATRIX_SIZE];
        assert_true(is_order(&order));
        assert_int_equal(order_contention(&order, &communication, contention),
                         1u << (size - 1 - rank));
        assert_int_equal(optimize_least(&communication), 1u << (size - 1 - rank));
    }
}

/* ---- The proof of theorem 4, as it is and as it is printed ---- */

static uint32_t dependent_column(const struct bit_matrix *matrix, uint32_t size) {
    uint32_t all = bit_matrix_all(size), column = 0;
    uint32_t rank = bit_matrix_rank_of(matrix, all, all);
    while (bit_matrix_rank_of(matrix, all, all & ~(1u << column)) < rank)
        column++;
    return column;
}

/* The degree of contention that the proof's exchanges lead to, when row j is exchanged with row
 * k + `above`, where there is one. All bits of b are 1, so that no message keeps any. */
static uint32_t degree_by_proof(struct communication gather, int above) {
    uint32_t size = gather.matrix.size, contention[BIT_MATRIX_SIZE];
    uint32_t missing = size - bit_matrix_rank(&gather.matrix);
    struct order order = order_identity(size);
    bit_matrix_exchange(&gather.matrix, dependent_column(&gather.matrix, size), size - 1);
    for (uint32_t k = size - 1; k > 0; k--) {
        uint32_t rank =
            bit_matrix_rank_of(&gather.matrix, bit_matrix_all(k), bit_matrix_all(k - 1));
        uint32_t other = k + (uint32_t)above;
        if (k - 1 - rank > missing - 1 && other < size)
            bit_matrix_exchange(&gather.matrix, dependent_column(&gather.matrix, k), other);
    }
    return order_contention(&order, &gather, contention);
}

/* Rows j and k - 1 change places, twice printed as k + 1, which does not do. */
TEST(theorem_4_exchanges_with_the_row_before) {
    uint32_t wrong = 0;
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t size = 3 + round % 5, rank = 1 + round % (size - 1);
        struct communication gather = any_of_rank(size, rank);
        gather.vector = bit_matrix_all(size);
        assert_int_equal(degree_by_proof(gather, -1), 1u << (size - 1 - rank));
        wrong += degree_by_proof(gather, 1) != 1u << (size - 1 - rank);
    }
    assert_true(wrong > 0);
}

/* ---- Sets: every order that there is ---- */

struct exhaustive {
    const struct communication *communications;
    size_t count;
    uint64_t least[3]; /* by objective */
    uint64_t sum[3];   /* the least among those with that */
};

static void judge(struct exhaustive *search, const struct order *order) {
    uint64_t total[BIT_MATRIX_SIZE] = {0}, value[3] = {0, 0, 0};
    for (size_t which = 0; which < search->count; which++) {
        uint32_t contention[BIT_MATRIX_SIZE];
        uint64_t most = order_contention(order, &search->communications[which], contention);
        value[OBJECTIVE_LARGEST] =
            most > value[OBJECTIVE_LARGEST] ? most : value[OBJECTIVE_LARGEST];
        for (uint32_t k = 0; k < order->size; k++)
            total[k] += contention[k];
    }
    for (uint32_t k = 0; k < order->size; k++) {
        value[OBJECTIVE_SUM] += total[k];
        value[OBJECTIVE_LARGEST_SUM] =
            total[k] > value[OBJECTIVE_LARGEST_SUM] ? total[k] : value[OBJECTIVE_LARGEST_SUM];
    }
    for (int objective = 0; objective < 3; objective++) {
        if (value[objective] < search->least[objective]) {
            search->least[objective] = value[objective];
            search->sum[objective] = UINT64_MAX;
        }
        if (value[objective] == search->least[objective] &&
            value[OBJECTIVE_SUM] < search->sum[objective])
            search->sum[objective] = value[OBJECTIVE_SUM];
    }
}

static void try_all(struct exhaustive *search, struct order *order, uint32_t fixed) {
    if (fixed == order->size)
        judge(search, order);
    for (uint32_t k = fixed; k < order->size; k++) {
        uint8_t bit = order->bit[fixed];
        order->bit[fixed] = order->bit[k];
        order->bit[k] = bit;
        try_all(search, order, fixed + 1);
        order->bit[k] = order->bit[fixed];
        order->bit[fixed] = bit;
    }
}

TEST(sets_against_every_order) {
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t size = 1 + round % 6;
        struct communication set[3];
        for (size_t which = 0; which < 3; which++) {
            set[which] = any(&numbers, size);
            set[which].by_destination = random_word(&numbers) % 3 == 0;
        }
        struct exhaustive search = {set, 3, {UINT64_MAX, UINT64_MAX, UINT64_MAX}, {0, 0, 0}};
        struct order all = order_identity(size);
        try_all(&search, &all, 0);
        for (int objective = 0; objective < 3; objective++) {
            struct optimum optimum;
            assert_int_equal(optimize_set(set, 3, (enum objective)objective, NULL, NULL, &optimum),
                             0);
            assert_int_equal(optimum.objective, search.least[objective]);
            assert_int_equal(optimum.sum, search.sum[objective]);
            struct exhaustive found = {set, 3, {UINT64_MAX, UINT64_MAX, UINT64_MAX}, {0, 0, 0}};
            judge(&found, &optimum.order);
            assert_int_equal(found.least[objective], optimum.objective);
            assert_int_equal(found.sum[objective], optimum.sum);
        }
    }
}

/* Example 5: a library of an image's rotations, reflections and transforms. */
static const char *const library[] = {
    "transpose",        "reflect-antidiagonal", "rotate90",        "rotate270",
    "reflect-vertical", "reflect-horizontal",   "rotate180",       "scale2",
    "bit-reverse",      "reverse-rows",         "reverse-columns",
};
enum { LIBRARY = sizeof library / sizeof library[0] };

static void expect_optimum(const struct communication *set, size_t count, enum objective objective,
                           uint64_t value, uint64_t sum) {
    struct optimum optimum;
    assert_int_equal(optimize_set(set, count, objective, NULL, NULL, &optimum), 0);
    assert_int_equal(optimum.objective, value);
    assert_int_equal(optimum.sum, sum);
}

TEST(example_5_whole) {
    struct communication set[LIBRARY];
    for (size_t which = 0; which < LIBRARY; which++)
        set[which] = by_name(library[which], 8);
    struct exhaustive before = {set, LIBRARY, {UINT64_MAX, UINT64_MAX, UINT64_MAX}, {0, 0, 0}};
    struct order identity = order_identity(8);
    judge(&before, &identity);
    assert_int_equal(before.least[OBJECTIVE_LARGEST], 8);
    assert_int_equal(before.least[OBJECTIVE_LARGEST_SUM], 45);
    assert_int_equal(before.least[OBJECTIVE_SUM], 190);
    expect_optimum(set, LIBRARY, OBJECTIVE_LARGEST, 4, 87);
    expect_optimum(set, LIBRARY, OBJECTIVE_LARGEST_SUM, 13, 87);
    expect_optimum(set, LIBRARY, OBJECTIVE_SUM, 87, 87);
}

TEST(example_6_transpose_and_bit_reverse) {
    struct communication set[] = {by_name("transpose", 8), by_name("bit-reverse", 8)};
    expect_optimum(set, 2, OBJECTIVE_LARGEST, 2, 20);
    expect_optimum(set, 2, OBJECTIVE_LARGEST_SUM, 3, 20);
    expect_optimum(set, 2, OBJECTIVE_SUM, 20, 20);
    /* The paper's order is one of the best. */
    struct order printed = {8, {3, 4, 0, 7, 2, 5, 1, 6}};
    expect_contention(&printed, &set[0], (uint32_t[]){1, 2, 2, 1, 1, 2, 2, 1});
    expect_contention(&printed, &set[1], ones);
}

/* Section 6: M-G, for three communications, leaves only the transpose with contention. */
TEST(three_communications_of_section_6) {
    struct communication set[] = {by_name("transpose", 8), by_name("bit-reverse", 8),
                                  by_name("reverse-flip", 8)};
    struct optimum optimum;
    assert_int_equal(optimize_set(set, 3, OBJECTIVE_LARGEST, NULL, NULL, &optimum), 0);
    assert_int_equal(optimum.objective, 2);
    uint32_t contention[BIT_MATRIX_SIZE];
    assert_int_equal(order_contention(&optimum.order, &set[0], contention), 2);
    assert_int_equal(order_contention(&optimum.order, &set[1], contention), 1);
    assert_int_equal(order_contention(&optimum.order, &set[2], contention), 1);
}

static void count_reports(void *context, uint32_t done, uint32_t all) {
    uint32_t *last = context;
    assert_true(done >= *last && done <= all);
    *last = done;
}

TEST(sixteen_dimensions_with_progress) {
    struct communication set[LIBRARY];
    for (size_t which = 0; which < LIBRARY; which++)
        set[which] = by_name(library[which], 16);
    struct optimum optimum;
    uint32_t last = 0;
    assert_int_equal(optimize_set(set, LIBRARY, OBJECTIVE_LARGEST, count_reports, &last, &optimum),
                     0);
    assert_true(last > 3 && is_order(&optimum.order));
    assert_int_equal(optimum.objective, 4);
}

TEST(refuses_sets_of_different_sizes) {
    struct communication set[] = {by_name("shuffle", 4), by_name("shuffle", 5)};
    struct optimum optimum;
    assert_int_equal(optimize_set(set, 2, OBJECTIVE_SUM, NULL, NULL, &optimum), -22);
    assert_int_equal(optimize_set(set, 0, OBJECTIVE_SUM, NULL, NULL, &optimum), -22);
}
