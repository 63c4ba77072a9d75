/* Finds a named communication whose matrix is not what its name says (Hou et al., example 5). */
#include <errno.h>

#include "tests/unit/mapping/communications.h"

static uint32_t other_end(const struct communication *communication, uint32_t node) {
    return bit_matrix_apply(&communication->matrix, node) ^ communication->vector;
}

/* ---- Example 5: an image of 16 times 16 pixels, (px, py) on node 16 py + px, (0, 0) lower left
 * ---- */

static uint32_t node_of(uint32_t px, uint32_t py) {
    return py * 16 + px;
}

static void expect_pixel(const char *name, uint32_t px, uint32_t py, uint32_t x, uint32_t y) {
    struct communication communication = by_name(name, 8);
    assert_int_equal(other_end(&communication, node_of(px, py)), node_of(x, y));
}

/* What the paper calls clockwise is so only with the origin at the upper left; its scaled subimage
 * is the lower left one only with the origin there. */
TEST(images_of_example_5) {
    for (uint32_t px = 0; px < 16; px++) {
        for (uint32_t py = 0; py < 16; py++) {
            expect_pixel("reflect-diagonal", px, py, py, px);
            expect_pixel("reflect-antidiagonal", px, py, 15 - py, 15 - px); /* b: eight ones */
            expect_pixel("rotate90", px, py, 15 - py, px);                  /* (1, 0) to (15, 1) */
            expect_pixel("rotate270", px, py, py, 15 - px);
            expect_pixel("rotate180", px, py, 15 - px, 15 - py);
            expect_pixel("reflect-vertical", px, py, 15 - px, py);
            expect_pixel("reflect-horizontal", px, py, px, 15 - py);
            expect_pixel("scale2", px, py, px / 2, py / 2); /* where pixel (px, py) comes from */
        }
    }
}

static uint32_t reversed(uint32_t bits, uint32_t count) {
    uint32_t result = 0;
    for (uint32_t k = 0; k < count; k++)
        result |= (bits >> k & 1) << (count - 1 - k);
    return result;
}

TEST(others_by_name) {
    const char *meaning;
    size_t names = 0;
    struct communication reverse = by_name("bit-reverse", 8), flip = by_name("reverse-flip", 8);
    struct communication shuffle = by_name("shuffle", 8), unshuffle = by_name("unshuffle", 8);
    struct communication rows = by_name("reverse-rows", 8);
    struct communication columns = by_name("reverse-columns", 8);
    for (uint32_t node = 0; node < 256; node++) {
        uint32_t low = node % 16, high = node / 16;
        assert_int_equal(other_end(&reverse, node), reversed(node, 8));
        assert_int_equal(other_end(&flip, node), 255 - reversed(node, 8));
        assert_int_equal(other_end(&shuffle, node), node * 2 % 256 + node / 128);
        assert_int_equal(other_end(&unshuffle, other_end(&shuffle, node)), node);
        assert_int_equal(other_end(&rows, node), high * 16 + reversed(low, 4));
        assert_int_equal(other_end(&columns, node), reversed(high, 4) * 16 + low);
    }
    while (named_list(names, &meaning))
        by_name(named_list(names++, &meaning), 16);
    assert_int_equal(named_communication("turn", 8, &reverse), -2); /* -ENOENT */
    assert_int_equal(named_communication("transpose", 7, &reverse), -EINVAL);
}
