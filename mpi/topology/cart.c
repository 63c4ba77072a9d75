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
    RETURN_IF_INTER(comm, call, object);
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
static int place(MPI_Comm comm, const void *wanted, bool together, int chosen[]) {
    const struct grid *grid = wanted;
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
    int count = edges ? list_edges(grid, edges) : 0;
    return topology_place(comm, grid->positions, count, edges, together, chosen);
}

static struct topology *make(const void *wanted, int rank) {
    const struct grid *grid = wanted;
    return grid_make(grid->dimensions, grid->extents, grid->periodic, rank);
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                    MPI_Comm *comm_cart) {
    COMM_OR_RETURN(object, comm, comm_cart);
    struct grid grid = {ndims, dims, periods, 0};
    RETURN_ON_ERROR(check(comm, object, &grid, __func__));
    *comm_cart = MPI_COMM_NULL;
    const struct wanted wanted = {&grid, grid.positions, place, make};
    return making_raise(comm, __func__, topology_create(object, &wanted, reorder != 0, comm_cart));
}

/* A local call. It finds the rank that MPI_Cart_create with reorder gives this process. */
int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    COMM_OR_RETURN(object, comm, newrank);
    struct grid grid = {ndims, dims, periods, 0};
    RETURN_ON_ERROR(check(comm, object, &grid, __func__));
    const struct wanted wanted = {&grid, grid.positions, place, make};
    return making_raise(comm, __func__, topology_map(object, &wanted, newrank));
}

/* All processes that have the same coordinates in the dropped dimensions make one grid, in which
 * they keep their order. */
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) {
    TOPOLOGY_OR_RETURN(grid, MPI_CART, "Cartesian", comm, newcomm);
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
