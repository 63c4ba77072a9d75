/* Shows the networks of Ozveren, section 2.1: distances of nodes, number and lengths of disjoint
 * paths, embeddings in each other, and the congestion of the hypercube's all-gather on a ring. All
 * of it is computed, mostly by all nodes together: each searches from its own place, and the
 * results are combined. The arguments are the networks to show, by their names or, for a torus or
 * mesh of any sides, as torus=4x4x2 or mesh=3x5. Without arguments, all networks that have names
 * are shown. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/disjoint.h"
#include "programs/parts/embeddings.h"
#include "programs/parts/networks.h"
#include "programs/parts/options.h"

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
