/* Heat in a plate: a grid of processes, columns of a block as a vector type, edges exchanged with
 * the neighbours of a Cartesian topology. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS     12
#define COLUMNS  12
#define AT(i, j) ((i) * (columns + 2) + (j))

int main(int argc, char **argv) {
    int size, rank, dims[2] = {0, 0}, periods[2] = {0, 0}, coords[2];
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    if (ROWS % dims[0] || COLUMNS % dims[1]) {
        if (rank == 0)
            fprintf(stderr, "%d x %d does not divide the plate\n", dims[0], dims[1]);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    int rows = ROWS / dims[0], columns = COLUMNS / dims[1], up, down, left, right;
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    MPI_Datatype column;
    MPI_Type_vector(rows, 1, columns + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);

    double *now = calloc((rows + 2) * (columns + 2), sizeof(double));
    double *next = calloc((rows + 2) * (columns + 2), sizeof(double));
    if (coords[0] == 0)
        for (int j = 0; j < columns + 2; j++)
            now[AT(0, j)] = next[AT(0, j)] = 100;
    double change = 1;
    int steps = 0;
    while (change > 0.01) {
        MPI_Request request[8];
        MPI_Irecv(&now[AT(0, 1)], columns, MPI_DOUBLE, up, 0, grid, &request[0]);
        MPI_Irecv(&now[AT(rows + 1, 1)], columns, MPI_DOUBLE, down, 1, grid, &request[1]);
        MPI_Irecv(&now[AT(1, 0)], 1, column, left, 2, grid, &request[2]);
        MPI_Irecv(&now[AT(1, columns + 1)], 1, column, right, 3, grid, &request[3]);
        MPI_Isend(&now[AT(rows, 1)], columns, MPI_DOUBLE, down, 0, grid, &request[4]);
        MPI_Isend(&now[AT(1, 1)], columns, MPI_DOUBLE, up, 1, grid, &request[5]);
        MPI_Isend(&now[AT(1, columns)], 1, column, right, 2, grid, &request[6]);
        MPI_Isend(&now[AT(1, 1)], 1, column, left, 3, grid, &request[7]);
        MPI_Waitall(8, request, MPI_STATUSES_IGNORE);
        double most = 0;
        for (int i = 1; i <= rows; i++)
            for (int j = 1; j <= columns; j++) {
                next[AT(i, j)] = (now[AT(i - 1, j)] + now[AT(i + 1, j)] + now[AT(i, j - 1)] +
                                  now[AT(i, j + 1)]) /
                                 4;
                double d = next[AT(i, j)] - now[AT(i, j)];
                if (d * d > most * most)
                    most = d < 0 ? -d : d;
            }
        double *swap = now;
        now = next;
        next = swap;
        MPI_Allreduce(&most, &change, 1, MPI_DOUBLE, MPI_MAX, grid);
        steps++;
    }
    double sum = 0, total;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            sum += now[AT(i, j)];
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, grid);
    if (rank == 0)
        printf("%d steps, mean temperature %.3f\n", steps, total / (ROWS * COLUMNS));
    free(now);
    free(next);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
