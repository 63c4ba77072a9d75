/* The checker's own lower bounds on rings and meshes against the numbers of the literature. Those
 * on cubes are the claims of test_numbers.c, which tests/check compares with the checker's. */
#include "collectives/bound/bounds.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "tests/unit/test.h"

/* The bound for the operation of that algorithm, with other limits than the algorithm's own. */
static uint32_t bound_for(const char *name, const struct shape *shape, struct means means) {
    const struct algorithm *algorithm = catalogue_find(name);
    assert_non_null(algorithm);
    return bound_steps(algorithm, shape, means);
}

static const struct means one_port = {PORTS_ONE, false, 1};
static const struct means all_port = {PORTS_ALL, false, 1};

static uint32_t ceiling(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}

/* ---- Rings and meshes ---- */

static struct shape mesh_of(uint32_t dimension, uint32_t first, uint32_t second) {
    struct shape shape = shape_of(dimension);
    shape.axes = second == 0 ? 1 : 2;
    shape.side[0] = first;
    shape.side[1] = second;
    return shape;
}

TEST(rings) {
    for (uint32_t p = 4; p <= 64; p += 2) {
        struct shape shape = mesh_of(6, p, 0);
        const struct means any_size = {PORTS_ONE, false, p};
        assert_int_equal(bound_for("mesh-bcast", &shape, one_port), p / 2);
        assert_int_equal(bound_for("mesh-allgather", &shape, one_port), p - 1);
        assert_int_equal(bound_for("mesh-allgather", &shape, all_port), p / 2);
        assert_int_equal(bound_for("mesh-allgather", &shape, any_size), p / 2);
        assert_int_equal(bound_for("mesh-reduce-scatter", &shape, one_port), p - 1);
        assert_int_equal(bound_for("mesh-allreduce", &shape, one_port), p / 2);
        assert_int_equal(bound_for("mesh-allreduce-long", &shape, one_port), 2 * (p - 1));
        assert_int_equal(bound_for("mesh-gather", &shape, one_port), p - 1);
        assert_int_equal(bound_for("mesh-alltoall", &shape, one_port), p * p / 4);
        assert_int_equal(bound_for("mesh-alltoall", &shape, all_port), ceiling(p * p, 8));
        for (shape.shift = 0; shape.shift < p; shape.shift++)
            assert_int_equal(bound_for("mesh-shift", &shape, one_port),
                             shape.shift < p - shape.shift ? shape.shift : p - shape.shift);
    }
}

/* On squares of s x s nodes an all-gather with all ports takes (s^2 - 1) / 4 steps, a total
 * exchange s^3 / 8 (Ozveren, 2.2.3, 2.2.5), and stencils of r points take r and r + 1 steps
 * (Ozveren, 3.3.2). */
TEST(squares) {
    for (uint32_t s = 4; s <= 16; s += 2) {
        struct shape shape = mesh_of(8, s, s);
        assert_int_equal(bound_for("mesh-bcast", &shape, one_port), s);
        assert_int_equal(bound_for("mesh-allgather", &shape, one_port), s * s - 1);
        assert_int_equal(bound_for("mesh-allgather", &shape, all_port), ceiling(s * s - 1, 4));
        assert_int_equal(bound_for("mesh-gather", &shape, all_port), ceiling(s * s - 1, 4));
        assert_int_equal(bound_for("mesh-alltoall", &shape, one_port), s * s * s / 2);
        assert_int_equal(bound_for("mesh-alltoall", &shape, all_port), ceiling(s * s * s, 8));
        shape.packets = s;
        assert_int_equal(bound_for("mesh-five-point", &shape, all_port), s);
        assert_int_equal(bound_for("mesh-nine-point", &shape, all_port), s + 1);
    }
}

/* On any mesh every shift has a packet for which the way axis by axis is the shortest. */
TEST(shifts_of_meshes_are_optimal) {
    struct shape shape = shape_of(6);
    const struct algorithm *algorithm = catalogue_find("mesh-shift");
    shape.axes = 3;
    for (uint32_t a = 2; a <= 8; a += 2)
        for (uint32_t b = 2; b <= 8; b += 2)
            for (uint32_t c = 2; c <= 8; c += 2) {
                shape.side[0] = a;
                shape.side[1] = b;
                shape.side[2] = c;
                for (shape.shift = 0;
                     algorithm_applicable(algorithm, &shape) && shape.shift < a * b * c;
                     shape.shift++)
                    assert_int_equal(bound_steps(algorithm, &shape, one_port),
                                     algorithm_steps(algorithm, &shape));
            }
}

/* An operation on a ring may use the links of the ring alone: nodes 0 and 2 are neighbours in the
 * cube only. */
TEST(links_that_a_ring_has_not) {
    struct finding finding;
    struct shape shape = mesh_of(3, 8, 0);
    struct algorithm on_ring = *catalogue_find("bcast-binomial");
    on_ring.operation = catalogue_find("mesh-bcast")->operation;
    on_ring.varies |= VARIES_SIDES;
    assert_false(check_schedule(&on_ring, &shape, &finding));
    assert_string_equal(finding.message,
                        "step 2: node 0, port 1: a packet on a link that the mesh has not");
}
