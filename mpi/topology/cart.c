/* The calls that make Cartesian communicators (MPI 5.0, section 8.5). */
#include <stdlib.h>

#include "cube_abi.h"
#include "mpi/object/error.h"
#include "mpi/topology/placement.h"
#include "mpi/topology/topology.h"

/* What a call asks for. */
struct grid {
    int dimensions;
    const int *extents, *periodic;
    int positions; /* in the grid */
};

/* Counts the positions, and raises an error in the function `call` if there can be no such grid. */
static int check(MPI_Comm comm, MPI_Comm object, struct grid *grid, const char *call) {
    if (comm_is_inter(object))
        return error_raise(
            comm, call, MPI_ERR_COMM,
            "the communicator is an intercommunicator (expected: an intracommunicator)");
    if (grid->dimensions < 0)
        return error_raise(comm, call, MPI_ERR_DIMS, "ndims is %d (expected: 0 or more)",
                           grid->dimensions);
    int size = object->local->size;
    int64_t positions = 1;
    for (int d = 0; d < grid->dimensions; d++) {
        if (grid->extents[d] < 1)
            return error_raise(comm, call, MPI_ERR_DIMS, "dims[%d] is %d (expected: 1 or more)", d,
                               grid->extents[d]);
        positions *= grid->extents[d];
        if (positions > size)
            return error_raise(
                comm, call, MPI_ERR_DIMS,
                "the grid has more positions than the communicator has processes (%d)", size);
    }
    grid->positions = (int)positions;
    return MPI_SUCCESS;
}

/* Lists each pair of neighbours. Returns how many there are. */
static int list_edges(const struct grid *grid, struct edge edges[]) {
    int count = 0;
    for (int rank = 0; rank < grid->positions; rank++)
        for (int d = 0, stride = grid->positions; d < grid->dimensions; d++) {
            stride /= grid->extents[d];
            bool last = rank / stride % grid->extents[d] == grid->extents[d] - 1;
            int next = last ? rank - (grid->extents[d] - 1) * stride : rank + stride;
            if (!last || grid->periodic[d])
                edges[count++] = (struct edge){rank, next, 1};
        }
    return count;
}

/* Chooses the process of each position: by Gray codes, which no other placement can beat, or by a
 * search if the codes do not fit the nodes. */
static int place(MPI_Comm comm, const struct grid *grid, bool together, int chosen[]) {
    int *process_at = malloc(CUBE_MAX_NODES * sizeof *process_at);
    if (!process_at)
        return MPI_ERR_NO_MEM;
    bool placed = gray_place(grid->dimensions, grid->extents, grid->periodic, comm->local->size,
                             comm->local->world, process_at, chosen);
    free(process_at);
    if (placed)
        return MPI_SUCCESS;
    size_t most = (size_t)grid->positions * (size_t)grid->dimensions + 1;
    struct edge *edges = malloc(most * sizeof *edges);
    if (!edges)
        return MPI_ERR_NO_MEM;
    int count = list_edges(grid, edges);
    int error = topology_place(comm, grid->positions, count, edges, together, chosen);
    free(edges);
    return error;
}

static int create(MPI_Comm comm, const struct grid *grid, bool reorder, MPI_Comm *newcomm) {
    int *chosen = malloc((size_t)grid->positions * sizeof *chosen), error = MPI_SUCCESS;
    if (!chosen)
        return MPI_ERR_NO_MEM;
    if (reorder)
        error = place(comm, grid, true, chosen);
    else
        topology_place_identity(grid->positions, chosen);
    if (error == MPI_SUCCESS)
        error = topology_communicator(comm, grid->positions, chosen, newcomm);
    free(chosen);
    if (error != MPI_SUCCESS || *newcomm == MPI_COMM_NULL)
        return error;
    (*newcomm)->topology =
        grid_make(grid->dimensions, grid->extents, grid->periodic, (*newcomm)->rank);
    if ((*newcomm)->topology)
        return MPI_SUCCESS;
    making_free(newcomm);
    return MPI_ERR_NO_MEM;
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                    MPI_Comm *comm_cart) {
    RETURN_IF_NULL_ON(comm, comm_cart);
    COMM_OR_RETURN(object, comm);
    struct grid grid = {ndims, dims, periods, 0};
    int error = check(comm, object, &grid, __func__);
    if (error != MPI_SUCCESS)
        return error;
    *comm_cart = MPI_COMM_NULL;
    return making_raise(comm, __func__, create(object, &grid, reorder != 0, comm_cart));
}

/* A local call. It finds the rank that MPI_Cart_create with reorder gives this process. */
int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    RETURN_IF_NULL_ON(comm, newrank);
    COMM_OR_RETURN(object, comm);
    struct grid grid = {ndims, dims, periods, 0};
    int error = check(comm, object, &grid, __func__);
    if (error != MPI_SUCCESS)
        return error;
    int *chosen = malloc(((size_t)grid.positions + 1) * sizeof *chosen);
    error = chosen ? place(object, &grid, false, chosen) : MPI_ERR_NO_MEM;
    if (error == MPI_SUCCESS)
        *newrank = topology_position(object->rank, grid.positions, chosen);
    free(chosen);
    return making_raise(comm, __func__, error);
}

/* All processes that have the same coordinates in the dropped dimensions make one grid, in which
 * they keep their order. */
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) {
    RETURN_IF_NULL_ON(comm, newcomm);
    TOPOLOGY_OR_RETURN(grid, comm, MPI_CART, "Cartesian");
    int kept = 0, colour = 0, rank = 0;
    int *lists = malloc((2 * (size_t)grid->dimensions + 1) * sizeof *lists);
    if (!lists)
        return making_raise(comm, __func__, MPI_ERR_NO_MEM);
    int *extents = lists, *periodic = lists + grid->dimensions;
    for (int d = 0; d < grid->dimensions; d++)
        if (remain_dims[d]) {
            extents[kept] = grid->extents[d];
            periodic[kept++] = grid->periodic[d];
            rank = rank * grid->extents[d] + grid->coordinates[d];
        } else {
            colour = colour * grid->extents[d] + grid->coordinates[d];
        }
    int error = PMPI_Comm_split(comm, colour, rank, newcomm);
    if (error == MPI_SUCCESS) {
        (*newcomm)->topology = grid_make(kept, extents, periodic, rank);
        if (!(*newcomm)->topology)
            error = making_raise(comm, __func__, MPI_ERR_NO_MEM);
    }
    free(lists);
    return error;
}

/* ---- Cartesian topologies as objects ---- */

/* Returns how far apart the ranks of two neighbours in a dimension are. The last dimension counts
 * fastest. */
static int stride_of(const struct topology *grid, int dimension) {
    int stride = 1;
    for (int d = grid->dimensions - 1; d > dimension; d--)
        stride *= grid->extents[d];
    return stride;
}

int grid_coordinate(const struct topology *grid, int rank, int dimension) {
    return rank / stride_of(grid, dimension) % grid->extents[dimension];
}

int grid_shifted(const struct topology *grid, int dimension, int displacement) {
    int extent = grid->extents[dimension], rank = 0;
    int64_t moved = (int64_t)grid->coordinates[dimension] + displacement;
    if (grid->periodic[dimension])
        moved = (moved % extent + extent) % extent;
    else if (moved < 0 || moved >= extent)
        return MPI_PROC_NULL;
    for (int d = 0; d < grid->dimensions; d++)
        rank = rank * grid->extents[d] + (d == dimension ? (int)moved : grid->coordinates[d]);
    return rank;
}

struct topology *grid_make(int dimensions, const int extents[], const int periodic[], int rank) {
    struct topology *grid = topology_make(MPI_CART, 5 * dimensions);
    if (!grid)
        return NULL;
    grid->dimensions = dimensions;
    grid->extents = grid->numbers;
    grid->periodic = grid->extents + dimensions;
    grid->coordinates = grid->periodic + dimensions;
    int *neighbours = grid->coordinates + dimensions;
    for (int d = 0; d < dimensions; d++) {
        grid->extents[d] = extents[d];
        grid->periodic[d] = periodic[d] != 0;
    }
    for (int d = 0; d < dimensions; d++)
        grid->coordinates[d] = grid_coordinate(grid, rank, d);
    for (int d = 0; d < dimensions; d++) {
        neighbours[2 * d] = grid_shifted(grid, d, -1);
        neighbours[2 * d + 1] = grid_shifted(grid, d, 1);
    }
    grid->neighbours = (struct neighbours){.source_count = 2 * dimensions,
                                           .destination_count = 2 * dimensions,
                                           .sources = neighbours,
                                           .destinations = neighbours,
                                           .cartesian = true};
    return grid;
}
