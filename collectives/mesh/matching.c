#include "collectives/mesh/matching.h"

#include <string.h>

#include "collectives/schedule/mesh.h"

void matching_clear(struct matching *matching) {
    memset(matching->rank, 0, sizeof matching->rank);
}

static bool give_direction(struct matching *matching, uint32_t rank) {
    for (uint32_t direction = 0; direction < matching->directions; direction++) {
        if (matching->is_tried[direction] ||
            !matching->may_have(matching->argument, rank, direction))
            continue;
        matching->is_tried[direction] = true;
        uint32_t other = matching->rank[direction];
        if (other == MATCHING_NONE || give_direction(matching, other)) {
            matching->rank[direction] = (uint16_t)rank;
            return true;
        }
    }
    return false;
}

bool matching_offer(struct matching *matching, uint32_t rank) {
    memset(matching->is_tried, 0, sizeof matching->is_tried);
    return give_direction(matching, rank);
}

/* ---- Trees ---- */

static uint32_t distance(const struct growth *growth, uint32_t rank, uint32_t other) {
    uint32_t one = mesh_distance(growth->mesh, rank);
    uint32_t two = mesh_distance(growth->mesh, mesh_translate_back(growth->mesh, rank, other));
    return one < two ? one : two;
}

void growth_begin(struct growth *growth, const struct shape *mesh, uint32_t trees, uint32_t other) {
    uint32_t nodes = mesh_nodes(mesh), count = 0;
    growth->mesh = mesh;
    growth->trees = trees;
    memset(growth->reached, 0, sizeof growth->reached);
    for (uint32_t links = 0; count < nodes; links++)
        for (uint32_t rank = 0; rank < nodes; rank++)
            if (distance(growth, rank, other) == links)
                growth->order[count++] = (uint16_t)rank;
}

void growth_choose(const struct growth *growth, struct matching *heads) {
    uint32_t nodes = mesh_nodes(growth->mesh), left = growth->trees * mesh_links(growth->mesh);
    matching_clear(heads);
    for (uint32_t k = 0; k < nodes && left > 0; k++)
        for (uint32_t tree = 0; tree < growth->trees; tree++)
            if (!growth->reached[tree][growth->order[k]])
                left -= matching_offer(heads, tree * nodes + growth->order[k]);
}
