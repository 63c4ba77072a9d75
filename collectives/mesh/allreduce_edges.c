/* All-reduce of long vectors on a ring, a mesh or a hypercube with all ports: the vector is divided
 * into a block for each node, and each block is joined at an edge and not at a node. After Grama et
 * al., section 4.3: a reduce-scatter, then an all-gather.
 *
 * Cost (cost.h) for p nodes with l links each, with m the bytes of the vector:
 *     each     (t_s + t_w m / p) ceil(2 (p - 1) / l), if that is an odd number of steps
 * Where it is even, "mesh-allreduce-long-all-port" and "allreduce-all-port" take as few.
 *
 * No fewer steps would do: each of the p blocks takes 2 (p - 1) packets. p - 1 join all nodes
 * before any node has the result, and p - 1 take it to the others.
 *
 * Two neighbours can have the result at once after p packets, of which the last two are an
 * exchange: two sums of what the nodes on both sides have. One of them alone would have had it
 * after p - 1. forests.h says which way the sums and the results go.
 *
 * Example, a ring of 4, block 1 (edge 1 - 2), with the nodes that have been joined:
 *     step 1   0 -> 1: 0         3 -> 2: 3
 *     step 2   1 -> 2: 0, 1      2 -> 1: 2, 3
 *     step 3   1 -> 0: all       2 -> 3: all
 */
#include "collectives/cube/shared.h"
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/forests.h"
#include "collectives/mesh/joined.h"
#include "collectives/refined/refined.h"
#include "collectives/schedule/mesh.h"

/* A node of the mesh in a step. */
struct place {
    const struct shape *given;
    struct shape mesh; /* that of joined.h */
    uint32_t node;
    uint32_t rank;
    uint32_t steps; /* of all */
};

static uint32_t port_to(const struct place *place, uint32_t direction) {
    uint32_t neighbour = mesh_neighbour(&place->mesh, place->rank, direction);
    return lowest_port(place->node ^ joined_node(place->given, neighbour));
}

static struct run run_of(uint32_t block) {
    return single_block(AREA_OUTPUT, block);
}

/* Results go along the forests. */
static void add_results(const struct place *place, uint32_t number, struct step *step) {
    const struct shape *mesh = &place->mesh;
    uint32_t block;
    for (uint32_t direction = 0; direction < mesh_directions(mesh); direction++) {
        if (!mesh_has_direction(mesh, direction))
            continue;
        uint32_t back = mesh_opposite(direction);
        uint32_t before = mesh_neighbour(mesh, place->rank, back);
        if (forests_block(mesh, number, place->rank, direction, &block))
            step_send(step, port_to(place, direction), run_of(block));
        if (forests_block(mesh, number, before, direction, &block))
            step_receive(step, port_to(place, back), run_of(block));
    }
}

/* Sums come along the forests backwards. If there are two, they are translated to blocks of the
 * other parity. */
static void add_sums(const struct place *place, uint32_t number, struct step *step) {
    const struct shape *mesh = &place->mesh;
    uint32_t by = forests_are_two(mesh) ? mesh_neighbour(mesh, 0, forests_edge(mesh)) : 0;
    uint32_t rank = mesh_translate_back(mesh, place->rank, by), block;
    for (uint32_t direction = 0; direction < mesh_directions(mesh); direction++) {
        if (!mesh_has_direction(mesh, direction))
            continue;
        uint32_t back = mesh_opposite(direction);
        uint32_t before = mesh_neighbour(mesh, rank, back);
        if (forests_block(mesh, place->steps + 1 - number, rank, direction, &block))
            step_combine(step, port_to(place, direction), run_of(mesh_translate(mesh, block, by)),
                         false);
        if (forests_block(mesh, place->steps + 1 - number, before, direction, &block))
            step_send(step, port_to(place, back), run_of(mesh_translate(mesh, block, by)));
    }
}

/* Whether the two sums of a block are exchanged in a step. */
static bool is_exchanged(const struct place *place, uint32_t block, uint32_t number) {
    uint32_t middle = place->steps / 2 + 1;
    if (!forests_are_two(&place->mesh))
        return number == middle;
    return number == (forests_parity(&place->mesh, block) == 0 ? middle - 1 : middle + 1);
}

static void add_exchange(const struct place *place, uint32_t block, uint32_t direction,
                         uint32_t number, struct step *step) {
    if (!is_exchanged(place, block, number))
        return;
    uint32_t port = port_to(place, direction);
    step_send(step, port, run_of(block));
    step_combine(step, port, run_of(block), false);
}

/* Fills *step with what a node of the given mesh does. */
static void edges_step(const struct shape *given, uint32_t node, uint32_t number,
                       struct step *step) {
    struct place place = {given, joined_mesh(given), node, 0, 0};
    const struct shape *mesh = &place.mesh;
    place.steps = forests_steps(mesh);
    if (number > place.steps)
        return;
    place.rank = joined_rank(given, node);
    if (number >= forests_first(mesh))
        add_results(&place, number, step);
    if (place.steps + 1 - number >= forests_first(mesh))
        add_sums(&place, number, step);
    uint32_t edge = forests_edge(mesh);
    add_exchange(&place, place.rank, edge, number, step);
    add_exchange(&place, mesh_neighbour(mesh, place.rank, mesh_opposite(edge)), mesh_opposite(edge),
                 number, step);
}

static size_t edges_bytes(const struct shape *given) {
    struct shape mesh = joined_mesh(given);
    return forests_bytes(&mesh);
}

static void edges_make(const struct shape *given, void *table) {
    struct shape mesh = joined_mesh(given);
    forests_make(&mesh, table);
}

/* ---- "mesh-allreduce-long-edges" ---- */

const struct algorithm mesh_allreduce_long_edges = {
    .name = "mesh-allreduce-long-edges",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.3, joined at edges",
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = forests_fit,
    .parts = mesh_nodes,
    .steps = forests_steps,
    .packets = mesh_words_there_and_back,
    .table_bytes = edges_bytes,
    .make_table = edges_make,
    .step = edges_step,
};

/* ---- "allreduce-edges": the cube is a mesh of n axes of side 2 ----
 *
 * The least number of steps is odd for n = 2, 3, 5, 6, 7, 10, 11 and 12.
 */
static struct shape mesh_of_cube(const struct shape *cube) {
    struct shape mesh = *cube;
    mesh.axes = cube->dimension;
    for (uint32_t axis = 0; axis < mesh.axes; axis++)
        mesh.side[axis] = 2;
    return mesh;
}

static bool cube_fits(const struct shape *cube) {
    struct shape mesh = mesh_of_cube(cube);
    return forests_fit(&mesh);
}

static uint32_t cube_steps(const struct shape *cube) {
    struct shape mesh = mesh_of_cube(cube);
    return forests_steps(&mesh);
}

static size_t cube_bytes(const struct shape *cube) {
    struct shape mesh = mesh_of_cube(cube);
    return edges_bytes(&mesh);
}

static void cube_make(const struct shape *cube, void *table) {
    struct shape mesh = mesh_of_cube(cube);
    edges_make(&mesh, table);
}

static void cube_step(const struct shape *cube, uint32_t node, uint32_t number, struct step *step) {
    struct shape mesh = mesh_of_cube(cube);
    edges_step(&mesh, node, number, step);
}

const struct algorithm allreduce_edges = {
    .name = "allreduce-edges",
    .operation = &allreduce_operation,
    .ports = PORTS_ALL,
    .source = "after Grama et al., 4.3, joined at edges",
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = cube_fits,
    .parts = parts_per_node,
    .steps = cube_steps,
    .packets = words_there_and_back,
    .table_bytes = cube_bytes,
    .make_table = cube_make,
    .step = cube_step,
};
