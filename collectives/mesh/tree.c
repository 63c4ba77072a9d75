#include "collectives/mesh/tree.h"

#include <string.h>

#include "collectives/schedule/mesh.h"

enum { NONE = 0 }; /* the rank of the root, to which no arc leads */

/* Of a tree of T steps on a mesh of d directions: the heads of the arcs, that of `direction` in
 * step `number` at [(number - 1) * d + direction]; and behind them, for each rank, the tail of its
 * arc. */
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
    uint32_t directions;
    uint16_t order[CUBE_MAX_NODES]; /* the ranks in the order of their distances from rank 0 */
    bool reached[CUBE_MAX_NODES];   /* by a step before this one */
    uint16_t head[MESH_DIRECTIONS]; /* the node that this step reaches in each direction */
    bool is_tried[MESH_DIRECTIONS]; /* by this round of the search */
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
static bool can_reach(const struct search *search, uint32_t rank, uint32_t direction) {
    if (!mesh_has_direction(search->shape, direction))
        return false;
    uint32_t tail = mesh_neighbour(search->shape, rank, mesh_opposite(direction));
    return search->reached[tail] &&
           mesh_distance(search->shape, tail) < mesh_distance(search->shape, rank);
}

/* Gives a node a direction. If all that can reach it are taken, one of the nodes that have them
 * takes another direction, if it can. */
static bool give_direction(struct search *search, uint32_t rank) {
    for (uint32_t direction = 0; direction < search->directions; direction++) {
        if (search->is_tried[direction] || !can_reach(search, rank, direction))
            continue;
        search->is_tried[direction] = true;
        uint32_t other = search->head[direction];
        if (other == NONE || give_direction(search, other)) {
            search->head[direction] = (uint16_t)rank;
            return true;
        }
    }
    return false;
}

/* Chooses the nodes of a step: of all sets of nodes that it can reach at once, the largest one. */
static void choose_heads(struct search *search) {
    uint32_t nodes = mesh_nodes(search->shape), left = mesh_links(search->shape);
    memset(search->head, 0, sizeof search->head);
    for (uint32_t k = 0; k < nodes && left > 0; k++) {
        if (search->reached[search->order[k]])
            continue;
        memset(search->is_tried, 0, sizeof search->is_tried);
        left -= give_direction(search, search->order[k]);
    }
}

void mesh_tree_make(const struct shape *shape, void *table) {
    struct search search = {.shape = shape, .directions = mesh_directions(shape)};
    uint16_t *heads = heads_of(table);
    uint16_t *tails = heads + (size_t)mesh_tree_steps(shape) * search.directions;
    set_order(&search);
    search.reached[0] = true;
    for (uint32_t number = 1; number <= mesh_tree_steps(shape); number++) {
        choose_heads(&search);
        for (uint32_t direction = 0; direction < search.directions; direction++) {
            uint32_t head = search.head[direction];
            *heads++ = (uint16_t)head;
            if (head == NONE)
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
    return arc->head != NONE;
}

bool mesh_tree_leads_through(const struct shape *shape, uint32_t between, uint32_t end) {
    const uint16_t *tails = tails_of(shape);
    while (end != between && end != 0)
        end = tails[end];
    return end == between;
}
