/* The calls that ask for places in a Cartesian communicator (MPI 5.0, sections 8.5.5 and 8.5.6). */
#include "mpi/object/error.h"
#include "mpi/topology/topology.h"

#define GRID_OR_RETURN(grid, ...) TOPOLOGY_OR_RETURN(grid, MPI_CART, "Cartesian", __VA_ARGS__)

int MPI_Cartdim_get(MPI_Comm comm, int *ndims) {
    GRID_OR_RETURN(grid, comm, ndims);
    *ndims = grid->dimensions;
    return MPI_SUCCESS;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    RETURN_IF_NULL_ARRAY_ON(comm, maxdims, dims, periods, coords);
    GRID_OR_RETURN(grid, comm);
    topology_copy(dims, grid->extents, grid->dimensions, maxdims);
    topology_copy(periods, grid->periodic, grid->dimensions, maxdims);
    topology_copy(coords, grid->coordinates, grid->dimensions, maxdims);
    return MPI_SUCCESS;
}

/* A coordinate of a periodic dimension may be any number. Other coordinates have to lie within
 * their dimension. */
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    GRID_OR_RETURN(grid, comm, rank);
    int found = 0;
    for (int d = 0; d < grid->dimensions; d++) {
        int extent = grid->extents[d], coordinate = coords[d];
        if (grid->periodic[d])
            coordinate = (coordinate % extent + extent) % extent;
        else if (coordinate < 0 || coordinate >= extent)
            return FAIL_ON(comm, MPI_ERR_ARG,
                           "coords[%d] is %d (expected: 0 to %d; the dimension is not periodic)", d,
                           coordinate, extent - 1);
        found = found * extent + coordinate;
    }
    *rank = found;
    return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    RETURN_IF_NULL_ARRAY_ON(comm, maxdims, coords);
    GRID_OR_RETURN(grid, comm);
    if (rank < 0 || rank >= object->local->size)
        return FAIL_ON(comm, MPI_ERR_RANK, "the communicator of %d has no rank %d",
                       object->local->size, rank);
    for (int d = 0; d < grid->dimensions && d < maxdims; d++)
        coords[d] = grid_coordinate(grid, rank, d);
    return MPI_SUCCESS;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int displacement, int *source, int *dest) {
    GRID_OR_RETURN(grid, comm, source, dest);
    if (direction < 0 || direction >= grid->dimensions)
        return FAIL_ON(comm, MPI_ERR_DIMS, "the grid of %d dimensions has no dimension %d",
                       grid->dimensions, direction);
    if (displacement == INT32_MIN) /* which has no opposite */
        return FAIL_ON(comm, MPI_ERR_ARG, "the displacement is %d (expected: more than that)",
                       displacement);
    *source = grid_shifted(grid, direction, -displacement);
    *dest = grid_shifted(grid, direction, displacement);
    return MPI_SUCCESS;
}
