/* Finds a copy that loses bytes, or writes beside them, at some length and alignment. */
#include <string.h>

#include "net/copy.h"
#include "tests/unit/test.h"

enum { LONGEST = 5 * COPY_RUN + 1, MARGIN = COPY_RUN, PLACE = MARGIN + LONGEST + 2 * MARGIN };

static uint8_t source[PLACE], target[PLACE];

static void fill(void) {
    for (size_t i = 0; i < PLACE; i++) {
        source[i] = (uint8_t)(i * 7 + 1);
        target[i] = (uint8_t)(i * 3);
    }
}

static void assert_copied(size_t from, size_t to, size_t bytes) {
    for (size_t i = 0; i < PLACE; i++)
        assert_int_equal(target[i], i >= to && i < to + bytes ? (uint8_t)((i - to + from) * 7 + 1)
                                                              : (uint8_t)(i * 3));
}

TEST(test_bytes) {
    for (size_t bytes = 0; bytes <= LONGEST; bytes++)
        for (size_t shift = 0; shift < COPY_VECTOR; shift++) {
            size_t from = MARGIN + shift, to = MARGIN + (COPY_VECTOR - 1 - shift);
            fill();
            copy_bytes(target + to, source + from, bytes);
            assert_copied(from, to, bytes);
        }
}

/* What fits in a slot may be moved within one place. */
TEST(test_overlap) {
    for (size_t bytes = 0; bytes <= COPY_SMALL; bytes++)
        for (size_t to = 0; to <= 2 * COPY_SMALL; to++) {
            fill();
            copy_small(source + to, source + COPY_SMALL, bytes);
            for (size_t i = 0; i < bytes; i++)
                assert_int_equal(source[to + i], (uint8_t)((COPY_SMALL + i) * 7 + 1));
        }
}

/* A place is copied to itself. */
TEST(test_itself) {
    for (size_t bytes = 0; bytes <= LONGEST; bytes++) {
        fill();
        copy_bytes(source + MARGIN, source + MARGIN, bytes);
        for (size_t i = 0; i < PLACE; i++)
            assert_int_equal(source[i], (uint8_t)(i * 7 + 1));
    }
}
