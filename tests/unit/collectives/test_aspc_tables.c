/* The tables phi and varphi: the paper's own digits, and its theorems by brute force. */
#include "collectives/cube/aspc.h"
#include "cube.h"
#include "tests/unit/test.h"

/* Each row is a location j, each digit in it a logical node i. */
static const char *const table_1[3] = {
    "01020102",
    "10201020",
    "22112211",
};

/* As printed, but for what the scan lost: the last digits of rows 1 to 3, and in row 4 which eight
 * are fours and which threes. */
static const char *const table_2[5] = {
    "01020103010201040102010301020104", "10201030102010401020103010201040",
    "22113311221144112211331122114411", "33332222444422223333222244442222",
    "44444444333333334444444433333333",
};

static void expect_table(const char *const rows[], uint32_t n) {
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < 1u << n; i++)
            assert_int_equal(aspc_phi(n, i, j), rows[j][i] - '0');
}

TEST(tables_of_the_paper) {
    expect_table(table_1, 3);
    expect_table(table_2, 5);
}

static uint32_t gray(uint32_t n, uint32_t i) {
    return (uint32_t)cube_gray((int)(i & ((1u << n) - 1)));
}

static uint32_t inverse(uint32_t code) {
    return (uint32_t)cube_gray_inverse((int)code);
}

/* The logical node that logical node i reaches through port k: i^k in the paper. */
static uint32_t through(uint32_t n, uint32_t i, uint32_t k) {
    return inverse(gray(n, i) ^ (1u << k));
}

/* Calls check(n, i, j) for all dimensions, nodes and locations. */
static void for_all(void (*check)(uint32_t n, uint32_t i, uint32_t j)) {
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        for (uint32_t i = 0; i < 1u << n; i++)
            for (uint32_t j = 0; j < n; j++)
                check(n, i, j);
}

static void check_theorem_1(uint32_t n, uint32_t i, uint32_t j) {
    uint32_t plus = gray(n, i) ^ gray(n, i + (1u << j));
    uint32_t minus = gray(n, i) ^ gray(n, i - (1u << j));
    uint32_t first = 1u << aspc_phi(n, i, j);
    uint32_t first_minus = 1u << aspc_varphi(n, i, j);
    if (j == 0) {
        assert_int_equal(plus, first);
        assert_int_equal(minus, first_minus);
        return;
    }
    /* Two bits differ; Lemma 6: the lower is j - 1. */
    assert_int_equal(plus & (plus - 1) & ((plus & (plus - 1)) - 1), 0);
    assert_int_equal(plus & -plus, 1u << (j - 1));
    assert_int_equal(minus & -minus, 1u << (j - 1));
    assert_int_not_equal(plus & (plus - 1), 0);
    assert_int_not_equal(plus & first, 0);
    assert_int_not_equal(minus & first_minus, 0);
}

TEST(theorem_1_two_links_at_most) {
    for_all(check_theorem_1);
}

TEST(lemma_5_all_ports_are_used) {
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        for (uint32_t i = 0; i < 1u << n; i++) {
            uint32_t plus = 0;
            uint32_t minus = 0;
            for (uint32_t j = 0; j < n; j++) {
                plus |= 1u << aspc_phi(n, i, j);
                minus |= 1u << aspc_varphi(n, i, j);
            }
            assert_int_equal(plus, (1u << n) - 1);
            assert_int_equal(minus, (1u << n) - 1);
        }
}

static void check_lemma_8(uint32_t n, uint32_t i, uint32_t k) {
    uint32_t span = 1u << (k + 1);
    assert_int_equal(through(n, i, k), i / span * span + span - 1 - i % span);
    assert_int_equal(through(n, i, k), i ^ (span - 1));
}

TEST(lemma_8_neighbours_by_reflection) {
    for_all(check_lemma_8);
}

static void check_lemma_9(uint32_t n, uint32_t i, uint32_t j) {
    assert_int_equal(aspc_varphi(n, i, j), aspc_phi(n, (1u << n) - 1 - i, j));
}

TEST(lemma_9_minus_is_the_mirror_of_plus) {
    for_all(check_lemma_9);
}

static void check_theorem_3(uint32_t n, uint32_t i, uint32_t j) {
    uint32_t sender = through(n, i, aspc_varphi(n, i, j));
    assert_int_equal(aspc_phi(n, sender, j), aspc_varphi(n, i, j));
    sender = through(n, i, aspc_phi(n, i, j));
    assert_int_equal(aspc_varphi(n, sender, j), aspc_phi(n, i, j));
}

TEST(theorem_3_incoming_is_the_other_table) {
    for_all(check_theorem_3);
}

static void check_theorem_4(uint32_t n, uint32_t i, uint32_t j) {
    if (j == 0)
        return;
    uint32_t mask = (1u << n) - 1;
    uint32_t between = through(n, i, aspc_phi(n, i, j));
    assert_int_equal(through(n, between, aspc_phi(n, between, j)), (i + (1u << j)) & mask);
    between = through(n, i, aspc_varphi(n, i, j));
    assert_int_equal(through(n, between, aspc_varphi(n, between, j)), (i - (1u << j)) & mask);
}

TEST(theorem_4_the_same_table_ends_the_way) {
    for_all(check_theorem_4);
}
