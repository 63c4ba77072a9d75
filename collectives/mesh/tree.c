#include "collectives/mesh/tree.h"

#include "collectives/mesh/matching.h"
#include "collectives/schedule/mesh.h"
#include "compiler.h"

/* The table of a tree on a mesh of d directions. First come the heads of the arcs: that of
 * `direction` in step `number` is at [(number - 1) * d + direction]. Behind them is, for each rank,
 * the tail of the arc that ends there. */
static uint16_t *heads_of(void *table) {
    return table;
}

static const uint16_t *tails_of(const struct shape *shape) {
    const uint16_t *heads = shape->table;
    return heads + (size_t)mesh_tree_steps(shape) * mesh_directions(shape);
}

uint32_t mesh_tree_steps(const struct shape *shape) {
    uint32_t links = mesh_links(shape);
    return links == 0 ? 0 : (mesh_nodes(shape) - 1 + links - 1) / links;
}

size_t mesh_tree_bytes(const struct shape *shape) {
    size_t arcs = (size_t)mesh_tree_steps(shape) * mesh_directions(shape);
    return (arcs + mesh_nodes(shape)) * sizeof(uint16_t);
}

/* ---- The search ---- */

/* Whether an arc in that direction can reach a node: its tail has been reached, and is nearer to
 * rank 0. */
static bool can_reach(const void *argument, uint32_t rank, uint32_t direction) {
    const struct growth *growth = argument;
    if (!mesh_has_direction(growth->mesh, direction))
        return false;
    uint32_t tail = mesh_neighbour(growth->mesh, rank, mesh_opposite(direction));
    return growth->reached[0][tail] &&
           mesh_distance(growth->mesh, tail) < mesh_distance(growth->mesh, rank);
}

void mesh_tree_make(const struct shape *shape, void *table) {
    static NODE_TABLE struct growth growth;
    struct matching chosen = {
        .directions = mesh_directions(shape), .may_have = can_reach, .argument = &growth};
    uint16_t *heads = heads_of(table);
    uint16_t *tails = heads + (size_t)mesh_tree_steps(shape) * chosen.directions;
    growth_begin(&growth, shape, 1, 0);
    growth.reached[0][0] = true;
    for (uint32_t number = 1; number <= mesh_tree_steps(shape); number++) {
        growth_choose(&growth, &chosen);
        for (uint32_t direction = 0; direction < chosen.directions; direction++) {
            uint32_t head = chosen.rank[direction];
            *heads++ = (uint16_t)head;
            if (head == MATCHING_NONE)
                continue;
            growth.reached[0][head] = true;
            tails[head] = (uint16_t)mesh_neighbour(shape, head, mesh_opposite(direction));
        }
    }
}

/* ---- The tree ---- */

bool mesh_tree_arc(const struct shape *shape, uint32_t number, uint32_t direction,
                   struct tree_arc *arc) {
    const uint16_t *heads = shape->table;
    arc->head = heads[(number - 1) * mesh_directions(shape) + direction];
    arc->tail = tails_of(shape)[arc->head];
    return arc->head != MATCHING_NONE;
}

bool mesh_tree_leads_through(const struct shape *shape, uint32_t between, uint32_t end) {
    const uint16_t *tails = tails_of(shape);
    while (end != between && end != 0)
        end = tails[end];
    return end == between;
}
