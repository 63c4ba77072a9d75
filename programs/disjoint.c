#include "disjoint.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "settings.h"

/* A flow of paths. Its places are the nodes; if paths may share none, each node v is an entry v and
 * an exit v + nodes, with one way from the one to the other. */
struct flow {
    const struct network *network;
    int nodes;
    int places;
    uint8_t *taken; /* from place a to place b: at [a * places + b] */
    int *distance;
    int *before; /* on the shortest way */
    bool *waits;
    int *queue; /* a ring: no place is in it twice */
};

static int *numbers(int count) {
    return allocate((size_t)count, sizeof(int));
}

static uint8_t *taken(const struct flow *flow, int a, int b) {
    return &flow->taken[(size_t)a * (size_t)flow->places + (size_t)b];
}

/* The length of the way from one place to another, or -1: there is none. */
static int way(const struct flow *flow, int a, int b) {
    if (flow->places == flow->nodes)
        return is_link(flow->network, a, b) ? 1 : -1;
    if (a < flow->nodes)
        return b == a + flow->nodes ? 0 : -1;
    return b < flow->nodes && is_link(flow->network, a - flow->nodes, b) ? 1 : -1;
}

/* What a path pays there: less than nothing if it takes back what came the other way. INT_MAX: no
 * room. */
static int price(const struct flow *flow, int a, int b) {
    if (*taken(flow, b, a))
        return -way(flow, b, a);
    int length = way(flow, a, b);
    return length < 0 || *taken(flow, a, b) ? INT_MAX : length;
}

/* Finds the cheapest path that there is room for. Returns whether there is one. */
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
        if (*taken(flow, at, before))
            *taken(flow, at, before) = 0;
        else
            *taken(flow, before, at) = 1;
    }
}

/* Takes a path out of the flow. Returns its length. */
static int follow(struct flow *flow, int from, int to) {
    int length = 0;
    for (int at = from, next; at != to; at = next) {
        for (next = 0; !*taken(flow, at, next);)
            next++;
        *taken(flow, at, next) = 0;
        length += way(flow, at, next);
    }
    return length;
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int disjoint_paths(const struct network *network, int from, int to, enum what what, int lengths[]) {
    int nodes = network->nodes();
    int places = what == SHARE_NO_NODE ? 2 * nodes : nodes;
    int exit = what == SHARE_NO_NODE ? from + nodes : from;
    int paths = 0;
    struct flow flow = {
        .network = network,
        .nodes = nodes,
        .places = places,
        .taken = allocate((size_t)places, (size_t)places),
        .distance = numbers(places),
        .before = numbers(places),
        .waits = allocate((size_t)places, sizeof(bool)),
        .queue = numbers(places),
    };
    for (; find_cheapest(&flow, exit, to); paths++)
        take(&flow, exit, to);
    for (int k = 0; lengths != NULL && k < paths; k++)
        lengths[k] = follow(&flow, exit, to);
    if (lengths != NULL)
        qsort(lengths, (size_t)paths, sizeof lengths[0], ascending);
    free(flow.queue);
    free(flow.waits);
    free(flow.before);
    free(flow.distance);
    free(flow.taken);
    return paths;
}
