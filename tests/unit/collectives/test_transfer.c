/* Tests transfers from one node to one other, by the numbers of the literature. */
#include "collectives/catalogue/catalogue.h"
#include "tests/unit/test.h"

/* The shape of a transfer over `h` dimensions from node 5, or from the node of its low bits in a
 * smaller cube. */
static struct shape shape_over(uint32_t dimension, uint32_t h, uint32_t packets) {
    struct shape shape = shape_of(dimension);
    shape.root = 5 & (shape_nodes(&shape) - 1);
    shape.target = shape.root ^ ((1u << h) - 1);
    shape.packets = packets;
    return shape;
}

/* Steps of 64 packets to the node opposite, and to a neighbour, for n = 1 .. 12. */
TEST(numbers_of_the_literature) {
    static const uint32_t one_port[] = {64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75};
    static const uint32_t opposite[] = {64, 33, 24, 19, 17, 16, 16, 15, 16, 16, 16, 17};
    static const uint32_t neighbour[] = {64, 33, 23, 18, 15, 13, 11, 10, 9, 9, 8, 8};
    const struct algorithm *path = catalogue_find("transfer-path");
    const struct algorithm *paths = catalogue_find("transfer-paths");
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++) {
        struct shape far = shape_over(n, n, 64);
        struct shape near = shape_over(n, 1, 64);
        assert_int_equal(algorithm_steps(path, &far), one_port[n - 1]);
        assert_int_equal(algorithm_bound(path, &far), one_port[n - 1]);
        assert_int_equal(algorithm_steps(path, &near), 64);
        assert_int_equal(algorithm_packets(path, &far), 64 * n);
        assert_int_equal(algorithm_steps(paths, &far), opposite[n - 1]);
        assert_int_equal(algorithm_bound(paths, &far), opposite[n - 1]);
        assert_int_equal(algorithm_steps(paths, &near), neighbour[n - 1]);
        assert_int_equal(algorithm_packets(paths, &far), 64 * n);
        /* The direct link carries one packet in each step; the other packets go over three links.
         */
        assert_int_equal(algorithm_packets(paths, &near),
                         neighbour[n - 1] + 3 * (64 - neighbour[n - 1]));
    }
}

/* The steps are the least T with h (T - h + 1) + (n - h) (T - h - 1) >= k, found by trying. */
TEST(no_fewer_steps_would_do) {
    const struct algorithm *paths = catalogue_find("transfer-paths");
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        for (uint32_t h = 1; h <= n; h++)
            for (uint32_t k = 1; k <= 100; k++) {
                struct shape shape = shape_over(n, h, k);
                uint32_t steps = h;
                while (h * (steps - h + 1) + (n - h) * (steps > h ? steps - h - 1 : 0) < k)
                    steps++;
                assert_int_equal(algorithm_steps(paths, &shape), steps);
            }
}
