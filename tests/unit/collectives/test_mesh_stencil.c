/* Five-point and nine-point exchange on a mesh: the numbers of the literature. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "tests/unit/test.h"

/* r and r + 1 steps with four ports. */
TEST(stencils_have_the_numbers_of_the_literature) {
    struct shape shape = shape_of(6);
    shape.axes = 2;
    shape.side[0] = shape.side[1] = 8;
    for (uint32_t r = 1; r <= 16; r++) {
        shape.packets = r;
        assert_int_equal(algorithm_steps(catalogue_find("mesh-five-point"), &shape), r);
        assert_int_equal(algorithm_link_words(catalogue_find("mesh-five-point"), &shape),
                         4 * 64 * r);
        assert_int_equal(algorithm_steps(catalogue_find("mesh-nine-point"), &shape), r + 1);
        assert_int_equal(algorithm_link_words(catalogue_find("mesh-nine-point"), &shape),
                         4 * 64 * (r + 1));
    }
}

/* On a side of 2 a link has two points to carry for each of an edge, and on a side of 1 there is
 * none: so many steps for each point. */
TEST(short_sides_have_their_numbers) {
    static const struct {
        uint32_t side[2];
        uint32_t rounds, links;
    } meshes[] = {{{1, 1}, 0, 0}, {{1, 2}, 2, 2}, {{8, 1}, 1, 2}, {{2, 2}, 2, 4}, {{2, 6}, 2, 4}};
    for (size_t m = 0; m < sizeof meshes / sizeof meshes[0]; m++)
        for (uint32_t r = 1; r <= 5; r++) {
            struct shape shape = shape_of(5);
            uint32_t nodes = meshes[m].side[0] * meshes[m].side[1];
            shape.axes = 2;
            shape.packets = r;
            shape.side[0] = meshes[m].side[0];
            shape.side[1] = meshes[m].side[1];
            for (uint32_t nine = 0; nine < 2; nine++) {
                struct finding finding;
                bool right = check_schedule(
                    catalogue_find(nine ? "mesh-nine-point" : "mesh-five-point"), &shape, &finding);
                assert_string_equal(finding.message, "");
                assert_true(right);
                assert_int_equal(finding.steps, meshes[m].rounds * (r + nine));
                assert_int_equal(finding.bound, finding.steps);
                assert_int_equal(finding.link_words, meshes[m].links * nodes * (r + nine));
            }
        }
}
