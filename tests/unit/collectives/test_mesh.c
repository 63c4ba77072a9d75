/* Tests rings and meshes: the embedding, and the counts of the literature. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

/* ---- The embedding ---- */

TEST(neighbours_are_neighbours) {
    for (uint32_t side = 2; side <= 512; side += 2) {
        struct shape shape = shape_of(9);
        shape.axes = 1;
        shape.side[0] = side;
        assert_true(mesh_fits(&shape));
        uint32_t found = 0;
        for (uint32_t node = 0; node < 512; node++)
            found += mesh_has(&shape, node);
        assert_int_equal(found, side);
        for (uint32_t rank = 0; rank < side; rank++) {
            uint32_t node = mesh_node(&shape, rank);
            uint32_t next = mesh_node(&shape, (rank + 1) % side);
            assert_true(mesh_has(&shape, node));
            assert_int_equal(mesh_rank(&shape, node), rank);
            assert_int_equal(node ^ next, 1u << mesh_port_next(&shape, 0, rank));
            assert_int_equal(mesh_port_before(&shape, 0, (rank + 1) % side),
                             mesh_port_next(&shape, 0, rank));
        }
    }
}

TEST(ranks_are_row_major) {
    struct shape shape = shape_of(6);
    shape.axes = 3;
    shape.side[0] = 2;
    shape.side[1] = 6;
    shape.side[2] = 4;
    assert_true(mesh_fits(&shape));
    assert_int_equal(mesh_nodes(&shape), 48);
    for (uint32_t rank = 0; rank < 48; rank++) {
        uint32_t node = mesh_node(&shape, rank);
        assert_int_equal(mesh_rank(&shape, node), rank);
        assert_int_equal(mesh_position(&shape, node, 0), rank / 24);
        assert_int_equal(mesh_position(&shape, node, 1), rank / 4 % 6);
        assert_int_equal(mesh_position(&shape, node, 2), rank % 4);
    }
    shape.dimension = 5;
    assert_false(mesh_fits(&shape));
    shape.dimension = 6;
    shape.side[1] = 3; /* a cube has no odd ring */
    assert_false(mesh_fits(&shape));
    shape.side[1] = 0;
    assert_false(mesh_fits(&shape));
}

/* ---- Numbers ---- */

/* A square mesh of s x s, p = s^2: steps, and words that a node sends (of all nodes for those that
 * go from or to a root), as the literature has them. */
TEST(squares_have_the_numbers_of_the_literature) {
    for (uint32_t n = 2; n <= 8; n += 2) {
        struct shape shape = shape_of(n);
        uint64_t p = 1u << n;
        uint64_t s = 1u << n / 2;
        uint64_t turns = s + s / 2 - (s > 2 ? s / 4 : 1);
        shape.axes = 2;
        shape.side[0] = shape.side[1] = (uint32_t)s;
        const struct {
            const char *name;
            uint64_t steps;
            uint64_t packets;
            uint64_t words;
        } squares[] = {
            {"mesh-bcast", n, (s + 1) * n / 2 * s / 2, (s + 1) * n / 2 * s / 2},
            {"mesh-reduce", n, (s + 1) * n / 2 * s / 2, (s + 1) * n / 2 * s / 2},
            {"mesh-allgather", 2 * (s - 1), p * 2 * (s - 1), p * (p - 1)},
            {"mesh-reduce-scatter", 2 * (s - 1), p * 2 * (s - 1), p * (p - 1)},
            {"mesh-allreduce", 2 * (s - 1), p * 2 * (s - 1), p * 2 * (s - 1)},
            {"mesh-allgather-pairs", s, p * s, p * (p - 1)},
            {"mesh-reduce-scatter-pairs", s, p * s, p * (p - 1)},
            {"mesh-allgather-turns", turns, p * turns, p * (p - 1)},
            {"mesh-reduce-scatter-turns", turns, p * turns, p * (p - 1)},
            {"mesh-allreduce-long", 2 * s - 1, p * (2 * s - 1), p * 2 * (p - 1)},
            {"mesh-allreduce-mixed", 3 * s / 2 - (s > 2), p * (3 * s / 2 - (s > 2)),
             p * (s > 2 ? 3 * s - 2 : 3)},
            {"mesh-scan", 2 * (s - 1), p * 2 * (s - 1), p * 2 * (s - 1)},
            {"mesh-alltoall-one-way", 2 * (s - 1), p * 2 * (s - 1), p * p * (s - 1)},
            {"mesh-alltoall", s, p * s, p * p * s / 2},
        };
        for (size_t k = 0; k < sizeof squares / sizeof squares[0]; k++) {
            const struct algorithm *algorithm = catalogue_find(squares[k].name);
            assert_non_null(algorithm);
            assert_int_equal(algorithm_steps(algorithm, &shape), squares[k].steps);
            assert_int_equal(algorithm_packets(algorithm, &shape), squares[k].packets);
            assert_int_equal(algorithm_link_words(algorithm, &shape), squares[k].words);
        }
    }
}
