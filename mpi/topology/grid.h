/* Cartesian topologies as objects (MPI 5.0, section 8.5.1). */
#ifndef MPI_TOPOLOGY_GRID_H
#define MPI_TOPOLOGY_GRID_H

#include "mpi/object/topology.h"

/* Returns the topology of the process with this rank in a grid, with one reference, or null without
 * memory. */
struct topology *grid_make(int dimensions, const int extents[], const int periodic[], int rank);

/* Returns the coordinate of a rank in a dimension. */
int grid_coordinate(const struct topology *grid, int rank, int dimension);

/* Returns the rank that is `displacement` places from this process along a dimension, or
 * MPI_PROC_NULL beyond an edge of the grid. */
int grid_shifted(const struct topology *grid, int dimension, int displacement);

#endif
