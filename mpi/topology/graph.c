/* Graphs that every process knows as a whole (MPI 5.0, sections 8.5.3, 8.5.5 and 8.5.8). */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/topology/topology.h"

/* What a call asks for: the neighbours of node i are edges[index[i - 1]] to edges[index[i] - 1]. */
struct graph {
    int nodes;
    const int *index, *edges;
};

/* Returns where the neighbours of a node begin in the list of edges. */
static int first_edge(const int index[], int node) {
    return node == 0 ? 0 : index[node - 1];
}

static int edge_count(const struct graph *graph) {
    return first_edge(graph->index, graph->nodes);
}

/* Raises an error in the function `call` if there can be no such graph. */
static int check(MPI_Comm comm, MPI_Comm object, const struct graph *graph, const char *call) {
    RETURN_IF_INTER(comm, call, object);
    if (graph->nodes < 0 || graph->nodes > object->local->size)
        return error_raise(comm, call, MPI_ERR_ARG, "nnodes is %d (expected: 0 to %d)",
                           graph->nodes, object->local->size);
    for (int i = 0; i < graph->nodes; i++)
        if (graph->index[i] < first_edge(graph->index, i))
            return error_raise(comm, call, MPI_ERR_ARG, "index[%d] is less than its predecessor",
                               i);
    for (int i = 0; i < edge_count(graph); i++)
        if (graph->edges[i] < 0 || graph->edges[i] >= graph->nodes)
            return error_raise(comm, call, MPI_ERR_ARG, "edges[%d] is %d (expected: 0 to %d)", i,
                               graph->edges[i], graph->nodes - 1);
    return MPI_SUCCESS;
}

static int place(MPI_Comm comm, const void *wanted, bool together, int chosen[]) {
    const struct graph *graph = wanted;
    int count = edge_count(graph);
    struct edge *edges = malloc(((size_t)count + 1) * sizeof *edges);
    for (int node = 0; edges && node < graph->nodes; node++)
        for (int i = first_edge(graph->index, node); i < graph->index[node]; i++)
            edges[i] = (struct edge){node, graph->edges[i], 1};
    return topology_place(comm, graph->nodes, count, edges, together, chosen);
}

static struct topology *make(const void *wanted, int rank) {
    const struct graph *graph = wanted;
    int edges = edge_count(graph);
    struct topology *topology = topology_make(MPI_GRAPH, graph->nodes + edges);
    if (!topology)
        return NULL;
    topology->nodes = graph->nodes;
    topology->index = topology->numbers;
    topology->edges = topology->index + graph->nodes;
    topology_copy(topology->index, graph->index, graph->nodes, graph->nodes);
    topology_copy(topology->edges, graph->edges, edges, edges);
    int first = first_edge(graph->index, rank), degree = graph->index[rank] - first;
    topology->neighbours = (struct neighbours){.source_count = degree,
                                               .destination_count = degree,
                                               .sources = topology->edges + first,
                                               .destinations = topology->edges + first};
    return topology;
}

int MPI_Graph_create(MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder,
                     MPI_Comm *comm_graph) {
    COMM_OR_RETURN(object, comm, comm_graph);
    struct graph graph = {nnodes, index, edges};
    RETURN_ON_ERROR(check(comm, object, &graph, __func__));
    *comm_graph = MPI_COMM_NULL;
    const struct wanted wanted = {&graph, nnodes, place, make};
    return making_raise(comm, __func__, topology_create(object, &wanted, reorder != 0, comm_graph));
}

/* A local call. It finds the rank that MPI_Graph_create with reorder gives this process. */
int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
    COMM_OR_RETURN(object, comm, newrank);
    struct graph graph = {nnodes, index, edges};
    RETURN_ON_ERROR(check(comm, object, &graph, __func__));
    const struct wanted wanted = {&graph, nnodes, place, make};
    return making_raise(comm, __func__, topology_map(object, &wanted, newrank));
}

#define GRAPH_OR_RETURN(graph, ...) TOPOLOGY_OR_RETURN(graph, MPI_GRAPH, "graph", __VA_ARGS__)

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    GRAPH_OR_RETURN(graph, comm, nnodes, nedges);
    *nnodes = graph->nodes;
    *nedges = first_edge(graph->index, graph->nodes);
    return MPI_SUCCESS;
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    RETURN_IF_NULL_ARRAY_ON(comm, maxindex, index);
    RETURN_IF_NULL_ARRAY_ON(comm, maxedges, edges);
    GRAPH_OR_RETURN(graph, comm);
    topology_copy(index, graph->index, graph->nodes, maxindex);
    topology_copy(edges, graph->edges, first_edge(graph->index, graph->nodes), maxedges);
    return MPI_SUCCESS;
}

#define RETURN_UNLESS_RANK(graph, comm, rank)                                                      \
    if ((rank) < 0 || (rank) >= (graph)->nodes)                                                    \
    return FAIL_ON(comm, MPI_ERR_RANK, "the graph of %d nodes has no rank %d", (graph)->nodes, rank)

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
    GRAPH_OR_RETURN(graph, comm, nneighbors);
    RETURN_UNLESS_RANK(graph, comm, rank);
    *nneighbors = graph->index[rank] - first_edge(graph->index, rank);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    RETURN_IF_NULL_ARRAY_ON(comm, maxneighbors, neighbors);
    GRAPH_OR_RETURN(graph, comm);
    RETURN_UNLESS_RANK(graph, comm, rank);
    int first = first_edge(graph->index, rank);
    topology_copy(neighbors, graph->edges + first, graph->index[rank] - first, maxneighbors);
    return MPI_SUCCESS;
}
