/* Five-point and nine-point exchange on a mesh: the numbers of the literature, and the calls. */
#include <errno.h>
#include <string.h>

#include "collectives/schedule/catalogue.h"
#include "cube.h"
#include "tests/check/checker.h"
#include "tests/host/host.h"
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

/* Point (row, column) of the whole grid, round its ends, squares of POINTS x POINTS. */
enum { POINTS = 3 };

static int32_t point_at(const struct cube_mesh *mesh, int row, int column) {
    int rows = (int)mesh->side[0] * POINTS, columns = (int)mesh->side[1] * POINTS;
    return (row + rows) % rows * 100 + (column + columns) % columns;
}

static int run_stencil(void *argument) {
    const struct cube_mesh *mesh = argument;
    int me = cube_mesh_rank(mesh, cube_node()), columns = (int)mesh->side[1];
    int top = me / columns * POINTS, bottom = top + POINTS - 1;
    int left = me % columns * POINTS, right = left + POINTS - 1;
    int32_t edges[4][POINTS] = {{0}}, around[4 * POINTS + 4] = {0};
    for (int i = 0; me >= 0 && i < POINTS; i++) {
        edges[0][i] = point_at(mesh, top, left + i);
        edges[1][i] = point_at(mesh, top + i, right);
        edges[2][i] = point_at(mesh, bottom, left + i);
        edges[3][i] = point_at(mesh, top + i, left);
    }
    for (int nine = 0; nine < 2; nine++) {
        memset(around, 0, sizeof around);
        host_check((nine ? cube_mesh_nine_point : cube_mesh_five_point)(
                       NULL, mesh, edges, around, sizeof around[0], POINTS) == 0);
        if (me < 0)
            continue;
        for (int i = 0; i < POINTS; i++) {
            host_check(around[i] == point_at(mesh, top - 1, left + i));
            host_check(around[POINTS + i] == point_at(mesh, top + i, right + 1));
            host_check(around[2 * POINTS + i] == point_at(mesh, bottom + 1, left + i));
            host_check(around[3 * POINTS + i] == point_at(mesh, top + i, left - 1));
        }
        const int32_t corners[] = {
            point_at(mesh, top - 1, right + 1), point_at(mesh, bottom + 1, right + 1),
            point_at(mesh, bottom + 1, left - 1), point_at(mesh, top - 1, left - 1)};
        for (int c = 0; c < 4; c++)
            host_check(around[4 * POINTS + c] == (nine ? corners[c] : 0));
    }
    host_check(cube_mesh_nine_point(NULL, mesh, edges, around, 4, 0) == -EINVAL);
    host_check(cube_mesh_nine_point(NULL, &(struct cube_mesh){1, {1}}, edges, around, 4, 1) ==
               -EINVAL);
    return 0;
}

TEST(points_around_a_square_come) {
    static struct cube_mesh meshes[] = {{2, {4, 4}}, {2, {2, 8}}, {2, {6, 2}}, {2, {2, 2}},
                                        {2, {1, 8}}, {2, {4, 1}}, {2, {1, 2}}, {2, {1, 1}}};
    for (size_t m = 0; m < sizeof meshes / sizeof meshes[0]; m++)
        assert_int_equal(host_run(4, NULL, run_stencil, &meshes[m]), HOST_OK);
}
