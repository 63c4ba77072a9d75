/* Topologies as objects, and as neighbourhood collectives see them (MPI 5.0, sections 8.5 and
 * 8.6). */
#ifndef MPI_TOPOLOGY_H
#define MPI_TOPOLOGY_H

#include <stdbool.h>
#include <stdlib.h>

#include "mpi.h"

/* The neighbours of this process, in the order of section 8.6. Those of a Cartesian communicator
 * are ordered by dimension, and in each dimension the one in the negative direction comes first.
 * MPI_PROC_NULL stands for a neighbour that is beyond an edge. */
struct neighbours {
    int source_count, destination_count;
    const int *sources;      /* ranks from which this process receives */
    const int *destinations; /* ranks to which it sends */
    bool cartesian;          /* a message in one direction comes from the other one */
};

/* The topology of a communicator. Duplicates share it, and it is constant. */
struct topology {
    int references;
    int kind; /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
    struct neighbours neighbours;

    /* MPI_CART */
    int dimensions;
    int *extents, *periodic, *coordinates; /* by dimension; the coordinates are this process's */

    /* MPI_GRAPH: the arguments of MPI_Graph_create */
    int nodes;
    int *index, *edges;

    /* MPI_DIST_GRAPH */
    bool weighted;
    int *source_weights, *destination_weights;

    int numbers[]; /* the memory of all these lists */
};

/* Gives a reference back. With the last one the memory is freed. Nothing happens if the topology is
 * null. */
static inline void topology_release(struct topology *topology) {
    if (topology && --topology->references == 0)
        free(topology);
}

/* Copies to *neighbours the neighbours of this process in a topology. The lists belong to the
 * communicator that has it. Returns MPI_SUCCESS, or MPI_ERR_TOPOLOGY if `topology` is null because
 * the communicator has none. */
static inline int topology_neighbours(const struct topology *topology,
                                      struct neighbours *neighbours) {
    if (!topology)
        return MPI_ERR_TOPOLOGY;
    *neighbours = topology->neighbours;
    return MPI_SUCCESS;
}

#endif
