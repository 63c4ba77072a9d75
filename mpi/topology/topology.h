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
 * raises an error and returns if it has none of the kind `wanted`, whose name is `name`. Behind the
 * handle may follow pointers that must not be null. */
#define TOPOLOGY_OR_RETURN(found, wanted, name, ...)                                               \
    TOPOLOGY_AND_POINTERS(found, wanted, name, __VA_ARGS__, "")
#define TOPOLOGY_AND_POINTERS(found, wanted, name, handle, ...)                                    \
    COMM_OR_RETURN(object, handle, __VA_ARGS__);                                                   \
    const struct topology *found = object->topology;                                               \
    if (!(found) || (found)->kind != (wanted))                                                     \
    return FAIL_ON(handle, MPI_ERR_TOPOLOGY, "the communicator has no %s topology", name)

/* A topology that a call asks for, `what`. */
struct wanted {
    const void *what;
    int positions;
    /* Sets chosen[v] to the process for each position v, by topology_place. Returns MPI_SUCCESS or
     * an error's class. */
    int (*place)(MPI_Comm comm, const void *what, bool together, int chosen[]);
    /* Returns the topology of a rank, with one reference, or null without memory. */
    struct topology *(*make)(const void *what, int rank);
};

/* Makes the communicator whose rank v is the process that was chosen for position v or, unless
 * `reorder`, the one with rank v of `comm`. The others get MPI_COMM_NULL. All processes of `comm`
 * call this with the same arguments. Returns errors as making_end does. */
int topology_create(MPI_Comm comm, const struct wanted *wanted, bool reorder, MPI_Comm *newcomm);

/* Sets *newrank to the rank that topology_create with `reorder` gives this process, or to
 * MPI_UNDEFINED. Returns MPI_SUCCESS or an error's class. */
int topology_map(MPI_Comm comm, const struct wanted *wanted, int *newrank);

/* Sets place[v] to the process for each vertex v, as placement_choose finds it for these edges on
 * the nodes of a communicator. This may take long, so if all processes call this `together`, rank 0
 * computes the placement and tells the others. Frees the list of edges, which is null without
 * memory. Returns MPI_SUCCESS or an error's class. */
int topology_place(MPI_Comm comm, int vertices, int count, struct edge edges[], bool together,
                   int place[]);

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
