/* Two nodes on each router: contention against paths counted channel by channel. */
#include <string.h>

#include "mapping/named.h"
#include "mapping/two_a_router.h"
#include "tests/unit/test.h"
#include "wormhole/random.h"

enum { MOST_SIZE = 8 };

static struct random numbers = {.state = 11};

static struct communication any(uint32_t size) {
    struct communication communication = {.matrix.size = size};
    for (uint32_t i = 0; i < size; i++)
        communication.matrix.row[i] = (uint16_t)(random_word(&numbers) & bit_matrix_all(size));
    communication.vector = (uint32_t)random_word(&numbers) & bit_matrix_all(size);
    communication.by_destination = random_word(&numbers) & 1;
    return communication;
}

static struct order any_order(uint32_t size) {
    struct order order = order_identity(size);
    for (uint32_t k = size; k > 1; k--) {
        uint32_t other = (uint32_t)(random_word(&numbers) % k);
        uint8_t bit = order.bit[k - 1];
        order.bit[k - 1] = order.bit[other];
        order.bit[other] = bit;
    }
    return order;
}

/* The message number `number`, from one physical node to another. */
static void ends_of(const struct order *order, const struct communication *communication,
                    uint32_t number, uint32_t *source, uint32_t *destination) {
    uint32_t other = bit_matrix_apply(&communication->matrix, number) ^ communication->vector;
    *source = order_place(order, communication->by_destination ? other : number);
    *destination = order_place(order, communication->by_destination ? number : other);
}

/* The largest number of paths between routers in a channel of each dimension. */
static void count_paths(const struct order *order, const struct communication *communication,
                        uint32_t most[]) {
    static uint32_t paths[MOST_SIZE][1 << MOST_SIZE];
    memset(paths, 0, sizeof paths);
    memset(most, 0, BIT_MATRIX_SIZE * sizeof *most);
    for (uint32_t number = 0; number < 1u << order->size; number++) {
        uint32_t source, destination;
        ends_of(order, communication, number, &source, &destination);
        uint32_t at = source >> 1;
        for (uint32_t left; (left = at ^ destination >> 1) != 0; at ^= left & -left) {
            uint32_t dimension = (uint32_t)__builtin_ctz(left);
            uint32_t count = ++paths[dimension][at];
            most[dimension] = count > most[dimension] ? count : most[dimension];
        }
    }
}

TEST(contention_counts_paths) {
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t size = 2 + round % (MOST_SIZE - 1);
        struct communication communication = any(size);
        struct order order = any_order(size);
        uint32_t contention[BIT_MATRIX_SIZE], counted[BIT_MATRIX_SIZE], largest = 0;
        uint32_t most = two_a_router_contention(&order, &communication, contention);
        count_paths(&order, &communication, counted);
        assert_memory_equal(contention, counted, (size - 1) * sizeof *counted);
        for (uint32_t k = 0; k + 1 < size; k++)
            largest = counted[k] > largest ? counted[k] : largest;
        assert_int_equal(most, largest);
    }
}

static void expect(const char *name, const struct order *order, const uint32_t expected[7]) {
    struct communication communication;
    uint32_t contention[BIT_MATRIX_SIZE];
    assert_int_equal(named_communication(name, 8, &communication), 0);
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
