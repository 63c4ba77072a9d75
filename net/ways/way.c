#include "net/ways/way.h"

static const struct way_step no_step = {WAY_NONE, 0};

/* Whether all links of E-cube's path from `node` are live, and it uses only dimensions above the
 * one it arrived on. */
static bool e_cube_lives(const struct faults *faults, uint32_t node, uint32_t arrival,
                         uint32_t destination) {
    uint32_t differing = node ^ destination;
    if (arrival > WAY_HERE ||
        (arrival < WAY_HERE && differing >> (arrival + 1) << (arrival + 1) != differing))
        return false;
    for (; node != destination; node ^= differing & -differing, differing = node ^ destination)
        if ((faults->dead[node] & differing & -differing) != 0)
            return false;
    return true;
}

void ways_start(struct ways *ways, uint16_t level[], uint16_t queue[]) {
    ways->level = NULL;
    if (faults_count(&ways->faults) < ways->faults.dimension)
        return;
    up_down_levels(&ways->faults, level, queue);
    ways->level = level;
}

static bool goes_up(const struct ways *ways, uint32_t node, struct way_step step) {
    return up_down_is_up(ways->level, node, node ^ 1u << step.dimension);
}

bool way_may_step(const struct ways *ways, uint32_t node, uint32_t arrival, struct way_step step) {
    if ((ways->faults.dead[node] >> step.dimension & 1) != 0)
        return false;
    if (step.ring == 0)
        return arrival == WAY_HERE || (arrival < WAY_HERE && step.dimension > arrival);
    if (!ways->level)
        return arrival <= WAY_HERE || (uint32_t)WAY_AGAIN + step.dimension > arrival;
    return arrival != WAY_DOWN || !goes_up(ways, node, step);
}

uint32_t way_arrives(const struct ways *ways, uint32_t node, uint32_t arrival,
                     struct way_step step) {
    if (step.ring == 0)
        return step.dimension;
    if (!ways->level)
        return WAY_AGAIN + step.dimension;
    return goes_up(ways, node, step) && arrival != WAY_DOWN ? WAY_UP : WAY_DOWN;
}

/* Orders arrivals by the steps that they still permit. A packet with a smaller number may take
 * every step that one with a larger number may take. */
static uint8_t rank(uint32_t arrival) {
    return (uint8_t)(arrival == WAY_HERE ? 0 : arrival < WAY_HERE ? arrival + 1 : arrival);
}

/* Adds a place to the queue, unless the search has already reached its node on a path that permits
 * at least as much. */
static void come(const struct ways *ways, size_t *count, uint32_t node, uint32_t arrival,
                 struct way_step first) {
    if (ways->best[node] <= rank(arrival))
        return;
    ways->best[node] = rank(arrival);
    ways->queue[(*count)++] = (struct way_place){(uint16_t)node, (uint8_t)arrival, first};
}

/* Breadth first, ring 0 before ring 1 and low dimensions before high ones. */
static struct way_step search(const struct ways *ways, uint32_t node, uint32_t arrival,
                              uint32_t destination) {
    size_t count = 0;
    for (uint32_t k = 0; k < 1u << ways->faults.dimension; k++)
        ways->best[k] = UINT8_MAX;
    come(ways, &count, node, arrival, no_step);
    for (size_t next = 0; next < count; next++) {
        struct way_place at = ways->queue[next];
        if (at.node == destination)
            return at.first;
        for (uint32_t ring = 0; ring < WAY_RINGS; ring++)
            for (uint32_t d = 0; d < ways->faults.dimension; d++) {
                struct way_step step = {(uint8_t)d, (uint8_t)ring};
                if (way_may_step(ways, at.node, at.arrival, step))
                    come(ways, &count, at.node ^ 1u << d,
                         way_arrives(ways, at.node, at.arrival, step), next == 0 ? step : at.first);
            }
    }
    return no_step;
}

struct way_step way_next(const struct ways *ways, uint32_t node, uint32_t arrival,
                         uint32_t destination) {
    if (e_cube_lives(&ways->faults, node, arrival, destination))
        return (struct way_step){(uint8_t)__builtin_ctz(node ^ destination), 0};
    return search(ways, node, arrival, destination);
}

uint32_t way_links(const struct ways *ways, uint32_t node, uint32_t arrival, uint32_t destination) {
    uint32_t links = 0;
    for (; node != destination; links++) {
        struct way_step step = way_next(ways, node, arrival, destination);
        if (step.dimension == WAY_NONE)
            return 0;
        arrival = way_arrives(ways, node, arrival, step);
        node ^= 1u << step.dimension;
    }
    return links;
}
