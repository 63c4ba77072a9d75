#include "mpi/topology/topology.h"
#include "mpi/object/error.h"

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

int topology_communicator(MPI_Comm comm, int size, const int place[], MPI_Comm *newcomm) {
    MPI_Group group;
    if (!making_group(comm->local, size, place, &group))
        return MPI_ERR_NO_MEM;
    int error = making_of_group(comm, group, newcomm);
    group_release(group);
    return error;
}

static int place_here(MPI_Comm comm, int vertices, int count, const struct edge edges[],
                      int place[]) {
    struct traffic traffic;
    if (!traffic_make(&traffic, vertices, count, edges))
        return MPI_ERR_NO_MEM;
    bool chosen = placement_choose(&traffic, comm->local->size, comm->local->world, place);
    traffic_free(&traffic);
    return chosen ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* Rank 0 first tells the others whether it had memory. */
int topology_place(MPI_Comm comm, int vertices, int count, const struct edge edges[], bool together,
                   int place[]) {
    int error = MPI_SUCCESS;
    if (comm->rank == 0 || !together)
        error = place_here(comm, vertices, count, edges, place);
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

void topology_place_identity(int vertices, int place[]) {
    for (int v = 0; v < vertices; v++)
        place[v] = v;
}

int topology_position(int rank, int vertices, const int place[]) {
    for (int v = 0; v < vertices; v++)
        if (place[v] == rank)
            return v;
    return MPI_UNDEFINED;
}

void topology_copy(int to[], const int from[], int count, int most) {
    for (int i = 0; i < count && i < most; i++)
        to[i] = from[i];
}

int MPI_Topo_test(MPI_Comm comm, int *status) {
    RETURN_IF_NULL_ON(comm, status);
    COMM_OR_RETURN(object, comm);
    *status = object->topology ? object->topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
