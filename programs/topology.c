/* Shows the networks of Ozveren, section 2.1: distances of nodes, number and lengths of disjoint
 * paths, embeddings in each other, and the congestion of the hypercube's all-gather on a ring. All
 * of it is computed, mostly by all nodes together: each searches from its own place, and the
 * results are combined. The arguments are the networks to show, by their names or, for a torus or
 * mesh of any sides, as torus=4x4x2 or mesh=3x5. Without arguments, all networks that have names
 * are shown. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/embeddings.h"
#include "programs/parts/networks.h"
#include "programs/parts/options.h"

/* ---- Disjoint paths ---- */

enum what { SHARE_NO_LINK, SHARE_NO_NODE };

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

/* Finds the largest number of paths between two different nodes that share no link, or no node in
 * between. Among such sets of paths it finds one with the least sum of lengths. Returns the number
 * of paths. Writes their lengths, in ascending order, to `lengths` unless it is null; it needs room
 * for the links of a node. The method is that of successive shortest paths. By the max-flow
 * min-cut theorem the result is also the least number of links, or nodes, that separate the two. */
static int disjoint_paths(const struct network *network, int from, int to, enum what what,
                          int lengths[]) {
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

enum { MOST_NODES = 128 }; /* a search takes time in proportion to the third power of this */

enum { NAMED = 11, MOST_GIVEN = 16 };

/* The networks that have names, and then those whose sides are given. */
static const struct network *networks[NAMED + MOST_GIVEN] = {
    &array,         &ring,          &odd_ring,  &open_mesh,       &mesh, &open_mesh_3d, &torus_3d,
    &binomial_tree, &complete_tree, &hypercube, &fully_connected,
};
static struct network given[MOST_GIVEN];
static int network_count = NAMED;

static bool speaks(void) {
    return cube_node() == 0;
}

/* Whether a network has to be shown, and has any links. */
static bool is_wanted(const struct network *network, char *const names[]) {
    for (int k = 0; names[k]; k++)
        if (strcmp(names[k], network->name) == 0)
            return network->nodes > 1;
    return !names[0] && network->nodes > 1;
}

/* Adds the torus or mesh whose sides are given in the word. Returns whether the word is one that
 * has no more nodes than the cube. */
static bool add_grid(const char *word) {
    struct cube_mesh grid;
    bool wraps = strncmp(word, "torus=", 6) == 0;
    if (network_count == NAMED + MOST_GIVEN || (!wraps && strncmp(word, "mesh=", 5) != 0))
        return false;
    grid.axes = options_list(strchr(word, '=') + 1, 'x', grid.side);
    double nodes = 1; /* a double, so that no product of sides overflows */
    for (unsigned axis = 0; axis < grid.axes; axis++)
        nodes *= grid.side[axis];
    if (grid.axes == 0 || nodes < 1 || nodes > cube_nodes())
        return false;
    given[network_count - NAMED] = grid_network(word, &grid, wraps);
    networks[network_count] = &given[network_count - NAMED];
    network_count++;
    return true;
}

/* Returns the first of the names that no network has, or null. Adds the grids among the names. */
static const char *unknown(char *const names[]) {
    for (int k = 0; names[k]; k++) {
        int network = 0;
        while (network < network_count && strcmp(names[k], networks[network]->name) != 0)
            network++;
        if (network == network_count && !add_grid(names[k]))
            return names[k];
    }
    return NULL;
}

static int combined(int value, const struct cube_op *op) {
    int32_t mine = value, result;
    must(cube_allreduce(&mine, &result, 1, &cube_int32, op), "combining");
    return (int)result;
}

/* ---- Each network by itself ---- */

static int links_of(const struct network *network, int node) {
    int links = 0;
    for (int to = 0; to < network->nodes; to++)
        links += is_link(network, node, to);
    return links;
}

/* Prints the line of a network. The connectivity is the least number of disjoint paths between node
 * 0 and any other node (max-flow, min-cut). For links this holds in any network. For nodes it holds
 * in these networks, because they are trees, or look the same from every node, or have no node with
 * fewer links than node 0 and as many paths from it. Returns whether a grid has what the literature
 * says. */
static bool show_network(const struct network *network) {
    int me = cube_node();
    bool in = me < network->nodes;
    bool other = in && me != 0;
    int links = in ? links_of(network, me) : 0;
    int ends = combined(links, &cube_sum);
    int degree = combined(links, &cube_max);
    int diameter = combined(in ? eccentricity(network, me, NULL) : 0, &cube_max);
    int by_links = other ? disjoint_paths(network, 0, me, SHARE_NO_LINK, NULL) : INT32_MAX;
    int by_nodes = other ? disjoint_paths(network, 0, me, SHARE_NO_NODE, NULL) : INT32_MAX;
    by_links = combined(by_links, &cube_min);
    by_nodes = combined(by_nodes, &cube_min);
    if (speaks())
        printf("%-16s %6d %6d %7d %9d %9d %9d\n", network->name, network->nodes, ends / 2, degree,
               diameter, by_links, by_nodes);
    bool right = network->grid.axes == 0 ||
                 (diameter == grid_diameter(network) && by_links == grid_connectivity(network));
    if (!right && speaks())
        fprintf(stderr, "%s: diameter %d and connectivity %d are wanted\n", network->name,
                grid_diameter(network), grid_connectivity(network));
    return right;
}

/* ---- Disjoint paths ---- */

static void show_paths(const struct network *network, const char *between, int to) {
    int *lengths = allocate((size_t)network->nodes, sizeof *lengths);
    int paths = disjoint_paths(network, 0, to, SHARE_NO_LINK, lengths);
    printf("%-16s %-12s %3d  ", network->name, between, to);
    for (int k = 0, same; k < paths; k += same) {
        for (same = 1; k + same < paths && lengths[k + same] == lengths[k];)
            same++;
        if (same > 1)
            printf("%s%d x %d", k > 0 ? ", " : "", same, lengths[k]);
        else
            printf("%s%d", k > 0 ? ", " : "", lengths[k]);
    }
    printf("\n");
    free(lengths);
}

/* Prints the paths from node 0 to its first neighbour, to the farthest node and, on the mesh, to
 * the next node in the next row. */
static void show_all_paths(const struct network *network) {
    int neighbour = 1, farthest;
    while (!is_link(network, 0, neighbour))
        neighbour++;
    eccentricity(network, 0, &farthest);
    show_paths(network, "a neighbour", neighbour);
    if (network == &mesh && mesh.grid.side[1] > 2)
        show_paths(network, "not aligned", (int)mesh.grid.side[1] + 1);
    show_paths(network, "the farthest", farthest);
}

/* ---- Embeddings ---- */

static void show_embedding(const struct embedding *embedding) {
    struct quality quality = embedding_quality(embedding);
    int nodes = embedding->network->nodes;
    int hundredths = (100 * embedding->host.network->nodes + nodes / 2) / nodes;
    if (speaks())
        printf("%-16s %-16s %8d %10d %6d.%02d\n", embedding->network->name,
               embedding->host.network->name, quality.dilation, quality.congestion,
               hundredths / 100, hundredths % 100);
}

/* Shows the rings of `first`, first + 2, ... nodes in a grid. Returns whether the longest path of
 * their links is 1 if the rings are even, or 2 if they are odd. */
static bool show_rings(const struct network *grid, int first) {
    int dilation = 0, congestion = 0, last = first;
    for (int nodes = first; nodes <= grid->nodes; nodes += 2) {
        struct cube_mesh line = {1, {(unsigned)nodes}};
        struct network smaller = grid_network("ring", &line, true);
        struct embedding embedding = embedding_of_ring(&smaller, grid);
        struct quality quality = embedding_quality(&embedding);
        dilation = quality.dilation > dilation ? quality.dilation : dilation;
        congestion = quality.congestion > congestion ? quality.congestion : congestion;
        last = nodes;
    }
    if (speaks())
        printf("%5d, %d .. %-5d %-16s %8d %10d\n", first, first + 2, last, grid->name, dilation,
               congestion);
    return dilation == 1 + first % 2;
}

static bool show_all_rings(char *const names[]) {
    const struct network *const grids[] = {&open_mesh, &open_mesh_3d};
    bool right = true;
    if (speaks())
        printf("\nRings in larger meshes, by number of nodes: the worst of all\n\n%-16s %-16s %8s "
               "%10s\n",
               "nodes", "in", "dilation", "congestion");
    for (int k = 0; k < 2; k++)
        for (int odd = 0; odd < 2 && is_wanted(grids[k], names) && cube_nodes() >= 8; odd++)
            right = show_rings(grids[k], 4 + odd) && right;
    return right;
}

/* Shows exchange j of the all-gather by recursive doubling, in which each node sends the 2^j blocks
 * that it has. */
static void show_exchange(int j) {
    struct quality quality = exchange_on_ring(j);
    if (speaks())
        printf("%8d %6d %18d %17d\n", j, quality.dilation, quality.congestion,
               quality.congestion << j);
}

int main(int argc, char *argv[]) {
    char *const *names = argv + (argc > 0);
    bool right = true;
    if (cube_nodes() < 2 || cube_nodes() > MOST_NODES) {
        if (speaks())
            fprintf(stderr, "topology takes 2 to %d nodes: run it with cuberun -n 8\n", MOST_NODES);
        return EXIT_FAILURE;
    }
    networks_start();
    const char *strange = unknown(names);
    if (strange)
        options_refuse("topology: unknown network '%s' (run it without one for their names; or "
                       "torus=4x2 or mesh=4x2, of up to %d nodes)",
                       strange, cube_nodes());
    if (speaks())
        printf(
            "Networks of %d nodes, or of one less; the mesh is %d x %d. The last two columns are "
            "the\nconnectivity: how many links, or nodes, have to fail to cut it in two\n\n"
            "%-16s %6s %6s %7s %9s %9s %9s\n",
            cube_nodes(), (int)mesh.grid.side[0], (int)mesh.grid.side[1], "network", "nodes",
            "links", "degree", "diameter", "by links", "by nodes");
    for (int k = 0; k < network_count; k++)
        if (is_wanted(networks[k], names))
            right = show_network(networks[k]) && right;
    if (speaks())
        printf("\nThe most paths from node 0 that share no link, and their lengths\n\n"
               "%-16s %-12s %3s  %s\n",
               "network", "to", "", "lengths");
    for (int k = 0; speaks() && k < network_count; k++)
        if (is_wanted(networks[k], names))
            show_all_paths(networks[k]);
    if (speaks())
        printf("\nEmbeddings: the longest path of a link, the most paths over a link of the host "
               "each way,\nand the host's nodes for each node\n\n%-16s %-16s %8s %10s %9s\n",
               "network", "in", "dilation", "congestion", "expansion");
    for (int k = 0; k < embedding_count; k++)
        if (is_wanted(embeddings[k].network, names))
            show_embedding(&embeddings[k]);
    for (int k = NAMED; k < network_count; k++) {
        struct embedding embedding;
        if (networks[k]->nodes > 1 && embedding_of_grid(networks[k], &embedding))
            show_embedding(&embedding);
    }
    right = show_all_rings(names) && right;
    if (speaks())
        printf("\nThe hypercube's all-gather on a ring\n\n%8s %6s %18s %17s\n", "exchange", "links",
               "packets on busiest", "blocks on busiest");
    for (int j = 0; j < cube_dim(); j++)
        show_exchange(j);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
