/* Finds a Gray code that is wrong alike everywhere: all else compares the library's with itself. */
#include "cube.h"
#include "tests/unit/test.h"

/* Consecutive codes differ in one bit, and so do the last and the first one. This is what embeds a
 * ring in the cube. */
TEST(test_neighbours) {
    for (int dimension = 1; dimension <= 9; dimension++)
        for (int i = 0; i < 1 << dimension; i++) {
            int next = (i + 1) % (1 << dimension);
            int differing = cube_gray(i) ^ cube_gray(next);
            assert_int_equal(__builtin_popcount((unsigned)differing), 1);
            assert_in_range(cube_gray(i), 0, (1 << dimension) - 1);
        }
}

TEST(test_inverse) {
    for (int i = 0; i < 1 << 16; i++) {
        assert_int_equal(cube_gray_inverse(cube_gray(i)), i);
        assert_int_equal(cube_gray(cube_gray_inverse(i)), i);
    }
    static const int large[] = {1 << 30, INT32_MAX, INT32_MAX - 1, 0x55555555, 0x2aaaaaaa};
    for (size_t k = 0; k < sizeof large / sizeof *large; k++) {
        assert_int_equal(cube_gray_inverse(cube_gray(large[k])), large[k]);
        assert_true(cube_gray(large[k]) >= 0);
    }
}

TEST(test_values) {
    static const int codes[] = {0, 1, 3, 2, 6, 7, 5, 4, 12, 13, 15, 14, 10, 11, 9, 8};
    for (int i = 0; i < 16; i++)
        assert_int_equal(cube_gray(i), codes[i]);
}
