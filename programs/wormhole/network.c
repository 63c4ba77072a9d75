/* A cycle of all routers together. */
#include <string.h>

#include "programs/wormhole/network.h"

void network_start(struct network *network, uint32_t dimensions, const struct rule *rule) {
    memset(network, 0, sizeof *network);
    network->rule = rule;
    network->dimensions = dimensions;
    network->nodes = 1u << dimensions;
    for (uint32_t node = 0; node < network->nodes; node++)
        router_start(&network->router[node], node, dimensions, rule->lanes);
}

/* Counts a flit that has reached its node, and hands it over. */
static void deliver(struct network *network, struct flit flit) {
    network->counts.flits++;
    network->inside--;
    if (flit.kind == FLIT_TAIL) {
        network->counts.messages++;
        network->counts.latency += network->cycle - flit.created;
    }
    if (network->deliver)
        network->deliver(network->context, network, flit);
}

/* The router at the other end of a channel that is not local. */
static struct router *neighbour(struct network *network, const struct router *router,
                                uint32_t channel) {
    return &network->router[router->node ^ 1u << router_dimension(router, channel)];
}

static void move(struct network *network, struct router *router, uint32_t output);

/* Whether the buffer of an input is empty when its own flit, if it can move, has moved. */
static bool becomes_empty(struct network *network, struct router *router, uint32_t input) {
    uint32_t onward = router->output_of[input];
    if (router_is_occupied(router, input) && onward != NO_CHANNEL && (router->moving >> onward & 1))
        move(network, router, onward);
    return !router_is_occupied(router, input);
}

/* Moves the flit that wants to leave by an output, if the buffer at the output's end is empty or
 * becomes so because its own flit moves first. The calls do not go round in a circle: the flits in
 * front belong to the same message, whose path comes to no channel twice. They end with its header,
 * and the buffer in front of that is empty, because only then is a channel given to a message. */
static void move(struct network *network, struct router *router, uint32_t output) {
    struct flit flit = router_offer(router, output);
    bool leaves = flit.kind != FLIT_NONE;
    if (leaves && output != router->local) {
        struct router *next = neighbour(network, router, output);
        leaves = becomes_empty(network, next, output);
        if (leaves)
            router_accept(next, output, flit);
    }
    router->moving &= ~(1u << output);
    if (!leaves)
        return;
    if (output == router->local)
        deliver(network, flit);
    uint32_t input = router_depart(router, output);
    network->moved = true;
    if (flit.kind == FLIT_TAIL && input != router->local)
        router_free(neighbour(network, router, input), input);
}

/* Moves all flits that can move. The lanes of a dimension are first by turns. */
static void move_all(struct network *network, struct router *router) {
    uint32_t half = (1u << router->dimensions) - 1;
    uint32_t first = network->cycle % 2 == 0 ? half : ~half;
    while ((router->moving & first) != 0)
        move(network, router, (uint32_t)__builtin_ctz(router->moving & first));
    while (router->moving != 0)
        move(network, router, (uint32_t)__builtin_ctz(router->moving));
}

static void inject(struct network *network, uint32_t node) {
    struct source *source = &network->source[node];
    struct router *router = &network->router[node];
    source_make(source, network->cycle - 1);
    if (!source_has_flit(source) || !router_may_inject(router, source_header_is_next(source)))
        return;
    router_accept(router, router->local, source_flit(source));
    network->inside++;
    network->moved = true;
}

void network_cycle(struct network *network) {
    network->moved = false;
    network->cycle++;
    for (uint32_t node = 0; node < network->nodes; node++)
        router_arbitrate(&network->router[node], network->rule);
    for (uint32_t node = 0; node < network->nodes; node++)
        move_all(network, &network->router[node]);
    for (uint32_t node = 0; node < network->nodes; node++)
        inject(network, node);
}

void network_clear(struct network *network) {
    network->counts = (struct network_counts){0, 0, 0};
}

uint64_t network_queue(const struct network *network) {
    uint64_t queue = 0;
    for (uint32_t node = 0; node < network->nodes; node++)
        queue += source_queue(&network->source[node]);
    return queue;
}
