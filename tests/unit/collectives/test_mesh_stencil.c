/* Five-point and nine-point exchange on a mesh: the numbers of the literature, and the calls. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "tests/host/host.h"

/* r and r + 1 steps with four ports. */
static void stencils_have_the_numbers_of_the_literature(void **state) {
    (void)state;
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

/* Point (row, column) of the whole grid, round its ends, squares of POINTS x POINTS. */
enum { POINTS = 3, ROWS = 4 * POINTS };

static int32_t point_at(int row, int column) {
    return (row + ROWS) % ROWS * 100 + (column + ROWS) % ROWS;
}

static int run_stencil(void *argument) {
    const struct cube_mesh mesh = {2, {4, 4}};
    int me = cube_mesh_rank(&mesh, cube_node());
    int top = me / 4 * POINTS, bottom = top + POINTS - 1;
    int left = me % 4 * POINTS, right = left + POINTS - 1;
    int32_t edges[4][POINTS], around[4 * POINTS + 4] = {0};
    (void)argument;
    for (int i = 0; i < POINTS; i++) {
        edges[0][i] = point_at(top, left + i);
        edges[1][i] = point_at(top + i, right);
        edges[2][i] = point_at(bottom, left + i);
        edges[3][i] = point_at(top + i, left);
    }
    for (int nine = 0; nine < 2; nine++) {
        memset(around, 0, sizeof around);
        host_check((nine ? cube_mesh_nine_point : cube_mesh_five_point)(
                       NULL, &mesh, edges, around, sizeof around[0], POINTS) == 0);
        for (int i = 0; i < POINTS; i++) {
            host_check(around[i] == point_at(top - 1, left + i));
            host_check(around[POINTS + i] == point_at(top + i, right + 1));
            host_check(around[2 * POINTS + i] == point_at(bottom + 1, left + i));
            host_check(around[3 * POINTS + i] == point_at(top + i, left - 1));
        }
        const int32_t corners[] = {point_at(top - 1, right + 1), point_at(bottom + 1, right + 1),
                                   point_at(bottom + 1, left - 1), point_at(top - 1, left - 1)};
        for (int c = 0; c < 4; c++)
            host_check(around[4 * POINTS + c] == (nine ? corners[c] : 0));
    }
    host_check(cube_mesh_nine_point(NULL, &mesh, edges, around, 4, 0) == -EINVAL);
    host_check(cube_mesh_nine_point(NULL, &(struct cube_mesh){2, {2, 8}}, edges, around, 4, 1) ==
               -EINVAL);
    return 0;
}

static void points_around_a_square_come(void **state) {
    (void)state;
    assert_int_equal(host_run(4, NULL, run_stencil, NULL), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stencils_have_the_numbers_of_the_literature),
        cmocka_unit_test(points_around_a_square_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
