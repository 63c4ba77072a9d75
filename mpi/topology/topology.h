/* Making and finding topologies (MPI 5.0, section 8.5): what their kinds share. */
#ifndef MPI_TOPOLOGY_TOPOLOGY_H
#define MPI_TOPOLOGY_TOPOLOGY_H

#include <stdbool.h>

#include "mpi/communicator/making.h"
#include "mpi/object/topology.h"
#include "mpi/topology/placement.h"

/* A topology with one reference and memory for so many numbers, or null without memory. */
struct topology *topology_make(int kind, int numbers);

/* In a function with an argument `handle`: declares the topology of a communicator, or raises that
 * it has none of this kind, `name`. */
#define TOPOLOGY_OBJECT(found, handle, wanted, name)                                               \
    COMM_OBJECT(object, handle);                                                                   \
    const struct topology *found = object->topology;                                               \
    if ((found) == NULL || (found)->kind != (wanted))                                              \
    return FAIL_ON(handle, MPI_ERR_TOPOLOGY, "the communicator has no %s topology", name)

/* Makes the communicator whose rank v is the process with rank place[v] of `comm`, for 0 <= v <
 * size. The others get MPI_COMM_NULL. All processes of `comm` call this alike. Returns errors as
 * making_end does. */
int topology_communicator(MPI_Comm comm, int size, const int place[], MPI_Comm *newcomm);

/* The process for each vertex: the placement that placement_choose finds for these edges on the
 * nodes of a communicator. It may take long, so where all processes call this `together`, rank 0
 * computes and tells the others. Returns an error's class. */
int topology_place(MPI_Comm comm, int vertices, int count, const struct edge edges[], bool together,
                   int place[]);

/* place[v] = v. */
void topology_place_identity(int vertices, int place[]);

/* The position for which a process was chosen, by its rank: the v with place[v] = rank, or
 * MPI_UNDEFINED. */
int topology_position(int rank, int vertices, const int place[]);

/* Copies a list of numbers, at most so many. */
void topology_copy(int to[], const int from[], int count, int most);

#endif
