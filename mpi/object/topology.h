/* Topologies as objects, and as neighbourhood collectives see them (MPI 5.0, sections 8.5 and
 * 8.6). */
#ifndef MPI_TOPOLOGY_H
#define MPI_TOPOLOGY_H

#include <stdbool.h>
#include <stdlib.h>

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

/* What a communicator's topology is. Duplicates share it, and nobody changes it. */
struct topology {
    int references;
    int kind; /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
    struct neighbours neighbours;

    /* MPI_CART */
    int dimensions;
    int *extents, *periodic, *coordinates; /* by dimension; the coordinates are this process's */

    /* MPI_GRAPH: as MPI_Graph_create has them */
    int nodes;
    int *index, *edges;

    /* MPI_DIST_GRAPH */
    bool weighted;
    int *source_weights, *destination_weights;

    int numbers[]; /* the memory of all lists */
};

/* Gives a reference back, with which the memory may end. Nothing happens if it is null. */
static inline void topology_release(struct topology *topology) {
    if (topology != NULL && --topology->references == 0)
        free(topology);
}

/* Tells the neighbours of this process in the topology of a communicator. The lists belong to the
 * communicator. Returns MPI_SUCCESS, or MPI_ERR_TOPOLOGY if it has no topology, which is null then.
 */
static inline int topology_neighbours(const struct topology *topology,
                                      struct neighbours *neighbours) {
    if (topology == NULL)
        return MPI_ERR_TOPOLOGY;
    *neighbours = topology->neighbours;
    return MPI_SUCCESS;
}

#endif
