#include "collectives/mesh/forests.h"

#include "collectives/mesh/matching.h"
#include "collectives/schedule/mesh.h"
#include "compiler.h"

/* ---- The steps ---- */

static uint32_t ceiling(uint32_t a, uint32_t b) {
    return (a + b - 1) / b;
}

uint32_t forests_steps(const struct shape *mesh) {
    uint32_t links = mesh_links(mesh);
    return links == 0 ? 0 : ceiling(2 * (mesh_nodes(mesh) - 1), links);
}

bool forests_fit(const struct shape *mesh) {
    return forests_steps(mesh) % 2 == 1 && mesh_links(mesh) > 1;
}

bool forests_are_two(const struct shape *mesh) {
    return (mesh_nodes(mesh) - 2) % mesh_links(mesh) != 0;
}

uint32_t forests_first(const struct shape *mesh) {
    return forests_steps(mesh) / 2 + (forests_are_two(mesh) ? 1 : 2);
}

uint32_t forests_edge(const struct shape *mesh) {
    uint32_t axis = 0;
    while (mesh_side(mesh, axis) < 4)
        axis++;
    return 2 * axis;
}

uint32_t forests_parity(const struct shape *mesh, uint32_t rank) {
    uint32_t sum = 0;
    for (uint32_t axis = 0; axis < mesh_axes(mesh); axis++)
        sum += mesh_position_of_rank(mesh, rank, axis);
    return sum % 2;
}

/* ---- The table ----
 *
 * It has the heads of the arcs in step forests_first + k: in `direction`, from ranks of a parity,
 * at [(k d + direction) 2 + parity], for d directions. The first forest's arcs are for blocks of
 * even parity, the second one's for those of odd parity; one forest alone is for both.
 */
static uint32_t slots(const struct shape *mesh) {
    return 2 * mesh_directions(mesh);
}

size_t forests_bytes(const struct shape *mesh) {
    uint32_t steps = forests_steps(mesh) + 1 - forests_first(mesh);
    return (size_t)steps * slots(mesh) * sizeof(uint16_t);
}

bool forests_block(const struct shape *mesh, uint32_t number, uint32_t rank, uint32_t direction,
                   uint32_t *block) {
    const uint16_t *heads = mesh->table;
    uint32_t slot = 2 * direction + forests_parity(mesh, rank);
    uint32_t head = heads[(number - forests_first(mesh)) * slots(mesh) + slot];
    if (head == MATCHING_NONE)
        return false;
    *block = mesh_translate_back(mesh, mesh_neighbour(mesh, rank, direction), head);
    return true;
}

/* ---- The search ---- */

/* What is matched with slots are the items of both forests. */
struct search {
    const struct shape *mesh;
    const struct matching *heads; /* of this step: items by slots */
    uint32_t number;              /* of the step */
    struct growth growth;
};

/* An axis of side 2 has one direction. */
static uint32_t opposite(const struct search *search, uint32_t direction) {
    uint32_t back = mesh_opposite(direction);
    return mesh_has_direction(search->mesh, back) ? back : direction;
}

/* The step between both exchanges, if there are two forests. There results go along the first
 * forest, and blocks of odd parity along the same arcs backwards. */
static bool is_middle(const struct search *search) {
    return forests_are_two(search->mesh) && search->number == forests_first(search->mesh);
}

/* Whether blocks of odd parity are exchanged on the links of a slot. */
static bool is_of_exchange(const struct search *search, uint32_t slot) {
    uint32_t edge = forests_edge(search->mesh);
    return forests_are_two(search->mesh) && search->number == forests_first(search->mesh) + 1 &&
           (slot == 2 * edge + 1 || slot == 2 * mesh_opposite(edge));
}

/* Whether the arc of a slot can reach the rank of an item. */
static bool can_reach(const void *argument, uint32_t item, uint32_t slot) {
    const struct search *search = argument;
    const struct shape *mesh = search->mesh;
    uint32_t forest = item / mesh_nodes(mesh), rank = item % mesh_nodes(mesh);
    uint32_t direction = slot / 2;
    if (!mesh_has_direction(mesh, direction) || is_of_exchange(search, slot))
        return false;
    uint32_t tail = mesh_neighbour(mesh, rank, mesh_opposite(direction));
    if (!search->growth.reached[forest][tail])
        return false;
    if (!forests_are_two(mesh))
        return slot % 2 == 0;
    uint32_t parity = forests_parity(mesh, tail);
    uint32_t back = 2 * opposite(search, direction) + parity; /* its slot for odd blocks */
    return slot % 2 == (parity ^ forest) &&
           !(is_middle(search) && (back == slot || search->heads->rank[back] != MATCHING_NONE));
}

/* Writes the arcs of a step, and marks the ranks that they reach. */
static void keep_heads(struct search *search, const struct matching *heads, uint16_t *row) {
    uint32_t nodes = mesh_nodes(search->mesh);
    for (uint32_t slot = 0; slot < heads->directions; slot++) {
        uint32_t item = heads->rank[slot];
        row[slot] = (uint16_t)(item % nodes);
        if (item == MATCHING_NONE)
            continue;
        search->growth.reached[item / nodes][item % nodes] = true;
    }
    for (uint32_t slot = 0; !forests_are_two(search->mesh) && slot < heads->directions; slot += 2)
        row[slot + 1] = row[slot];
}

void forests_make(const struct shape *mesh, void *table) {
    static NODE_TABLE struct search search;
    struct matching heads = {.directions = slots(mesh), .may_have = can_reach, .argument = &search};
    uint32_t first = forests_first(mesh);
    uint16_t *row = table;
    search.mesh = mesh;
    search.heads = &heads;
    uint32_t other = mesh_neighbour(mesh, 0, forests_edge(mesh));
    growth_begin(&search.growth, mesh, forests_are_two(mesh) ? 2 : 1, other);
    for (search.number = first; search.number <= forests_steps(mesh); search.number++) {
        bool second = forests_are_two(mesh) && search.number == first + 2;
        if (search.number == first || second)
            search.growth.reached[second][0] = search.growth.reached[second][other] = true;
        growth_choose(&search.growth, &heads);
        keep_heads(&search, &heads, row);
        row += slots(mesh);
    }
}
