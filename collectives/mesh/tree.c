#include "collectives/mesh/tree.h"

#include <string.h>

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

struct search {
    const struct shape *shape;
    uint16_t order[SCHEDULE_NODES]; /* the ranks in the order of their distances from rank 0 */
    bool reached[SCHEDULE_NODES];   /* by a step before this one */
};

/* Orders the ranks. */
static void set_order(struct search *search) {
    uint32_t nodes = mesh_nodes(search->shape), count = 0;
    for (uint32_t distance = 0; count < nodes; distance++)
        for (uint32_t rank = 0; rank < nodes; rank++)
            if (mesh_distance(search->shape, rank) == distance)
                search->order[count++] = (uint16_t)rank;
}

/* Whether an arc in that direction can reach a node: its tail has been reached, and is nearer to
 * rank 0. */
static bool can_reach(const void *argument, uint32_t rank, uint32_t direction) {
    const struct search *search = argument;
    if (!mesh_has_direction(search->shape, direction))
        return false;
    uint32_t tail = mesh_neighbour(search->shape, rank, mesh_opposite(direction));
    return search->reached[tail] &&
           mesh_distance(search->shape, tail) < mesh_distance(search->shape, rank);
}

/* Chooses the nodes that a step reaches: the largest of all sets of nodes that it can reach at
 * once. */
static void choose_heads(const struct search *search, struct matching *heads) {
    uint32_t nodes = mesh_nodes(search->shape), left = mesh_links(search->shape);
    matching_clear(heads);
    for (uint32_t k = 0; k < nodes && left > 0; k++)
        if (!search->reached[search->order[k]])
            left -= matching_offer(heads, search->order[k]);
}

void mesh_tree_make(const struct shape *shape, void *table) {
    static NODE_TABLE struct search search;
    struct matching chosen = {
        .directions = mesh_directions(shape), .may_have = can_reach, .argument = &search};
    uint16_t *heads = heads_of(table);
    uint16_t *tails = heads + (size_t)mesh_tree_steps(shape) * chosen.directions;
    search.shape = shape;
    memset(search.reached, 0, mesh_nodes(shape));
    set_order(&search);
    search.reached[0] = true;
    for (uint32_t number = 1; number <= mesh_tree_steps(shape); number++) {
        choose_heads(&search, &chosen);
        for (uint32_t direction = 0; direction < chosen.directions; direction++) {
            uint32_t head = chosen.rank[direction];
            *heads++ = (uint16_t)head;
            if (head == MATCHING_NONE)
                continue;
            search.reached[head] = true;
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
