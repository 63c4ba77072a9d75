/* Making and finding topologies (MPI 5.0, section 8.5), shared by all kinds. */
#ifndef MPI_TOPOLOGY_TOPOLOGY_H
#define MPI_TOPOLOGY_TOPOLOGY_H

#include <stdbool.h>

#include "mpi/communicator/making.h"
#include "mpi/object/topology.h"
#include "mpi/topology/placement.h"

/* Returns a topology with one reference and room for this many numbers, or null without memory. */
struct topology *topology_make(int kind, int numbers);

/* In a function with an argument `handle`: declares `found`, the topology of a communicator, or
 * raises an error and returns if it has none of the kind `wanted`, whose name is `name`. */
#define TOPOLOGY_OR_RETURN(found, handle, wanted, name)                                            \
    COMM_OR_RETURN(object, handle);                                                                \
    const struct topology *found = object->topology;                                               \
    if (!(found) || (found)->kind != (wanted))                                                     \
    return FAIL_ON(handle, MPI_ERR_TOPOLOGY, "the communicator has no %s topology", name)

/* Makes the communicator whose rank v is the process with rank place[v] of `comm`, for 0 <= v <
 * size. The others get MPI_COMM_NULL. All processes of `comm` call this with the same arguments.
 * Returns errors as making_end does. */
int topology_communicator(MPI_Comm comm, int size, const int place[], MPI_Comm *newcomm);

/* Sets place[v] to the process for each vertex v, as placement_choose finds it for these edges on
 * the nodes of a communicator. This may take long, so if all processes call this `together`, rank 0
 * computes the placement and tells the others. Returns MPI_SUCCESS or an error's class. */
int topology_place(MPI_Comm comm, int vertices, int count, const struct edge edges[], bool together,
                   int place[]);

/* Sets place[v] = v for all vertices. */
void topology_place_identity(int vertices, int place[]);

/* Returns the position for which the process with this rank was chosen: the v with place[v] = rank,
 * or MPI_UNDEFINED. */
int topology_position(int rank, int vertices, const int place[]);

/* Copies `count` numbers, but at most `most`. */
void topology_copy(int to[], const int from[], int count, int most);

/* ---- Cartesian topologies ---- */

/* Returns the topology of the process with this rank in a grid, with one reference, or null without
 * memory. */
struct topology *grid_make(int dimensions, const int extents[], const int periodic[], int rank);

/* Returns the coordinate of a rank in a dimension. */
int grid_coordinate(const struct topology *grid, int rank, int dimension);

/* Returns the rank that is `displacement` places from this process along a dimension, or
 * MPI_PROC_NULL beyond an edge of the grid. */
int grid_shifted(const struct topology *grid, int dimension, int displacement);

#endif
