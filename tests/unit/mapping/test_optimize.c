/* Finds contention that differs from paths counted channel by channel, and a search that misses the
 * best of all orders (Hou et al.). */
#include "programs/mapping/optimize.h"
#include "tests/unit/mapping/communications.h"

static struct random numbers = {.state = 1};

/* Of that rank: the product of a matrix with N columns and one with N rows. */
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

TEST(theorem_1_counts_paths) {
    for (uint32_t size = 1; size <= 7; size++) {
        for (uint32_t round = 0; round < 40; round++) {
            struct communication communication = any(&numbers, size);
            communication.by_destination = round % 2 == 1;
            uint32_t contention[BIT_MATRIX_SIZE], counted[BIT_MATRIX_SIZE];
            struct order order = any_order(&numbers, size);
            order_contention(&order, &communication, contention);
            count_paths(&order, &communication, 0, counted);
            assert_memory_equal(contention, counted, size * sizeof *counted);
        }
    }
}

/* The same for two nodes on a router. tests/tools/lcc.t has the transpose of example 4. */
TEST(two_a_router_counts_paths) {
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t size = 2 + round % 7;
        struct communication communication = any(&numbers, size);
        communication.by_destination = round % 2 == 1;
        struct order order = any_order(&numbers, size);
        uint32_t contention[BIT_MATRIX_SIZE], counted[BIT_MATRIX_SIZE], largest = 0;
        uint32_t most = two_a_router_contention(&order, &communication, contention);
        count_paths(&order, &communication, 1, counted);
        assert_memory_equal(contention, counted, (size - 1) * sizeof *counted);
        for (uint32_t k = 0; k + 1 < size; k++)
            largest = counted[k] > largest ? counted[k] : largest;
        assert_int_equal(most, largest);
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

/* No two messages of a permutation share a channel, and 2^(n - 1 - rank) of others do. */
TEST(corollaries_1_and_2_at_random) {
    for (uint32_t round = 0; round < 2000; round++) {
        uint32_t size = 1 + round % 9, rank = round / 9 % (size + 1);
        struct communication communication = any_of_rank(size, rank);
        communication.by_destination = round % 2 == 0;
        struct order order = optimize(&communication);
        uint32_t contention[BIT_MATRIX_SIZE], least = optimize_least(&communication);
        assert_true(is_order(&order));
        assert_int_equal(order_contention(&order, &communication, contention), least);
        if (rank < size)
            assert_int_equal(least, 1u << (size - 1 - rank));
        else
            assert_in_range(least, 0, 1);
    }
}

/* ---- Sets: every order that there is ---- */

struct exhaustive {
    const struct communication *communications;
    size_t count;
    uint64_t least[3];  /* by objective */
    uint64_t sum[3];    /* the least among those with that */
    uint64_t orders[3]; /* with the least */
};

static struct exhaustive nothing_yet(const struct communication set[], size_t count) {
    return (struct exhaustive){set, count, .least = {UINT64_MAX, UINT64_MAX, UINT64_MAX}};
}

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
            search->orders[objective] = 0;
        }
        search->orders[objective] += value[objective] == search->least[objective];
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

static struct exhaustive every_order(const struct communication set[], size_t count,
                                     uint32_t size) {
    struct exhaustive search = nothing_yet(set, count);
    struct order order = order_identity(size);
    try_all(&search, &order, 0);
    return search;
}

TEST(sets_against_every_order) {
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t size = 1 + round % 6;
        struct communication set[3];
        for (size_t which = 0; which < 3; which++) {
            set[which] = any(&numbers, size);
            set[which].by_destination = random_word(&numbers) % 3 == 0;
        }
        struct exhaustive search = every_order(set, 3, size);
        for (int objective = 0; objective < 3; objective++) {
            struct optimum optimum;
            assert_int_equal(optimize_set(set, 3, (enum objective)objective, NULL, NULL, &optimum),
                             0);
            assert_int_equal(optimum.objective, search.least[objective]);
            assert_int_equal(optimum.sum, search.sum[objective]);
            struct exhaustive found = nothing_yet(set, 3);
            judge(&found, &optimum.order);
            assert_int_equal(found.least[objective], optimum.objective);
            assert_int_equal(found.sum[objective], optimum.sum);
        }
    }
}

TEST(refuses_sets_of_different_sizes) {
    struct communication set[] = {by_name("shuffle", 4), by_name("shuffle", 5)};
    struct optimum optimum;
    assert_int_equal(optimize_set(set, 2, OBJECTIVE_SUM, NULL, NULL, &optimum), -22);
    assert_int_equal(optimize_set(set, 0, OBJECTIVE_SUM, NULL, NULL, &optimum), -22);
}
