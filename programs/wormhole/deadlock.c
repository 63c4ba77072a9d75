/* Finding the flits that can never move, by finding all that can. */
#include <string.h>

#include "programs/wormhole/network.h"

/* For each router, the set of inputs whose buffer is empty or can be emptied. */
struct movable {
    uint32_t inputs[NETWORK_NODES];
};

/* Returns the outputs by which the flit in an input could go on: the one that its message holds, or
 * those that its header may take. */
static uint32_t wanted(const struct network *network, const struct router *router, uint32_t input) {
    uint32_t destination = router->buffer[input].destination;
    if (router->output_of[input] != NO_CHANNEL)
        return 1u << router->output_of[input];
    if (destination == router->node)
        return 1u << router->local;
    return network->rule->outputs(router->dimensions, router->node, destination, input);
}

static uint32_t end_of(const struct router *router, uint32_t output) {
    return router->node ^ 1u << router_dimension(router, output);
}

static bool can_move(const struct network *network, const struct movable *movable,
                     const struct router *router, uint32_t input) {
    for (uint32_t left = wanted(network, router, input); left != 0; left &= left - 1) {
        uint32_t output = (uint32_t)__builtin_ctz(left);
        if (output == router->local || (movable->inputs[end_of(router, output)] >> output & 1))
            return true;
    }
    return false;
}

/* Begins with the empty buffers, and adds each buffer whose flit could move into one of them, until
 * none is added. Returns how many buffers are left. */
static uint32_t find_movable(const struct network *network, struct movable *movable) {
    uint32_t stuck = 0;
    bool added = true;
    for (uint32_t node = 0; node < network->nodes; node++)
        movable->inputs[node] = ~network->router[node].occupied;
    while (added) {
        added = false;
        stuck = 0;
        for (uint32_t node = 0; node < network->nodes; node++) {
            const struct router *router = &network->router[node];
            for (uint32_t left = ~movable->inputs[node]; left != 0; left &= left - 1) {
                uint32_t input = (uint32_t)__builtin_ctz(left);
                if (can_move(network, movable, router, input)) {
                    movable->inputs[node] |= 1u << input;
                    added = true;
                } else {
                    stuck++;
                }
            }
        }
    }
    return stuck;
}

/* Goes from a stuck buffer to one that its flit waits for, which is stuck, too, and so on, until it
 * comes to a buffer for the second time. The buffers in between are a circle. */
static void find_circle(const struct network *network, const struct movable *movable,
                        struct deadlock *deadlock) {
    static uint32_t met[NETWORK_NODES][ROUTER_CHANNELS]; /* 1 + the place on the way */
    static struct stuck way[NETWORK_NODES * ROUTER_CHANNELS];
    uint32_t node = 0, input, length = 0;
    memset(met, 0, sizeof met);
    while (~movable->inputs[node] == 0)
        node++;
    input = (uint32_t)__builtin_ctz(~movable->inputs[node]);
    while (met[node][input] == 0) {
        const struct router *router = &network->router[node];
        way[length] = (struct stuck){node, input, router->buffer[input]};
        met[node][input] = ++length;
        uint32_t output = (uint32_t)__builtin_ctz(wanted(network, router, input));
        node = end_of(router, output);
        input = output;
    }
    uint32_t first = met[node][input] - 1;
    deadlock->length = length - first;
    uint32_t told = deadlock->length < DEADLOCK_CYCLE ? deadlock->length : DEADLOCK_CYCLE;
    memcpy(deadlock->circle, &way[first], told * sizeof way[0]);
}

bool deadlock_find(const struct network *network, struct deadlock *deadlock) {
    struct movable movable = {{0}};
    *deadlock = (struct deadlock){.stuck = find_movable(network, &movable)};
    if (deadlock->stuck > 0)
        find_circle(network, &movable, deadlock);
    return deadlock->stuck > 0;
}
