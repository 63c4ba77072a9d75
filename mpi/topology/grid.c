#include "mpi/topology/topology.h"

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
