/* Graphs of which each process gives a part (MPI 5.0, section 8.5.4). */
#include <assert.h>
#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"
#include "mpi/topology/topology.h"

/* An edge that a process gave, and for which of the edge's ends it gave it. */
struct given {
    struct edge edge;
    enum { FOR_BOTH, FOR_DESTINATION, FOR_SOURCE } whom;
};

/* What the processes of a communicator gave, one process after the other. */
struct given_list {
    int count;
    struct given *edges;
    bool weighted;
};

enum { GIVEN_NUMBERS = sizeof(struct given) / sizeof(int) };
static_assert(sizeof(struct given) == GIVEN_NUMBERS * sizeof(int), "it is sent as numbers");

/* Whether a process may have told of this edge. */
static bool may_be_edge(const struct given *given, int size) {
    const struct edge *edge = &given->edge;
    return edge->from >= 0 && edge->from < size && edge->to >= 0 && edge->to < size &&
           edge->weight >= 0;
}

/* Gathers what all processes give. The caller frees all->edges, also after an error, whose class
 * this returns. */
static int gather(MPI_Comm comm, const struct given_list *own, struct given_list *all) {
    int size = comm->local->size;
    int *counts = malloc(2 * (size_t)size * sizeof *counts);
    if (!counts)
        return MPI_ERR_NO_MEM;
    int *starts = counts + size, total = 0, numbers = own->count * GIVEN_NUMBERS;
    int error = collective_allgather(comm, &numbers, counts, sizeof numbers);
    for (int i = 0; i < size && error == MPI_SUCCESS; i++) {
        if (counts[i] < 0 || counts[i] % GIVEN_NUMBERS != 0 || counts[i] > INT32_MAX - total) {
            error = MPI_ERR_COUNT;
            break;
        }
        starts[i] = total;
        total += counts[i];
    }
    all->count = total / GIVEN_NUMBERS;
    all->weighted = own->weighted;
    all->edges = malloc(((size_t)all->count + 1) * sizeof *all->edges);
    if (error == MPI_SUCCESS)
        error = !all->edges ? MPI_ERR_NO_MEM
                            : PMPI_Allgatherv(own->edges, numbers, MPI_INT, all->edges, counts,
                                              starts, MPI_INT, comm);
    for (int i = 0; i < all->count && error == MPI_SUCCESS; i++)
        if (!may_be_edge(&all->edges[i], size))
            error = MPI_ERR_RANK;
    free(counts);
    return error;
}

/* Chooses a process for each rank. An edge that both of its ends gave counts once. */
static int place(MPI_Comm comm, const void *wanted, bool together, int chosen[]) {
    const struct given_list *all = wanted;
    struct edge *edges = malloc(((size_t)all->count + 1) * sizeof *edges);
    int count = 0;
    for (int i = 0; edges && i < all->count; i++)
        if (all->edges[i].whom != FOR_DESTINATION)
            edges[count++] = all->edges[i].edge;
    return topology_place(comm, comm->local->size, count, edges, together, chosen);
}

/* Makes the topology of a rank, which has the edges that were given for it. Returns null without
 * memory. */
static struct topology *make(const void *wanted, int rank) {
    const struct given_list *list = wanted;
    struct topology *topology = topology_make(MPI_DIST_GRAPH, 4 * list->count);
    if (!topology)
        return NULL;
    int *sources = topology->numbers, *destinations = sources + list->count;
    topology->weighted = list->weighted;
    topology->source_weights = destinations + list->count;
    topology->destination_weights = topology->source_weights + list->count;
    struct neighbours *neighbours = &topology->neighbours;
    neighbours->sources = sources;
    neighbours->destinations = destinations;
    for (int i = 0; i < list->count; i++) {
        const struct given *given = &list->edges[i];
        if (given->edge.to == rank && given->whom != FOR_SOURCE) {
            topology->source_weights[neighbours->source_count] = given->edge.weight;
            sources[neighbours->source_count++] = given->edge.from;
        }
        if (given->edge.from == rank && given->whom != FOR_DESTINATION) {
            topology->destination_weights[neighbours->destination_count] = given->edge.weight;
            destinations[neighbours->destination_count++] = given->edge.to;
        }
    }
    return topology;
}

/* Makes the communicator. `list` has at least the edges of this process or, where ranks are
 * reordered, all edges. */
static int create(MPI_Comm comm, const struct given_list *list, bool reorder, MPI_Comm *newcomm) {
    const struct wanted wanted = {list, comm->local->size, place, make};
    return topology_create(comm, &wanted, reorder, newcomm);
}

/* Gathers all edges, and then makes the communicator. */
static int create_of_all(MPI_Comm comm, const struct given_list *own, bool reorder,
                         MPI_Comm *newcomm) {
    struct given_list all = {0};
    int error = gather(comm, own, &all);
    if (error == MPI_SUCCESS)
        error = create(comm, &all, reorder, newcomm);
    free(all.edges);
    return error;
}

/* Appends an edge. Raises an error in the function `call` if there can be no such edge. */
static int give(MPI_Comm comm, MPI_Comm object, struct given_list *list, struct given given,
                const char *call) {
    const struct edge *edge = &given.edge;
    int size = object->local->size;
    if (edge->from < 0 || edge->from >= size || edge->to < 0 || edge->to >= size)
        return error_raise(comm, call, MPI_ERR_RANK,
                           "the edge from %d to %d is outside the communicator of %d", edge->from,
                           edge->to, size);
    if (edge->weight < 0)
        return error_raise(comm, call, MPI_ERR_ARG,
                           "the edge from %d to %d has weight %d (expected: 0 or more)", edge->from,
                           edge->to, edge->weight);
    list->edges[list->count++] = given;
    return MPI_SUCCESS;
}

/* Returns an edge's weight in a list, or 1 if the list is MPI_UNWEIGHTED. */
static int weight_at(const int weights[], int place) {
    return weights == MPI_UNWEIGHTED ? 1 : weights[place];
}

/* Sums degrees. Returns -1 if one is negative. */
static int64_t degree_sum(int n, const int degrees[]) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        if (degrees[i] < 0)
            return -1;
        sum += degrees[i];
    }
    return sum;
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
                          const int destinations[], const int *weights, MPI_Info info, int reorder,
                          MPI_Comm *comm_dist_graph) {
    COMM_OR_RETURN(object, comm, comm_dist_graph);
    RETURN_IF_INTER(comm, __func__, object);
    RETURN_UNLESS_HINTS(comm, __func__, info);
    int64_t sum = n < 0 ? -1 : degree_sum(n, degrees);
    if (sum < 0 || sum > INT32_MAX / GIVEN_NUMBERS)
        return FAIL_ON(comm, MPI_ERR_ARG, "n and all degrees must be 0 or more");
    struct given_list own = {.edges = malloc(((size_t)sum + 1) * sizeof *own.edges),
                             .weighted = weights != MPI_UNWEIGHTED};
    *comm_dist_graph = MPI_COMM_NULL;
    if (!own.edges)
        return making_raise(comm, __func__, MPI_ERR_NO_MEM);
    int error = MPI_SUCCESS;
    for (int i = 0, at = 0; i < n && error == MPI_SUCCESS; i++)
        for (int j = 0; j < degrees[i] && error == MPI_SUCCESS; j++, at++)
            error = give(
                comm, object, &own,
                (struct given){{sources[i], destinations[at], weight_at(weights, at)}, FOR_BOTH},
                __func__);
    if (error == MPI_SUCCESS)
        error = making_raise(comm, __func__,
                             create_of_all(object, &own, reorder != 0, comm_dist_graph));
    free(own.edges);
    return error;
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[],
                                   const int *sourceweights, int outdegree,
                                   const int destinations[], const int *destweights, MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph) {
    COMM_OR_RETURN(object, comm, comm_dist_graph);
    RETURN_IF_INTER(comm, __func__, object);
    RETURN_UNLESS_HINTS(comm, __func__, info);
    if (indegree < 0 || outdegree < 0)
        return FAIL_ON(comm, MPI_ERR_ARG, "indegree is %d and outdegree %d: both must be 0 or more",
                       indegree, outdegree);
    size_t room = (size_t)indegree + (size_t)outdegree + 1;
    struct given_list own = {.edges = malloc(room * sizeof *own.edges),
                             .weighted = sourceweights != MPI_UNWEIGHTED};
    *comm_dist_graph = MPI_COMM_NULL;
    if (!own.edges)
        return making_raise(comm, __func__, MPI_ERR_NO_MEM);
    int error = MPI_SUCCESS;
    for (int i = 0; i < indegree && error == MPI_SUCCESS; i++)
        error = give(comm, object, &own,
                     (struct given){{sources[i], object->rank, weight_at(sourceweights, i)},
                                    FOR_DESTINATION},
                     __func__);
    for (int i = 0; i < outdegree && error == MPI_SUCCESS; i++)
        error = give(
            comm, object, &own,
            (struct given){{object->rank, destinations[i], weight_at(destweights, i)}, FOR_SOURCE},
            __func__);
    if (error == MPI_SUCCESS)
        error = making_raise(comm, __func__,
                             reorder ? create_of_all(object, &own, true, comm_dist_graph)
                                     : create(object, &own, false, comm_dist_graph));
    free(own.edges);
    return error;
}

#define DIST_GRAPH_OBJECT(graph, ...)                                                              \
    TOPOLOGY_OR_RETURN(graph, MPI_DIST_GRAPH, "distributed graph", __VA_ARGS__)

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
    DIST_GRAPH_OBJECT(graph, comm, indegree, outdegree, weighted);
    *indegree = graph->neighbours.source_count;
    *outdegree = graph->neighbours.destination_count;
    *weighted = graph->weighted;
    return MPI_SUCCESS;
}

/* Copies weights. They are not written if there are none, or if the caller wants none. */
static void copy_weights(const struct topology *graph, int to[], const int from[], int count,
                         int most) {
    if (graph->weighted && to != MPI_UNWEIGHTED && to != MPI_WEIGHTS_EMPTY)
        topology_copy(to, from, count, most);
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights,
                             int maxoutdegree, int destinations[], int *destweights) {
    RETURN_IF_NULL_ARRAY_ON(comm, maxindegree, sources);
    RETURN_IF_NULL_ARRAY_ON(comm, maxoutdegree, destinations);
    DIST_GRAPH_OBJECT(graph, comm);
    if (graph->weighted) {
        RETURN_IF_NULL_ARRAY_ON(comm, maxindegree, sourceweights);
        RETURN_IF_NULL_ARRAY_ON(comm, maxoutdegree, destweights);
    }
    const struct neighbours *neighbours = &graph->neighbours;
    topology_copy(sources, neighbours->sources, neighbours->source_count, maxindegree);
    copy_weights(graph, sourceweights, graph->source_weights, neighbours->source_count,
                 maxindegree);
    topology_copy(destinations, neighbours->destinations, neighbours->destination_count,
                  maxoutdegree);
    copy_weights(graph, destweights, graph->destination_weights, neighbours->destination_count,
                 maxoutdegree);
    return MPI_SUCCESS;
}
