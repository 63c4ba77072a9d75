#include "programs/parts/disjoint.h"
#include "programs/computations/must.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A flow of paths. Its places are the nodes. If paths may not share nodes, each node v becomes two
 * places, an entry v and an exit v + nodes, with one way from the entry to the exit. */
struct flow {
    int places;
    int16_t *way;   /* at [a * places + b]: length of the way from a to b, or -1 */
    uint8_t *taken; /* at the same index: whether the flow uses that way */
    int *distance;
    int *before; /* the place before each one on the shortest path */
    bool *waits;
    int *queue; /* a ring buffer, in which no place is twice */
};

static int *numbers(int count) {
    return allocate((size_t)count, sizeof(int));
}

static size_t between(const struct flow *flow, int a, int b) {
    return (size_t)a * (size_t)flow->places + (size_t)b;
}

static void set_ways(struct flow *flow, const struct network *network) {
    int nodes = network->nodes;
    int exit = flow->places - nodes; /* the number of the first exit */
    memset(flow->way, -1, sizeof flow->way[0] * (size_t)flow->places * (size_t)flow->places);
    for (int a = 0; a < nodes; a++) {
        if (exit > 0)
            flow->way[between(flow, a, a + exit)] = 0;
        for (int b = 0; b < nodes; b++)
            if (is_link(network, a, b))
                flow->way[between(flow, a + exit, b)] = 1;
    }
}

/* Returns the price of a way for a path. This is the way's length; or less than 0 if the path
 * cancels flow in the other direction; or INT_MAX if there is no room. */
static int price(const struct flow *flow, int a, int b) {
    if (flow->taken[between(flow, b, a)])
        return -flow->way[between(flow, b, a)];
    int length = flow->way[between(flow, a, b)];
    return length < 0 || flow->taken[between(flow, a, b)] ? INT_MAX : length;
}

/* Finds the cheapest path for which there is room. Returns whether there is one. */
static bool find_cheapest(struct flow *flow, int from, int to) {
    int head = 0, waiting = 1;
    for (int place = 0; place < flow->places; place++) {
        flow->distance[place] = INT_MAX;
        flow->waits[place] = false;
    }
    flow->distance[from] = 0;
    flow->queue[0] = from;
    for (; waiting > 0; waiting--) {
        int at = flow->queue[head];
        head = (head + 1) % flow->places;
        flow->waits[at] = false;
        for (int next = 0; next < flow->places; next++) {
            int pays = price(flow, at, next);
            if (pays == INT_MAX || flow->distance[at] + pays >= flow->distance[next])
                continue;
            flow->distance[next] = flow->distance[at] + pays;
            flow->before[next] = at;
            if (!flow->waits[next])
                flow->queue[(head + waiting++ - 1) % flow->places] = next;
            flow->waits[next] = true;
        }
    }
    return flow->distance[to] != INT_MAX;
}

static void take(struct flow *flow, int from, int to) {
    for (int at = to; at != from; at = flow->before[at]) {
        int before = flow->before[at];
        if (flow->taken[between(flow, at, before)])
            flow->taken[between(flow, at, before)] = 0;
        else
            flow->taken[between(flow, before, at)] = 1;
    }
}

/* Takes a path out of the flow. Returns its length. */
static int follow(struct flow *flow, int from, int to) {
    int length = 0;
    for (int at = from, next; at != to; at = next) {
        for (next = 0; !flow->taken[between(flow, at, next)];)
            next++;
        flow->taken[between(flow, at, next)] = 0;
        length += flow->way[between(flow, at, next)];
    }
    return length;
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int disjoint_paths(const struct network *network, int from, int to, enum what what, int lengths[]) {
    int nodes = network->nodes;
    int places = what == SHARE_NO_NODE ? 2 * nodes : nodes;
    int exit = what == SHARE_NO_NODE ? from + nodes : from;
    int paths = 0;
    struct flow flow = {
        .places = places,
        .way = allocate((size_t)places * (size_t)places, sizeof(int16_t)),
        .taken = allocate((size_t)places, (size_t)places),
        .distance = numbers(places),
        .before = numbers(places),
        .waits = allocate((size_t)places, sizeof(bool)),
        .queue = numbers(places),
    };
    set_ways(&flow, network);
    for (; find_cheapest(&flow, exit, to); paths++)
        take(&flow, exit, to);
    for (int k = 0; lengths && k < paths; k++)
        lengths[k] = follow(&flow, exit, to);
    if (lengths)
        qsort(lengths, (size_t)paths, sizeof lengths[0], ascending);
    free(flow.queue);
    free(flow.waits);
    free(flow.before);
    free(flow.distance);
    free(flow.taken);
    free(flow.way);
    return paths;
}
