/* Communications for tests: by name, and random ones. */
#ifndef TESTS_UNIT_MAPPING_COMMUNICATIONS_H
#define TESTS_UNIT_MAPPING_COMMUNICATIONS_H

#include "mapping/named.h"
#include "tests/unit/test.h"
#include "wormhole/random.h"

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

#endif
