/* The networks of Ozveren, section 2.1, with as many nodes as the cube has: how far apart their
 * nodes are, how many disjoint paths join them, and how far an embedding in the cube stretches
 * their links. All of it is computed: every node searches from its own place, and the results are
 * combined. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "settings.h"

enum {
    MOST_NODES = 128, /* the search takes the cube of their number */
    FAR = -1,
};

/* A network: whether two different nodes are joined, and where in the cube a node is put. */
struct network {
    const char *name;
    bool (*joined)(int a, int b);
    int (*place)(int node);
};

/* ---- The networks ---- */

static int itself(int node) {
    return node;
}

static bool ring_joined(int a, int b) {
    int apart = (a - b) & (cube_nodes() - 1);
    return apart == 1 || apart == cube_nodes() - 1;
}

/* The wraparound mesh of 2^columns_bits() columns, rows one after the other. */
static int columns_bits(void) {
    return cube_dim() / 2;
}

static int column_of(int node) {
    return node & ((1 << columns_bits()) - 1);
}

static int row_of(int node) {
    return node >> columns_bits();
}

static bool next_on_circle(int a, int b, int size) {
    int apart = abs(a - b);
    return apart == 1 || (apart == size - 1 && size > 1);
}

static bool mesh_joined(int a, int b) {
    int columns = 1 << columns_bits();
    int rows = cube_nodes() / columns;
    if (row_of(a) == row_of(b))
        return next_on_circle(column_of(a), column_of(b), columns);
    return column_of(a) == column_of(b) && next_on_circle(row_of(a), row_of(b), rows);
}

/* A Gray code along each axis. */
static int mesh_place(int node) {
    return cube_gray(row_of(node)) << columns_bits() | cube_gray(column_of(node));
}

/* The binomial tree: the parent of a node has its lowest one cleared. */
static bool tree_joined(int a, int b) {
    return (a & (a - 1)) == b || (b & (b - 1)) == a;
}

static bool cube_joined(int a, int b) {
    int apart = a ^ b;
    return (apart & (apart - 1)) == 0;
}

static bool full_joined(int a, int b) {
    return a != b;
}

static const struct network networks[] = {
    {"ring", ring_joined, cube_gray},         {"wraparound mesh", mesh_joined, mesh_place},
    {"binomial tree", tree_joined, itself},   {"hypercube", cube_joined, itself},
    {"fully connected", full_joined, itself},
};

/* ---- What this node can find out ---- */

static int distance[MOST_NODES];
static uint8_t room[2 * MOST_NODES][2 * MOST_NODES]; /* what a link can still carry, each way */
static int16_t before[2 * MOST_NODES];               /* on the way of a search; FAR: not reached */

static bool joined(const struct network *network, int a, int b) {
    return a != b && network->joined(a, b);
}

/* The distance from this node to the farthest. */
static int32_t farthest(const struct network *network) {
    int queue[MOST_NODES];
    int head = 0, tail = 0, most = 0;
    for (int v = 0; v < cube_nodes(); v++)
        distance[v] = FAR;
    distance[cube_node()] = 0;
    queue[tail++] = cube_node();
    while (head < tail) {
        int at = queue[head++];
        most = distance[at];
        for (int to = 0; to < cube_nodes(); to++)
            if (distance[to] == FAR && joined(network, at, to)) {
                distance[to] = most + 1;
                queue[tail++] = to;
            }
    }
    return most;
}

/* Finds a way from `from` to `to` along which there is room, and takes it up. */
static bool take_way(int from, int to, int count) {
    int16_t queue[2 * MOST_NODES];
    int head = 0, tail = 0;
    for (int k = 0; k < count; k++)
        before[k] = FAR;
    before[from] = (int16_t)from;
    queue[tail++] = (int16_t)from;
    while (head < tail && before[to] == FAR) {
        int at = queue[head++];
        for (int next = 0; next < count; next++)
            if (before[next] == FAR && room[at][next] > 0) {
                before[next] = (int16_t)at;
                queue[tail++] = (int16_t)next;
            }
    }
    for (int at = to; before[to] != FAR && at != from; at = before[at]) {
        room[before[at]][at]--;
        room[at][before[at]]++;
    }
    return before[to] != FAR;
}

/* The most paths between node 0 and this one that have no link in common (max-flow, min-cut). */
static int32_t disjoint_in_links(const struct network *network) {
    int nodes = cube_nodes();
    int32_t paths = 0;
    for (int a = 0; a < nodes; a++)
        for (int b = 0; b < nodes; b++)
            room[a][b] = joined(network, a, b);
    while (take_way(0, cube_node(), nodes))
        paths++;
    return paths;
}

/* The same with no node between in common: each node v is an entry v and an exit v + N, with room
 * for one path from the one to the other. */
static int32_t disjoint_in_nodes(const struct network *network) {
    int nodes = cube_nodes();
    int32_t paths = 0;
    memset(room, 0, sizeof room);
    for (int a = 0; a < nodes; a++) {
        room[a][a + nodes] = 1;
        for (int b = 0; b < nodes; b++)
            room[a + nodes][b] = joined(network, a, b);
    }
    while (take_way(nodes, cube_node(), 2 * nodes))
        paths++;
    return paths;
}

/* The longest that a link of this node becomes in the cube. */
static int32_t stretch(const struct network *network) {
    int32_t most = 0;
    for (int to = 0; to < cube_nodes(); to++) {
        unsigned apart = (unsigned)(network->place(cube_node()) ^ network->place(to));
        if (joined(network, cube_node(), to) && __builtin_popcount(apart) > most)
            most = __builtin_popcount(apart);
    }
    return most;
}

static int32_t links_here(const struct network *network) {
    int32_t links = 0;
    for (int to = 0; to < cube_nodes(); to++)
        links += joined(network, cube_node(), to);
    return links;
}

/* ---- Putting together ---- */

static int32_t combined(int32_t value, const struct cube_op *op) {
    int32_t result;
    must(cube_allreduce(&value, &result, 1, &cube_int32, op), "combining");
    return result;
}

static void show(const struct network *network) {
    int32_t none = INT32_MAX; /* what node 0 has to say of paths to itself */
    int32_t ends = combined(links_here(network), &cube_sum);
    int32_t degree = combined(links_here(network), &cube_max);
    int32_t diameter = combined(farthest(network), &cube_max);
    int32_t by_links = combined(cube_node() == 0 ? none : disjoint_in_links(network), &cube_min);
    int32_t by_nodes = combined(cube_node() == 0 ? none : disjoint_in_nodes(network), &cube_min);
    int32_t dilation = combined(stretch(network), &cube_max);
    if (cube_node() == 0)
        printf("%-16s %6d %7d %9d %14d %14d %9d\n", network->name, (int)ends / 2, (int)degree,
               (int)diameter, (int)by_links, (int)by_nodes, (int)dilation);
}

int main(void) {
    if (cube_nodes() < 2 || cube_nodes() > MOST_NODES) {
        if (cube_node() == 0)
            fprintf(stderr, "topology takes 2 to %d nodes: run it with cuberun -n 8\n", MOST_NODES);
        return EXIT_FAILURE;
    }
    if (cube_node() == 0) {
        printf("Networks of %d nodes; the mesh is %d x %d\n\n", cube_nodes(),
               cube_nodes() >> columns_bits(), 1 << columns_bits());
        printf("%-16s %6s %7s %9s %14s %14s %9s\n", "network", "links", "degree", "diameter",
               "link-disjoint", "node-disjoint", "dilation");
    }
    for (size_t k = 0; k < sizeof networks / sizeof networks[0]; k++)
        show(&networks[k]);
    if (cube_node() == 0)
        printf("\ndegree: the most links of a node; disjoint: the fewest paths between node 0 and\n"
               "another that share no link, or no node between; dilation: the longest path in the\n"
               "cube between two neighbours, where ring and mesh are placed by Gray codes\n");
    return EXIT_SUCCESS;
}
