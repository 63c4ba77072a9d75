/* Finds a mesh on which no matching is found, or one of too many steps: for the tree along which
 * all nodes broadcast at once (collectives/mesh/tree.h), for the forests of an all-reduce that is
 * joined at edges (forests.h), and for the plan of a total exchange on all links
 * (alltoall_links.c). No theorem says that there are any, so every mesh of a cube of seven
 * dimensions is tried, and with CUBE_THOROUGH in the environment of nine. */
#include <stdlib.h>
#include <string.h>

#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/forests.h"
#include "collectives/mesh/joined.h"
#include "collectives/mesh/tree.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

/* The distance of a rank from rank 0, by its positions on the axes. */
static uint32_t distance_of(const struct shape *shape, uint32_t rank) {
    uint32_t distance = 0;
    for (uint32_t axis = shape->axes; axis-- > 0; rank /= shape->side[axis]) {
        uint32_t position = rank % shape->side[axis];
        uint32_t round = shape->side[axis] - position;
        distance += position < round ? position : round;
    }
    return distance;
}

/* Checks that each rank is reached once, along a shortest path, from one that a step before it has
 * reached, and that each step but the last one has an arc in every direction. */
static void check_tree(const struct shape *shape) {
    uint32_t reached[CUBE_MAX_NODES] = {0}; /* by which step; that of rank 0 does not matter */
    uint32_t nodes = mesh_nodes(shape), links = 0, arcs = 0;
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        links += shape->side[axis] == 1 ? 0 : shape->side[axis] == 2 ? 1 : 2;
    for (uint32_t number = 1; number <= mesh_tree_steps(shape); number++) {
        uint32_t arcs_before = arcs;
        for (uint32_t direction = 0; direction < mesh_directions(shape); direction++) {
            struct tree_arc arc;
            if (!mesh_tree_arc(shape, number, direction, &arc))
                continue;
            arcs++;
            assert_int_equal(mesh_neighbour(shape, arc.tail, direction), arc.head);
            assert_int_equal(distance_of(shape, arc.tail) + 1, distance_of(shape, arc.head));
            assert_true(arc.tail == 0 || (reached[arc.tail] > 0 && reached[arc.tail] < number));
            assert_int_equal(reached[arc.head], 0);
            reached[arc.head] = number;
        }
        if (arcs - arcs_before != links)
            assert_int_equal(number, mesh_tree_steps(shape));
    }
    assert_int_equal(arcs, nodes - 1);
}

/* Checks that in all steps together the first node sends as many blocks as the distances of all
 * others sum up to. The plan never has one sent further than it has to go, so then all arrive. */
static void check_exchange(const struct shape *shape) {
    uint64_t distances = 0, sent = 0;
    struct shape with_table = *shape;
    void *table = malloc(algorithm_table_bytes(&mesh_alltoall_links, shape));
    algorithm_make_table(&mesh_alltoall_links, shape, table);
    with_table.table = table;
    for (uint32_t rank = 0; rank < mesh_nodes(shape); rank++)
        distances += distance_of(shape, rank);
    for (uint32_t number = 1; number <= algorithm_steps(&mesh_alltoall_links, shape); number++) {
        struct step step;
        algorithm_step(&mesh_alltoall_links, &with_table, 0, number, &step);
        sent += (uint32_t)__builtin_popcount(step.sends);
    }
    free(table);
    assert_int_equal(sent, distances);
}

/* Checks that one of the forests leads from both ranks of the edge of rank 0 to each other rank
 * once, from one that it has reached before. */
static void check_forest(const struct shape *mesh, uint32_t forest, uint32_t begin) {
    uint32_t reached[CUBE_MAX_NODES] = {0}, arcs = 0; /* by which step */
    uint32_t other = mesh_neighbour(mesh, 0, forests_edge(mesh));
    uint32_t forests = forests_are_two(mesh) ? 2 : 1;
    reached[0] = reached[other] = begin - 1;
    for (uint32_t number = forests_first(mesh); number <= forests_steps(mesh); number++)
        for (uint32_t direction = 0; direction < mesh_directions(mesh); direction++)
            for (uint32_t odd = 0; odd < forests; odd++) {
                uint32_t rank = odd ? other : 0, block; /* any of an even sum, and of an odd one */
                if (!mesh_has_direction(mesh, direction) ||
                    !forests_block(mesh, number, rank, direction, &block) ||
                    (forests_are_two(mesh) && forests_parity(mesh, block) != forest))
                    continue;
                uint32_t tail = mesh_translate_back(mesh, rank, block);
                uint32_t head = mesh_neighbour(mesh, tail, direction);
                assert_true(reached[tail] > 0 && reached[tail] < number && reached[head] == 0);
                reached[head] = number;
                arcs++;
            }
    assert_int_equal(arcs, mesh_nodes(mesh) - 2);
}

/* Checks the forests of a mesh. That no link carries two blocks follows: the table has one head for
 * each link that a translation takes to another. */
static void check_forests(const struct shape *shape) {
    struct shape mesh = joined_mesh(shape);
    if (!forests_fit(&mesh))
        return;
    for (uint32_t rank = 0; rank < mesh_nodes(&mesh); rank++) {
        uint32_t node = joined_node(shape, rank);
        assert_int_equal(joined_rank(shape, node), rank);
        for (uint32_t direction = 0; direction < mesh_directions(&mesh); direction += 2) {
            uint32_t next = joined_node(shape, mesh_neighbour(&mesh, rank, direction));
            assert_int_equal(__builtin_popcount(node ^ next), 1);
        }
    }
    void *table = malloc(forests_bytes(&mesh));
    forests_make(&mesh, table);
    mesh.table = table;
    check_forest(&mesh, 0, forests_first(&mesh));
    if (forests_are_two(&mesh))
        check_forest(&mesh, 1, forests_first(&mesh) + 2);
    free(table);
}

/* Adds axes of all even sides as long as dimensions are left, and checks each mesh. Returns how
 * many there are. */
static uint32_t check_meshes(struct shape *shape, uint32_t dimensions) {
    uint32_t meshes = 0;
    if (shape->axes > 0) {
        void *table = malloc(mesh_tree_bytes(shape));
        shape->table = table;
        mesh_tree_make(shape, table);
        check_tree(shape);
        free(table);
        check_forests(shape);
        if (algorithm_applicable(&mesh_alltoall_links, shape))
            check_exchange(shape);
        meshes++;
    }
    for (uint32_t width = 1; width <= dimensions; width++)
        for (uint32_t side = (1u << width) / 2 + 1; side <= 1u << width; side++) {
            if (side % 2 != 0)
                continue;
            shape->side[shape->axes++] = side;
            meshes += check_meshes(shape, dimensions - width);
            shape->axes--;
        }
    return meshes;
}

/* Of meshes whose sides take n dimensions in all there are F(2 n - 1), a Fibonacci number; so up to
 * 7 dimensions there are F(14), and up to 9 F(18). */
TEST(every_mesh_has_its_tree_forests_and_plan) {
    bool thorough = getenv("CUBE_THOROUGH");
    struct shape shape = shape_of(9);
    assert_int_equal(check_meshes(&shape, thorough ? 9 : 7), thorough ? 2584 : 377);
}

/* The cubes of more dimensions that have forests. The largest take most of the time. */
TEST(large_cubes_have_their_forests) {
    uint32_t largest = getenv("CUBE_THOROUGH") ? CUBE_MAX_DIMENSION : 9;
    for (uint32_t n = 9; n <= largest; n++) {
        struct shape shape = shape_of(n);
        shape.axes = n;
        for (uint32_t axis = 0; axis < n; axis++)
            shape.side[axis] = 2;
        check_forests(&shape);
    }
}

/* Axes of side 1 change nothing, and one node alone has no steps. */
TEST(sides_of_one) {
    static const struct shape shapes[] = {
        {.dimension = 9, .packets = 1, .axes = 3, .side = {1, 6, 1}},
        {.dimension = 9, .packets = 1, .axes = 4, .side = {4, 1, 1, 2}},
        {.dimension = 9, .packets = 1, .axes = 2, .side = {1, 1}},
    };
    static const uint32_t steps[] = {3, 3, 0};
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        struct shape shape = shapes[k];
        void *table = malloc(mesh_tree_bytes(&shape));
        shape.table = table;
        mesh_tree_make(&shape, table);
        assert_int_equal(mesh_tree_steps(&shape), steps[k]);
        check_tree(&shape);
        free(table);
    }
}
