/* Communications for tests: by name, and random ones. */
#ifndef TESTS_UNIT_MAPPING_COMMUNICATIONS_H
#define TESTS_UNIT_MAPPING_COMMUNICATIONS_H

#include <string.h>

#include "programs/mapping/communication.h"
#include "programs/mapping/order.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

/* The communication of that name, which there is, on nodes of `size` bits. */
static inline struct communication by_name(const char *name, uint32_t size) {
    struct communication communication;
    assert_int_equal(named_communication(name, size, &communication), 0);
    return communication;
}

/* Any one: its matrix may be singular. */
static inline struct communication any(struct random *numbers, uint32_t size) {
    struct communication communication = {.matrix.size = size};
    for (uint32_t i = 0; i < size; i++)
        communication.matrix.row[i] = (uint16_t)(random_word(numbers) & bit_matrix_all(size));
    communication.vector = (uint32_t)random_word(numbers) & bit_matrix_all(size);
    return communication;
}

static inline struct order any_order(struct random *numbers, uint32_t size) {
    struct order order = order_identity(size);
    for (uint32_t k = size; k > 1; k--) {
        uint32_t other = (uint32_t)(random_word(numbers) % k);
        uint8_t bit = order.bit[k - 1];
        order.bit[k - 1] = order.bit[other];
        order.bit[other] = bit;
    }
    return order;
}

/* The largest number of paths in a channel of each dimension, by walking each path between the
 * routers, which 2^shared nodes have in common. There are 2^8 nodes at most. */
static inline void count_paths(const struct order *order, const struct communication *communication,
                               uint32_t shared, uint32_t most[BIT_MATRIX_SIZE]) {
    static uint32_t paths[8][1 << 8];
    memset(paths, 0, sizeof paths);
    memset(most, 0, BIT_MATRIX_SIZE * sizeof *most);
    for (uint32_t node = 0; node < 1u << order->size; node++) {
        uint32_t other = bit_matrix_apply(&communication->matrix, node) ^ communication->vector;
        uint32_t from = order_place(order, communication->by_destination ? other : node) >> shared;
        uint32_t to = order_place(order, communication->by_destination ? node : other) >> shared;
        for (uint32_t left; (left = from ^ to) != 0; from ^= left & -left) {
            uint32_t dimension = (uint32_t)__builtin_ctz(left);
            uint32_t count = ++paths[dimension][from];
            most[dimension] = count > most[dimension] ? count : most[dimension];
        }
    }
}

#endif
