#include "programs/wormhole/dead.h"

#include <string.h>

#include "net/ways/way.h"
#include "programs/wormhole/router.h"

enum { NODES = 1 << ROUTER_DIMENSIONS, UNKNOWN = 0, NOWHERE = UINT8_MAX };

static struct {
    struct ways ways;
    uint16_t level[NODES], queue[NODES];
    uint8_t best[NODES];
    struct way_place place[WAY_PLACES(ROUTER_DIMENSIONS)];
    /* The output to take by node, arrival and destination: its number and one more, or as above. */
    uint8_t next[NODES][WAY_ARRIVALS][NODES];
    const struct rule *left_of;
    struct rule left;
} dead;

void dead_set(const struct faults *faults) {
    memset(dead.next, UNKNOWN, sizeof dead.next);
    dead.ways = (struct ways){.faults = *faults, .best = dead.best, .queue = dead.place};
    ways_start(&dead.ways, dead.level, dead.queue);
}

/* ---- What is left of a rule ---- */

static uint32_t left(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    uint32_t living = faults_living(&dead.ways.faults, node), all = 0;
    for (uint32_t lane = 0; lane < dead.left_of->lanes; lane++)
        all |= living << lane * dimensions;
    return dead.left_of->outputs(dimensions, node, destination, input) & all;
}

const struct rule *dead_left_of(const struct rule *rule) {
    dead.left_of = rule;
    dead.left = *rule;
    dead.left.outputs = left;
    return &dead.left;
}

/* ---- The rule that goes round ---- */

/* How a message has come that is at an input, as net/ways/way.h says it. */
static uint32_t arrival_of(uint32_t dimensions, uint32_t node, uint32_t input) {
    if (input == WAY_RINGS * dimensions)
        return WAY_HERE;
    struct way_step step = {(uint8_t)(input % dimensions), (uint8_t)(input / dimensions)};
    return way_arrives(&dead.ways, node ^ 1u << step.dimension, WAY_UP, step);
}

static uint32_t go_round(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    uint32_t arrival = arrival_of(dimensions, node, input);
    uint8_t *next = &dead.next[node][arrival][destination];
    if (*next == UNKNOWN) {
        struct way_step step = way_next(&dead.ways, node, arrival, destination);
        *next = step.dimension == WAY_NONE ? NOWHERE
                                           : (uint8_t)(1 + step.ring * dimensions + step.dimension);
    }
    return *next == NOWHERE ? 0 : 1u << (*next - 1);
}

const struct rule rule_round = {
    .name = "round",
    .source = "net/ways/way.h",
    .lanes = WAY_RINGS,
    .escape = 1,
    .outputs = go_round,
};

/* ---- Who is reached ---- */

bool dead_reaches(const struct rule *rule, uint32_t source, uint32_t destination) {
    static bool met[NODES][ROUTER_CHANNELS];
    static struct at { uint16_t node, input; } stack[NODES * ROUTER_CHANNELS];
    uint32_t dimensions = dead.ways.faults.dimension, depth = 0;
    memset(met, 0, sizeof met);
    stack[depth++] = (struct at){(uint16_t)source, (uint16_t)(rule->lanes * dimensions)};
    while (depth > 0) {
        struct at at = stack[--depth];
        if (at.node == destination)
            continue;
        uint32_t outputs = rule->outputs(dimensions, at.node, destination, at.input);
        if (outputs == 0)
            return false;
        for (; outputs != 0; outputs &= outputs - 1) {
            uint32_t output = (uint32_t)__builtin_ctz(outputs);
            struct at next = {(uint16_t)(at.node ^ 1u << output % dimensions), (uint16_t)output};
            if (!met[next.node][output])
                stack[depth++] = next;
            met[next.node][output] = true;
        }
    }
    return true;
}
