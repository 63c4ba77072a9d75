/* Finds a topology that tells a process other neighbours than it computes by itself (MPI 5.0,
 * chapter 8). */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/communicator.h"
#include "mpi/object/topology.h"
#include "programs/wormhole/random.h"
#include "tests/unit/mpi/worlds.h"

enum { MOST = 16, MOST_DIMENSIONS = 3, MOST_EDGES = 4 * MOST };

struct graph {
    int count;
    int from[MOST_EDGES], to[MOST_EDGES], weight[MOST_EDGES]; /* ordered by `from` */
};

/* ---- Grids ---- */

struct grid {
    int dimensions, positions, extents[MOST_DIMENSIONS], periodic[MOST_DIMENSIONS];
};

static struct grid random_grid(struct random *random, int most) {
    struct grid grid = {.dimensions = random_below(random, MOST_DIMENSIONS + 1), .positions = 1};
    for (int d = 0; d < grid.dimensions; d++) {
        grid.extents[d] = 1 + random_below(random, most / grid.positions);
        grid.periodic[d] = random_below(random, 2);
        grid.positions *= grid.extents[d];
    }
    return grid;
}

/* The coordinates of a rank, found by counting. */
static void count_coordinates(const struct grid *grid, int of, int coordinates[]) {
    memset(coordinates, 0, MOST_DIMENSIONS * sizeof *coordinates);
    for (int i = 0; i < of; i++)
        for (int d = grid->dimensions - 1; d >= 0 && ++coordinates[d] == grid->extents[d]; d--)
            coordinates[d] = 0;
}

/* The rank at coordinates that may be beyond an edge. */
static int rank_at(const struct grid *grid, const int coordinates[]) {
    for (int other = 0; other < grid->positions; other++) {
        int its[MOST_DIMENSIONS], same = 1;
        count_coordinates(grid, other, its);
        for (int d = 0; d < grid->dimensions; d++) {
            int distance = coordinates[d] - its[d];
            same =
                same && (distance == 0 || (grid->periodic[d] && distance % grid->extents[d] == 0));
        }
        if (same)
            return other;
    }
    return MPI_PROC_NULL;
}

static void check_shifts(MPI_Comm made, const struct grid *grid, const int own[],
                         struct random *random) {
    struct neighbours neighbours = {.source_count = 0};
    host_check(topology_neighbours(made->topology, &neighbours) == MPI_SUCCESS &&
               neighbours.cartesian);
    host_check(neighbours.source_count == 2 * grid->dimensions);
    bool has_any = neighbours.sources && neighbours.destinations;
    host_check(has_any || grid->dimensions == 0);
    for (int d = 0; has_any && d < grid->dimensions; d++) {
        int displacement = random_below(random, 9) - 4, source, dest, moved[MOST_DIMENSIONS];
        memcpy(moved, own, sizeof moved);
        MPI_Cart_shift(made, d, displacement, &source, &dest);
        moved[d] = own[d] + displacement;
        host_check(dest == rank_at(grid, moved));
        moved[d] = own[d] - displacement;
        host_check(source == rank_at(grid, moved));
        moved[d] = own[d] - 1;
        host_check(neighbours.sources[2 * d] == rank_at(grid, moved));
        host_check(neighbours.destinations[2 * d] == rank_at(grid, moved));
        moved[d] = own[d] + 1;
        host_check(neighbours.sources[2 * d + 1] == rank_at(grid, moved));
    }
}

static void check_grid(MPI_Comm made, const struct grid *grid, struct random *random) {
    int own, kind, count, dims[MOST_DIMENSIONS], periods[MOST_DIMENSIONS];
    int coordinates[MOST_DIMENSIONS] = {0}, wanted[MOST_DIMENSIONS];
    MPI_Comm_rank(made, &own);
    MPI_Topo_test(made, &kind);
    MPI_Cartdim_get(made, &count);
    host_check(kind == MPI_CART && count == grid->dimensions);
    MPI_Cart_get(made, MOST_DIMENSIONS, dims, periods, coordinates);
    count_coordinates(grid, own, wanted);
    size_t bytes = (size_t)grid->dimensions * sizeof *dims;
    host_check(memcmp(dims, grid->extents, bytes) == 0);
    host_check(memcmp(periods, grid->periodic, bytes) == 0);
    host_check(memcmp(coordinates, wanted, bytes) == 0);
    for (int other = 0; other < grid->positions; other++) {
        int found;
        count_coordinates(grid, other, wanted);
        MPI_Cart_coords(made, other, MOST_DIMENSIONS, coordinates);
        host_check(memcmp(coordinates, wanted, bytes) == 0);
        for (int d = 0; d < grid->dimensions; d++)
            coordinates[d] +=
                grid->periodic[d] ? grid->extents[d] * (random_below(random, 5) - 2) : 0;
        host_check(MPI_Cart_rank(made, coordinates, &found) == MPI_SUCCESS && found == other);
    }
    count_coordinates(grid, own, wanted);
    check_shifts(made, grid, wanted, random);
}

static bool is_power_of_two(int number) {
    return (number & (number - 1)) == 0;
}

/* On extents that are powers of two, all neighbours are one link apart. test_placement.c has other
 * grids, and graphs. */
static void check_reordered(MPI_Comm made, const struct grid *grid) {
    const int *node = comm_object(made)->local->world;
    bool all = is_power_of_two(size);
    for (int d = 0; d < grid->dimensions; d++)
        all = all && is_power_of_two(grid->extents[d]);
    for (int from = 0; all && from < grid->positions; from++)
        for (int d = 0; d < grid->dimensions; d++) {
            int coordinates[MOST_DIMENSIONS];
            count_coordinates(grid, from, coordinates);
            coordinates[d]++;
            int to = rank_at(grid, coordinates);
            host_check(to == MPI_PROC_NULL || to == from ||
                       __builtin_popcount((unsigned)(node[from] ^ node[to])) == 1);
        }
}

static void check_parts(MPI_Comm made, const struct grid *grid, struct random *random) {
    struct grid part = {.positions = 1};
    int remain[MOST_DIMENSIONS], own[MOST_DIMENSIONS], place, others;
    MPI_Comm_rank(made, &place);
    count_coordinates(grid, place, own);
    place = 0;
    for (int d = 0; d < grid->dimensions; d++) {
        remain[d] = random_below(random, 2);
        if (!remain[d])
            continue;
        place = place * grid->extents[d] + own[d];
        part.extents[part.dimensions] = grid->extents[d];
        part.periodic[part.dimensions++] = grid->periodic[d];
        part.positions *= grid->extents[d];
    }
    MPI_Comm sub;
    MPI_Cart_sub(made, remain, &sub);
    MPI_Comm_size(sub, &others);
    host_check(others == part.positions);
    MPI_Comm_rank(sub, &others);
    host_check(others == place);
    check_grid(sub, &part, random);
    MPI_Comm_free(&sub);
}

TEST_IN_WORLDS(test_grids, 1, 4) {
    struct random random = {1};
    for (int round = 0; round < 30; round++) {
        struct grid grid = random_grid(&random, size);
        int reorder = random_below(&random, 2),
            mapped = rank < grid.positions ? rank : MPI_UNDEFINED, own;
        MPI_Comm made, copy;
        if (reorder)
            MPI_Cart_map(MPI_COMM_WORLD, grid.dimensions, grid.extents, grid.periodic, &mapped);
        host_check(MPI_Cart_create(MPI_COMM_WORLD, grid.dimensions, grid.extents, grid.periodic,
                                   reorder, &made) == MPI_SUCCESS);
        host_check((made == MPI_COMM_NULL) == (mapped == MPI_UNDEFINED));
        struct random apart = random; /* those that are left out throw no dice */
        random_word(&random);
        if (made == MPI_COMM_NULL)
            continue;
        MPI_Comm_rank(made, &own);
        host_check(own == mapped);
        check_grid(made, &grid, &apart);
        if (reorder)
            check_reordered(made, &grid);
        MPI_Comm_dup(made, &copy);
        apart.state = random.state;
        check_parts(copy, &grid, &apart);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&made);
    }
}

/* ---- Graphs ---- */

static struct graph random_graph(struct random *random, int nodes) {
    struct graph graph = {0};
    for (int node = 0; node < nodes; node++)
        for (int degree = random_below(random, 4); degree > 0; degree--) {
            graph.from[graph.count] = node;
            graph.to[graph.count] = random_below(random, nodes);
            graph.weight[graph.count++] = random_below(random, 5);
        }
    return graph;
}

static void check_graph(MPI_Comm made, const struct graph *graph, int nodes) {
    int found_nodes, found_edges, index[MOST], edges[MOST_EDGES], start = 0;
    MPI_Graphdims_get(made, &found_nodes, &found_edges);
    host_check(found_nodes == nodes && found_edges == graph->count);
    MPI_Graph_get(made, MOST, MOST_EDGES, index, edges);
    host_check(memcmp(edges, graph->to, (size_t)graph->count * sizeof *edges) == 0);
    for (int node = 0; node < nodes; node++) {
        int count, neighbours[MOST_EDGES];
        MPI_Graph_neighbors_count(made, node, &count);
        host_check(count == index[node] - start);
        MPI_Graph_neighbors(made, node, MOST_EDGES, neighbours);
        host_check(memcmp(neighbours, graph->to + start, (size_t)count * sizeof *edges) == 0);
        start = index[node];
    }
}

TEST_IN_WORLDS(test_graphs, 1, 4) {
    struct random random = {2};
    for (int round = 0; round < 30; round++) {
        int nodes = random_below(&random, size + 1), reorder = random_below(&random, 2),
            index[MOST] = {0};
        struct graph graph = random_graph(&random, nodes);
        for (int i = 0; i < graph.count; i++)
            for (int node = graph.from[i]; node < nodes; node++)
                index[node]++;
        int mapped = rank < nodes ? rank : MPI_UNDEFINED, own;
        MPI_Comm made;
        if (reorder)
            MPI_Graph_map(MPI_COMM_WORLD, nodes, index, graph.to, &mapped);
        host_check(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, graph.to, reorder, &made) ==
                   MPI_SUCCESS);
        if (!host_check((made == MPI_COMM_NULL) == (mapped == MPI_UNDEFINED)))
            return;
        if (made == MPI_COMM_NULL)
            continue;
        MPI_Comm_rank(made, &own);
        host_check(own == mapped);
        check_graph(made, &graph, nodes);
        MPI_Comm_free(&made);
    }
}

/* This process's neighbours are those of its rank in the graph. */
static void check_distributed(MPI_Comm made, const struct graph *graph, bool weighted) {
    int own, indegree, outdegree, has_weights, into = 0, out = 0;
    int sources[MOST_EDGES], destinations[MOST_EDGES];
    int source_weights[MOST_EDGES], weights[MOST_EDGES];
    MPI_Comm_rank(made, &own);
    MPI_Dist_graph_neighbors_count(made, &indegree, &outdegree, &has_weights);
    host_check(has_weights == weighted);
    MPI_Dist_graph_neighbors(made, MOST_EDGES, sources, source_weights, MOST_EDGES, destinations,
                             weights);
    for (int i = 0; i < graph->count; i++) {
        if (graph->to[i] == own) {
            host_check(into < indegree && sources[into] == graph->from[i]);
            host_check(!weighted || source_weights[into] == graph->weight[i]);
            into++;
        }
        if (graph->from[i] == own) {
            host_check(out < outdegree && destinations[out] == graph->to[i]);
            host_check(!weighted || weights[out] == graph->weight[i]);
            out++;
        }
    }
    host_check(into == indegree && out == outdegree);
}

/* Each process gives the edges whose numbers are its rank modulo the size: their order by processes
 * is the one that the neighbours have. */
static MPI_Comm create_anywhere(struct graph *graph, bool weighted, int reorder) {
    struct graph ordered = {0};
    int first = 0, count = 0, degrees[MOST_EDGES];
    for (int giver = 0; giver < size; giver++) {
        if (giver == rank)
            first = ordered.count;
        for (int i = giver; i < graph->count; i += size) {
            ordered.from[ordered.count] = graph->from[i];
            ordered.to[ordered.count] = graph->to[i];
            ordered.weight[ordered.count++] = graph->weight[i];
            count += giver == rank;
        }
    }
    for (int i = 0; i < count; i++)
        degrees[i] = 1;
    *graph = ordered;
    MPI_Comm made;
    host_check(MPI_Dist_graph_create(MPI_COMM_WORLD, count, ordered.from + first, degrees,
                                     ordered.to + first,
                                     weighted ? ordered.weight + first : MPI_UNWEIGHTED,
                                     MPI_INFO_NULL, reorder, &made) == MPI_SUCCESS);
    return made;
}

static MPI_Comm create_adjacent(const struct graph *graph, bool weighted, int reorder) {
    int sources[MOST_EDGES], destinations[MOST_EDGES], into = 0, out = 0;
    int source_weights[MOST_EDGES], weights[MOST_EDGES];
    for (int i = 0; i < graph->count; i++) {
        if (graph->to[i] == rank) {
            source_weights[into] = graph->weight[i];
            sources[into++] = graph->from[i];
        }
        if (graph->from[i] == rank) {
            weights[out] = graph->weight[i];
            destinations[out++] = graph->to[i];
        }
    }
    MPI_Comm made;
    host_check(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, into, sources,
                                              weighted ? source_weights : MPI_UNWEIGHTED, out,
                                              destinations, weighted ? weights : MPI_UNWEIGHTED,
                                              MPI_INFO_NULL, reorder, &made) == MPI_SUCCESS);
    return made;
}

TEST_IN_WORLDS(test_distributed, 1, 4) {
    struct random random = {3};
    for (int round = 0; round < 40; round++) {
        struct graph graph = random_graph(&random, size);
        int reorder = random_below(&random, 2), adjacent = random_below(&random, 2);
        bool weighted = random_below(&random, 2) == 1;
        MPI_Comm made = adjacent ? create_adjacent(&graph, weighted, reorder)
                                 : create_anywhere(&graph, weighted, reorder);
        int kind;
        MPI_Topo_test(made, &kind);
        host_check(kind == MPI_DIST_GRAPH);
        check_distributed(made, &graph, weighted);
        MPI_Comm_free(&made);
    }
}

/* ---- What is wrong ---- */

TEST_IN_WORLDS(test_mistakes, 1, 4) {
    MPI_Comm made, none;
    int number, other, rest[2];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    host_check(MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){size, 2}, (int[]){0, 0}, 0, &made) ==
               MPI_ERR_DIMS);
    host_check(MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){0}, (int[]){0}, 0, &made) ==
               MPI_ERR_DIMS);
    host_check(MPI_Cart_create(MPI_COMM_WORLD, -1, NULL, NULL, 0, &made) == MPI_ERR_DIMS);
    host_check(MPI_Cartdim_get(MPI_COMM_WORLD, &number) == MPI_ERR_TOPOLOGY);
    host_check(MPI_Graph_create(MPI_COMM_WORLD, 1, (int[]){1}, (int[]){1}, 0, &made) ==
               MPI_ERR_ARG);
    host_check(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){0}, 0, &made) == MPI_SUCCESS);
    host_check(MPI_Cart_rank(made, &size, &number) == MPI_ERR_ARG);
    host_check(MPI_Cart_shift(made, 1, 1, &number, &other) == MPI_ERR_DIMS);
    host_check(MPI_Graphdims_get(made, &number, &other) == MPI_ERR_TOPOLOGY);
    host_check(MPI_Dist_graph_neighbors_count(made, rest, rest, rest) == MPI_ERR_TOPOLOGY);
    host_check(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &size, MPI_UNWEIGHTED, 0, NULL,
                                              MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                              &none) == MPI_ERR_RANK);
    MPI_Comm_free(&made);
}
