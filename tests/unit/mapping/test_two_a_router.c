/* Finds wrong contention of two nodes on a router, against paths counted channel by channel. */
#include "programs/mapping/two_a_router.h"
#include "tests/unit/mapping/communications.h"

static struct random numbers = {.state = 11};

TEST(contention_counts_paths) {
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

static void expect(const char *name, const struct order *order, const uint32_t expected[7]) {
    struct communication communication = by_name(name, 8);
    uint32_t contention[BIT_MATRIX_SIZE];
    two_a_router_contention(order, &communication, contention);
    assert_memory_equal(contention, expected, 7 * sizeof *expected);
}

/* Which bit tells the two nodes of a router apart matters: where their messages go to one router,
 * as under `complement`, they share every channel. Example 4's order, which takes all contention
 * out of the transpose with one node on a router, leaves that of two messages here. */
TEST(named_communications) {
    struct order identity = order_identity(8);
    struct order best = {8, {0, 4, 2, 6, 1, 5, 3, 7}}; /* example 4 */
    expect("complement", &identity, (uint32_t[]){2, 2, 2, 2, 2, 2, 2});
    expect("transpose", &identity, (uint32_t[]){2, 4, 8, 8, 8, 4, 2});
    expect("transpose", &best, (uint32_t[]){1, 2, 2, 2, 2, 2, 2});
}
