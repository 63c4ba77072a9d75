/* Rings and meshes with all ports, in packets, and from neighbour to neighbour: the numbers of the
 * literature, or of the checker's bounds. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

static uint32_t ceiling(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}

static struct shape mesh_of(uint32_t axes, const uint32_t side[]) {
    struct shape shape = shape_of(9);
    shape.axes = axes;
    for (uint32_t axis = 0; axis < axes; axis++)
        shape.side[axis] = side[axis];
    return shape;
}

/* Whether the checker proves the schedule with so many steps, and with so few as its own bound if
 * `at_bound`. */
static void takes(const char *name, const struct shape *shape, uint32_t steps, bool at_bound) {
    struct finding finding;
    const struct algorithm *algorithm = catalogue_find(name);
    assert_true(algorithm_applicable(algorithm, shape));
    if (!check_schedule(algorithm, shape, &finding))
        fail_msg("%s, sides %u, %u: %s", name, shape->side[0], shape->side[1], finding.message);
    assert_int_equal(finding.steps, steps);
    assert_int_equal(finding.steps == finding.bound, at_bound);
}

static const struct {
    uint32_t axes;
    uint32_t side[4];
    uint32_t nodes, links, diameter;
} meshes[] = {
    {1, {4}, 4, 2, 2},        {1, {6}, 6, 2, 3},         {1, {64}, 64, 2, 32},
    {2, {4, 4}, 16, 4, 4},    {2, {4, 6}, 24, 4, 5},     {2, {8, 4}, 32, 4, 6},
    {2, {1, 8}, 8, 2, 4},     {2, {10, 10}, 100, 4, 10}, {3, {4, 4, 4}, 64, 6, 6},
    {3, {6, 4, 4}, 96, 6, 7}, {3, {4, 1, 6}, 24, 4, 5},  {4, {4, 4, 4, 4}, 256, 8, 8},
};
enum { MESHES_OF_LONG_SIDES = sizeof meshes / sizeof meshes[0] };

/* k packets on l links in ceil(k / l) + D - 1 steps, and with one port in k + D - 1: the checker's
 * bounds. */
static void broadcasts_take(struct shape *shape, uint32_t nodes, uint32_t links,
                            uint32_t diameter) {
    for (shape->packets = 1; shape->packets <= 41; shape->packets += 1 + shape->packets / 4) {
        uint32_t on_all = nodes == 1 ? 0 : ceiling(shape->packets, links) + diameter - 1;
        uint32_t on_one = nodes == 1 ? 0 : shape->packets + diameter - 1;
        shape->root = (7 * shape->packets) % nodes;
        takes("mesh-bcast-all-port", shape, on_all, true);
        takes("mesh-reduce-all-port", shape, on_all, true);
        takes("mesh-bcast-pipelined", shape, on_one, true);
        takes("mesh-reduce-pipelined", shape, on_one, true);
    }
}

TEST(broadcasts_are_at_the_bound) {
    static const struct {
        uint32_t side[4];
        uint32_t nodes, links, diameter;
    } others[] = {{{1, 1, 1, 1}, 1, 0, 0},   {{2, 1, 1, 1}, 2, 1, 1},  {{2, 2, 1, 1}, 4, 2, 2},
                  {{2, 4, 1, 1}, 8, 3, 3},   {{6, 2, 1, 1}, 12, 3, 4}, {{2, 2, 2, 2}, 16, 4, 4},
                  {{2, 16, 1, 1}, 32, 3, 9}, {{2, 2, 6, 2}, 48, 5, 6}, {{4, 2, 6, 1}, 48, 5, 6},
                  {{6, 2, 4, 4}, 192, 7, 8}, {{4, 2, 4, 2}, 64, 6, 6}, {{2, 6, 6, 1}, 72, 5, 7},
                  {{10, 1, 1, 1}, 10, 2, 5}};
    for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
        struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
        broadcasts_take(&shape, meshes[m].nodes, meshes[m].links, meshes[m].diameter);
    }
    for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
        struct shape shape = mesh_of(4, others[m].side);
        broadcasts_take(&shape, others[m].nodes, others[m].links, others[m].diameter);
    }
}

/* Whole messages in as many steps as the farthest node is away, on any mesh. */
TEST(all_others_are_as_far_as_the_diameter) {
    static const struct {
        uint32_t side[3];
        uint32_t diameter;
    } others[] = {{{2, 1, 1}, 1}, {{2, 2, 1}, 2}, {{2, 6, 1}, 4}, {{2, 2, 8}, 6}, {{12, 2, 2}, 8}};
    static const char *const names[] = {"mesh-allreduce-pairs",    "mesh-scan-pairs",
                                        "mesh-allreduce-all-port", "mesh-scan-all-port",
                                        "mesh-alltoall-all-port",  "mesh-bcast-all-port"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            if (meshes[m].nodes <= 100)
                takes(names[k], &shape, meshes[m].diameter, true);
        }
        for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
            struct shape shape = mesh_of(3, others[m].side);
            takes(names[k], &shape, others[m].diameter, true);
        }
    }
}

/* With a block to a packet there are p s / 8 steps for the longest side s, or p / 2 if that is 2:
 * all links of that axis carry a packet in every step. */
TEST(single_blocks_use_all_links) {
    static const struct {
        uint32_t side[3];
        uint32_t steps;
    } others[] = {{{2, 2, 1}, 2},  {{4, 4, 1}, 8},  {{6, 6, 1}, 27}, {{8, 8, 1}, 64},
                  {{4, 6, 1}, 18}, {{2, 6, 1}, 9},  {{2, 4, 1}, 4},  {{2, 2, 2}, 4},
                  {{4, 2, 4}, 16}, {{1, 4, 8}, 32}, {{6, 2, 2}, 18}, {{4, 4, 4}, 32}};
    for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
        struct shape shape = mesh_of(3, others[m].side);
        takes("mesh-alltoall-links", &shape, others[m].steps, true);
    }
}

/* Each block takes 2 (p - 1) packets, and a node has l links. If that makes an odd number of steps,
 * blocks are joined at edges, else at nodes. */
TEST(long_vectors_are_at_the_bound) {
    static const struct {
        uint32_t side[4];
        uint32_t nodes, links;
    } others[] = {{{2, 2, 1, 1}, 4, 2},  {{2, 4, 1, 1}, 8, 3},  {{2, 10, 1, 1}, 20, 3},
                  {{2, 4, 6, 1}, 48, 5}, {{4, 2, 4, 2}, 64, 6}, {{2, 2, 6, 2}, 48, 5}};
    for (size_t m = 0; m < MESHES_OF_LONG_SIDES + sizeof others / sizeof others[0]; m++) {
        bool is_other = m >= MESHES_OF_LONG_SIDES;
        size_t other = is_other ? m - MESHES_OF_LONG_SIDES : 0;
        struct shape shape =
            is_other ? mesh_of(4, others[other].side) : mesh_of(meshes[m].axes, meshes[m].side);
        uint32_t p = is_other ? others[other].nodes : meshes[m].nodes;
        uint32_t l = is_other ? others[other].links : meshes[m].links;
        uint32_t steps = ceiling(2 * (p - 1), l);
        if (p <= 100)
            takes(steps % 2 == 1 ? "mesh-allreduce-long-edges" : "mesh-allreduce-long-all-port",
                  &shape, steps, true);
    }
}

/* On any mesh of p nodes with l links each there are ceil((p - 1) / l) steps. */
TEST(any_mesh_gathers_on_all_links) {
    static const char *const names[] = {"mesh-allgather-all-port", "mesh-reduce-scatter-all-port",
                                        "mesh-gather-all-port", "mesh-scatter-all-port"};
    static const struct {
        uint32_t side[3];
        uint32_t nodes, links;
    } others[] = {{{2, 1, 1}, 2, 1},  {{2, 2, 1}, 4, 2},  {{2, 6, 1}, 12, 3},
                  {{2, 2, 8}, 32, 4}, {{4, 2, 6}, 48, 5}, {{1, 1, 1}, 1, 1}};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (size_t m = 0; m < MESHES_OF_LONG_SIDES; m++) {
            struct shape shape = mesh_of(meshes[m].axes, meshes[m].side);
            if (meshes[m].nodes <= 100)
                takes(names[k], &shape, ceiling(meshes[m].nodes - 1, meshes[m].links), true);
        }
        for (size_t m = 0; m < sizeof others / sizeof others[0]; m++) {
            struct shape shape = mesh_of(3, others[m].side);
            takes(names[k], &shape, ceiling(others[m].nodes - 1, others[m].links), true);
        }
    }
}

/* On s x s nodes there are ceil((s^2 - 1) / 4) steps, for every even s that the cube holds, and the
 * checker proves each schedule. */
TEST(squares_have_the_numbers_of_the_literature) {
    static const char *const names[] = {"mesh-allgather-all-port", "mesh-reduce-scatter-all-port",
                                        "mesh-gather-all-port", "mesh-scatter-all-port"};
    for (uint32_t s = 4; s <= 16; s += 2)
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            const struct algorithm *algorithm = catalogue_find(names[k]);
            struct shape shape = shape_of(s == 4 ? 4 : s <= 8 ? 6 : 8);
            struct finding finding;
            shape.axes = 2;
            shape.side[0] = shape.side[1] = s;
            shape.root = algorithm->varies & VARIES_ROOT ? s + 2 : 0;
            assert_true(algorithm_applicable(algorithm, &shape));
            if (!check_schedule(algorithm, &shape, &finding))
                fail_msg("%s, side %u: %s", names[k], s, finding.message);
            assert_int_equal(finding.steps, (s * s - 1 + 3) / 4);
            assert_int_equal(algorithm_bound(algorithm, &shape), finding.steps);
            assert_int_equal(finding.link_words,
                             k < 2 ? s * s * (s * s - 1) : s * s * s / 2 /* the distances */);
        }
}

/* Where sides are no powers of two, there are p^2 / 4 words a node round a ring of p, by the
 * shorter way, and p s / 2 on s x s. */
TEST(exchange_on_even_sides) {
    for (uint32_t s = 2; s <= 14; s += 2)
        for (uint32_t axes = 1; axes <= 2; axes++) {
            struct shape shape = shape_of(8);
            struct finding finding;
            shape.axes = axes;
            shape.side[0] = shape.side[1] = s;
            uint32_t p = mesh_nodes(&shape);
            assert_true(check_schedule(catalogue_find("mesh-alltoall"), &shape, &finding));
            assert_int_equal(finding.steps, axes * s / 2);
            assert_int_equal(finding.link_words, axes * p * (p * s / 4));
            assert_true(check_schedule(catalogue_find("mesh-alltoall-one-way"), &shape, &finding));
            assert_int_equal(finding.link_words, axes * p * (p * (s - 1) / 2));
        }
}
