/* Topologies as neighbourhood collectives see them (MPI 5.0, sections 8.5 and 8.6). */
#ifndef MPI_TOPOLOGY_H
#define MPI_TOPOLOGY_H

#include <stdbool.h>

#include "mpi.h"

/* The neighbours of this process, in the order of section 8.6: those of a Cartesian communicator by
 * dimension, in each the one in the negative direction first; MPI_PROC_NULL stands for one that is
 * beyond an edge. */
struct neighbours {
    int source_count, destination_count;
    const int *sources;      /* ranks from which this process receives */
    const int *destinations; /* ranks to which it sends */
    bool cartesian;          /* so that what goes in one direction comes from the other one */
};

/* Tells the neighbours of this process. The lists belong to the communicator. Returns MPI_SUCCESS,
 * or MPI_ERR_TOPOLOGY if the communicator has no topology. */
int topology_neighbours(MPI_Comm comm, struct neighbours *neighbours);

#endif
