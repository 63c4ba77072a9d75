#include "collectives/bound/flow.h"

#include <stdlib.h>

enum { FAR = 1 << 20 };

/* A flow of least cost. Each link has room for one path, and costs 1. */
struct flow {
    const struct network *network;
    uint16_t taken[CUBE_MAX_NODES]; /* set of ports on which the flow leaves a node */
    int32_t cost[CUBE_MAX_NODES];   /* cost of the cheapest way from the source so far */
    uint8_t port[CUBE_MAX_NODES];   /* port on which that way comes from the node before */
};

/* Notes the way to `node` and then over its link on `port` if it is the cheapest to that neighbour
 * so far. A way over a link that a path uses in the other direction cancels the path there. Returns
 * whether the way was cheaper. */
static bool relax(struct flow *flow, uint32_t node, uint32_t port) {
    uint32_t next = node ^ 1u << port;
    bool back = (flow->taken[next] >> port) & 1;
    if (!back && ((flow->taken[node] >> port) & 1))
        return false;
    int32_t cost = flow->cost[node] + (back ? -1 : 1);
    if (flow->cost[node] >= FAR || cost >= flow->cost[next])
        return false;
    flow->cost[next] = cost;
    flow->port[next] = (uint8_t)port;
    return true;
}

/* The cost of one more path, or FAR (R. Bellman, L. R. Ford). */
static int32_t cheapest_way(struct flow *flow, uint32_t from, uint32_t to) {
    const struct network *network = flow->network;
    for (uint32_t node = 0; node < network->numbers; node++)
        flow->cost[node] = FAR;
    flow->cost[from] = 0;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t node = 0; node < network->numbers; node++)
            for (uint32_t ports = network->ports[node]; ports != 0; ports &= ports - 1)
                better |= relax(flow, node, lowest_port(ports));
    }
    return flow->cost[to];
}

static void take_way(struct flow *flow, uint32_t from, uint32_t to) {
    for (uint32_t node = to; node != from; node ^= 1u << flow->port[node]) {
        uint16_t bit = (uint16_t)(1u << flow->port[node]);
        if (flow->taken[node] & bit)
            flow->taken[node] ^= bit;
        else
            flow->taken[node ^ bit] |= bit;
    }
}

uint32_t flow_steps(const struct network *network, uint32_t from, uint32_t to, uint32_t packets) {
    struct flow *flow = calloc(1, sizeof *flow); /* larger than the stack of some process */
    uint32_t links = 0, least = UINT32_MAX;
    if (!flow)
        return 0;
    flow->network = network;
    for (uint32_t paths = 1; paths <= network->degree; paths++) {
        int32_t cost = cheapest_way(flow, from, to);
        if (cost >= FAR || (uint32_t)cost > least)
            break; /* another path would bring nothing in time */
        take_way(flow, from, to);
        links += (uint32_t)cost;
        uint32_t steps = (packets + links + paths - 1) / paths - 1;
        least = steps < least ? steps : least;
    }
    free(flow);
    return least;
}
