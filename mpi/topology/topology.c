#include "mpi/topology/topology.h"

#include <stdlib.h>

#include "mpi/collective/collective.h"

struct topology *topology_make(int kind, int numbers) {
    struct topology *topology = calloc(1, sizeof *topology + (size_t)numbers * sizeof(int));
    if (topology) {
        topology->references = 1;
        topology->kind = kind;
    }
    return topology;
}

/* ---- Making a communicator, and finding a rank in it ---- */

static int *list_of(int count) {
    return malloc(((size_t)count + 1) * sizeof(int));
}

static int communicator_of(MPI_Comm comm, int size, const int place[], MPI_Comm *newcomm) {
    MPI_Group group;
    if (!making_group(comm->local, size, place, &group))
        return MPI_ERR_NO_MEM;
    int error = making_of_group(comm, group, newcomm);
    group_release(group);
    return error;
}

int topology_create(MPI_Comm comm, const struct wanted *wanted, bool reorder, MPI_Comm *newcomm) {
    int *chosen = list_of(wanted->positions), error = chosen ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    for (int v = 0; chosen && v < wanted->positions; v++)
        chosen[v] = v;
    if (chosen && reorder)
        error = wanted->place(comm, wanted->what, true, chosen);
    if (error == MPI_SUCCESS)
        error = communicator_of(comm, wanted->positions, chosen, newcomm);
    free(chosen);
    if (error != MPI_SUCCESS || *newcomm == MPI_COMM_NULL)
        return error;
    (*newcomm)->topology = wanted->make(wanted->what, (*newcomm)->rank);
    if ((*newcomm)->topology)
        return MPI_SUCCESS;
    making_free(newcomm);
    return MPI_ERR_NO_MEM;
}

int topology_map(MPI_Comm comm, const struct wanted *wanted, int *newrank) {
    int *chosen = list_of(wanted->positions);
    int error = chosen ? wanted->place(comm, wanted->what, false, chosen) : MPI_ERR_NO_MEM;
    int v = 0;
    while (error == MPI_SUCCESS && v < wanted->positions && chosen[v] != comm->rank)
        v++;
    if (error == MPI_SUCCESS)
        *newrank = v < wanted->positions ? v : MPI_UNDEFINED;
    free(chosen);
    return error;
}

/* ---- Placing ---- */

static int place_here(MPI_Comm comm, int vertices, int count, const struct edge edges[],
                      int place[]) {
    struct traffic traffic;
    if (!edges || !traffic_make(&traffic, vertices, count, edges))
        return MPI_ERR_NO_MEM;
    bool chosen = placement_choose(&traffic, comm->local->size, comm->local->world, place);
    traffic_free(&traffic);
    return chosen ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* Rank 0 first tells the others whether it had memory. */
int topology_place(MPI_Comm comm, int vertices, int count, struct edge edges[], bool together,
                   int place[]) {
    int error = edges ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (comm->rank == 0 || !together)
        error = place_here(comm, vertices, count, edges, place);
    free(edges);
    if (!together)
        return error;
    int told = error, failed = collective_broadcast(comm, &told, sizeof told, 0);
    if (failed == MPI_SUCCESS && told == MPI_SUCCESS)
        failed = collective_broadcast(comm, place, (size_t)vertices * sizeof *place, 0);
    for (int v = 0; failed == MPI_SUCCESS && told == MPI_SUCCESS && v < vertices; v++)
        if (place[v] < 0 || place[v] >= comm->local->size)
            failed = MPI_ERR_GROUP; /* what rank 0 has told is nonsense */
    return failed != MPI_SUCCESS ? failed : told;
}

void topology_copy(int to[], const int from[], int count, int most) {
    for (int i = 0; i < count && i < most; i++)
        to[i] = from[i];
}

int MPI_Topo_test(MPI_Comm comm, int *status) {
    COMM_OR_RETURN(object, comm, status);
    *status = object->topology ? object->topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
