/* The checker's own lower bounds: against the numbers of the literature, each of its arguments
 * where no other says as much, and what it says of a schedule that claims too much or too little.
 */
#include <stdio.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/bounds.h"
#include "collectives/check/checker.h"
#include "tests/check/broken.h"
#include "tests/unit/test.h"

enum { CUBES = CUBE_MAX_DIMENSION };

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

/* ---- Numbers: n = 1 .. 9 ---- */

struct row {
    const char *name; /* of an algorithm of the operation */
    uint32_t packets; /* 0: as many as dimensions */
    const struct means *means;
    uint32_t steps[CUBES];
};

#define DIAMETERS                                                                                  \
    { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
#define OTHERS /* N - 1 */                                                                         \
    { 1, 3, 7, 15, 31, 63, 127, 255, 511 }
#define SPREAD /* (N - 1) / n, rounded up */                                                       \
    { 1, 2, 3, 4, 7, 11, 19, 32, 57 }
#define BY_ONE_64 /* 64 packets */                                                                 \
    { 64, 65, 66, 67, 68, 69, 70, 71, 72 }
#define BY_ALL_64                                                                                  \
    { 64, 33, 24, 19, 17, 16, 16, 15, 16 }

static const struct row literature[] = {
    {"bcast-pipelined", 1, &one_port, DIAMETERS},
    {"bcast-pipelined", 0, &one_port, {1, 3, 5, 7, 9, 11, 13, 15, 17}},
    {"bcast-pipelined", 64, &one_port, BY_ONE_64},
    {"bcast-pipelined", 1, &all_port, DIAMETERS},
    {"bcast-pipelined", 0, &all_port, DIAMETERS},
    {"bcast-pipelined", 64, &all_port, BY_ALL_64},
    {"reduce-pipelined", 0, &one_port, {1, 3, 5, 7, 9, 11, 13, 15, 17}},
    {"reduce-pipelined", 64, &one_port, BY_ONE_64},
    {"reduce-pipelined", 64, &all_port, BY_ALL_64},
    {"allgather-ring", 1, &one_port, OTHERS},
    {"allgather-ring", 1, &all_port, SPREAD},
    {"reduce-scatter-ring", 1, &one_port, OTHERS},
    {"reduce-scatter-ring", 1, &all_port, SPREAD},
    {"gather-binomial", 1, &one_port, OTHERS},
    {"gather-binomial", 1, &all_port, SPREAD},
    {"scatter-binomial", 1, &one_port, OTHERS},
    {"scatter-binomial", 1, &all_port, SPREAD},
    {"allreduce-exchange", 1, &one_port, DIAMETERS},
    {"allreduce-exchange", 1, &all_port, DIAMETERS},
    {"allreduce-all-port", 1, &all_port, {2, 3, 5, 8, 13, 21, 37, 64, 114}},
    {"scan-pipelined", 1, &one_port, DIAMETERS},
    {"scan-pipelined", 64, &all_port, BY_ALL_64},
    {"alltoall-ecube", 1, &one_port, {1, 4, 12, 32, 80, 192, 448, 1024, 2304}},
    {"alltoall-ecube", 1, &all_port, {1, 2, 4, 8, 16, 32, 64, 128, 256}},
    {"aspc", 1, &all_port, {2, 3, 4, 4, 4, 4, 4, 4, 4}},
    {"aspc", 1, &one_port, {2, 6, 10, 14, 18, 22, 26, 30, 34}},
    {"barrier", 1, &one_port, DIAMETERS},
};

TEST(numbers_of_the_literature) {
    for (size_t k = 0; k < sizeof literature / sizeof literature[0]; k++)
        for (uint32_t n = 1; n <= CUBES; n++) {
            const struct row *row = &literature[k];
            struct shape shape = shape_of(n);
            shape.packets = row->packets == 0 ? n : row->packets;
            uint32_t bound = bound_for(row->name, &shape, *row->means);
            if (bound != row->steps[n - 1])
                fprintf(stderr, "# %s, n = %u: %u steps\n", row->name, n, bound);
            assert_int_equal(bound, row->steps[n - 1]);
        }
}

/* Over the distance h with all ports: the least T with h (T - h + 1) + (n - h) (T - h - 1) >= k;
 * with one port k + h - 1 (Ozveren, 2.2.1). */
TEST(one_node_to_another) {
    for (uint32_t n = 1; n <= CUBES; n++)
        for (uint32_t h = 1; h <= n; h++)
            for (uint32_t k = 1; k <= 64; k = 2 * k + 1) {
                struct shape shape = shape_of(n);
                shape.root = 0x155 & ((1u << n) - 1);
                shape.target = shape.root ^ ((1u << h) - 1);
                shape.packets = k;
                uint32_t least = h;
                while (h * (least - h + 1) + (least > h ? (n - h) * (least - h - 1) : 0) < k)
                    least++;
                assert_int_equal(bound_for("transfer-paths", &shape, all_port), least);
                assert_int_equal(bound_for("transfer-paths", &shape, one_port), k + h - 1);
            }
}

static uint32_t gray(uint32_t i) {
    return i ^ i >> 1;
}

/* A shift takes as many steps as its farthest packet has links to cross; the most of all shifts is
 * n. With relays, any takes one (Grama et al., 4.6; Ozveren, appendix A). */
TEST(shifts) {
    const struct means relayed = {PORTS_ONE, true, 1};
    for (uint32_t n = 1; n <= CUBES; n++) {
        struct shape shape = shape_of(n);
        uint32_t nodes = 1u << n, most = 0;
        for (shape.shift = 0; shape.shift < nodes; shape.shift++) {
            uint32_t far = 0;
            for (uint32_t i = 0; i < nodes; i++) {
                uint32_t to = gray((i + shape.shift) & (nodes - 1));
                uint32_t links = (uint32_t)__builtin_popcount(gray(i) ^ to);
                far = links > far ? links : far;
            }
            most = far > most ? far : most;
            uint32_t ones = (uint32_t)__builtin_popcount(shape.shift);
            uint32_t zeros = shape.shift == 0 ? n : lowest_port(shape.shift);
            assert_int_equal(bound_for("gray-shift-binary", &shape, one_port), far);
            assert_int_equal(bound_for("shift-ecube", &shape, one_port), n - zeros);
            assert_int_equal(bound_for("shift-ecube", &shape, relayed), shape.shift != 0);
            assert_int_equal(bound_for("xor-ecube", &shape, one_port), ones);
        }
        assert_int_equal(most, n);
    }
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

/* ---- Claims ---- */

TEST(claims_that_are_off_by_one) {
    struct finding finding;
    struct shape shape = shape_of(4);
    const struct algorithm *algorithm = catalogue_find("gray-shift-binary");
    shape.shift = 7;
    assert_true(check_schedule(algorithm, &shape, &finding));
    assert_int_equal(finding.steps, 5);
    assert_int_equal(finding.bound, 3);
    for (int by = -1; by <= 1; by += 2) {
        struct algorithm moved = schedule_with_bound(algorithm, by);
        char said[40];
        assert_false(check_schedule(&moved, &shape, &finding));
        snprintf(said, sizeof said, "and %d is claimed", 3 + by);
        assert_non_null(strstr(finding.message, "no algorithm takes fewer than 3 steps"));
        assert_non_null(strstr(finding.message, said));
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
