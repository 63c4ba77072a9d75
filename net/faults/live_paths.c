#include "net/faults/live_paths.h"

#include <inttypes.h>
#include <string.h>

#include "net/allocate.h"
#include "net/ways/way.h"

enum { ARRIVALS = 2 };             /* to a node on it: WAY_UP and WAY_DOWN */
enum { STEP_UNKNOWN = UINT8_MAX }; /* another number is the dimension of the next step */

/* Among the tables, whose pages come when touched: machines in which no link fails have none. */
static NODE_TABLE struct {
    struct ways ways;
    uint16_t *dead, *level, *queue;
    uint8_t *next; /* the step by arrival and destination */
} paths;

static const char which[] = "links that fail";

void *live_paths_allocate(size_t bytes) {
    return memset(net_allocate_paths(bytes, which), 0, bytes);
}

void live_paths_start(void) {
    uint32_t n = node.dimension;
    size_t nodes = (size_t)1 << n;
    const uint16_t *dead = (const uint16_t *)(uintptr_t)system_node_page()->dead;
    paths.dead = live_paths_allocate(nodes * sizeof *paths.dead);
    paths.level = live_paths_allocate(nodes * sizeof *paths.level);
    paths.queue = live_paths_allocate(nodes * sizeof *paths.queue);
    paths.next = live_paths_allocate((size_t)ARRIVALS << n);
    paths.ways = (struct ways){
        .faults = {n, paths.dead},
        .level = paths.level,
        .best = live_paths_allocate(nodes),
        /* No search needs all of it. */
        .queue = net_allocate_paths(WAY_PLACES(n) * sizeof *paths.ways.queue, which),
    };
    if (dead)
        memcpy(paths.dead, dead, nodes * sizeof *dead);
}

void live_paths_remove(uint32_t end, uint32_t dimension) {
    uint16_t link = (uint16_t)(1u << dimension);
    paths.dead[end] |= link;
    paths.dead[end ^ link] |= link;
}

void live_paths_find(void) {
    up_down_levels(&paths.ways.faults, paths.level, paths.queue);
    memset(paths.next, STEP_UNKNOWN, (size_t)ARRIVALS << node.dimension);
}

uint32_t live_paths_next(uint32_t arrival, uint32_t destination) {
    uint8_t *next = &paths.next[(arrival - WAY_UP) << node.dimension | destination];
    if (*next == STEP_UNKNOWN)
        *next = way_next(&paths.ways, node.number, arrival, destination).dimension;
    return *next;
}

uint32_t live_paths_arrival(uint32_t dimension) {
    struct way_step step = {(uint8_t)dimension, SECOND_RING};
    return way_arrives(&paths.ways, node_neighbour(dimension), WAY_UP, step);
}

uint32_t live_paths_links(uint32_t from, uint32_t to) {
    uint32_t links = way_links(&paths.ways, from, WAY_UP, to);
    if (links == 0 && from != to)
        system_abort("cube: node %" PRIu32 ": node %" PRIu32 " is unreachable\n", node.number, to);
    return links;
}
