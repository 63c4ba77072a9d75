/* All shortest paths (Floyd), with communicators that are split off for each row of processes and
 * for each column. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define N 24

int main(int argc, char **argv) {
    int rank, size, dims[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    int row = rank / dims[1], column = rank % dims[1];
    MPI_Comm in_row, in_column;
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
    MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);
    int rows = N / dims[0], columns = N / dims[1];
    int *d = calloc(rows * columns, sizeof(int));
    int *above = calloc(columns, sizeof(int)), *beside = calloc(rows, sizeof(int));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int a = row * rows + i, b = column * columns + j;
            d[i * columns + j] = a == b ? 0 : (a * 31 + b * 17) % 97 + 1;
        }
    for (int k = 0; k < N; k++) {
        if (k / rows == row)
            for (int j = 0; j < columns; j++)
                above[j] = d[(k % rows) * columns + j];
        if (k / columns == column)
            for (int i = 0; i < rows; i++)
                beside[i] = d[i * columns + k % columns];
        MPI_Bcast(above, columns, MPI_INT, k / rows, in_column);
        MPI_Bcast(beside, rows, MPI_INT, k / columns, in_row);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                if (beside[i] + above[j] < d[i * columns + j])
                    d[i * columns + j] = beside[i] + above[j];
    }
    long sum = 0, total;
    int longest = 0, most;
    for (int i = 0; i < rows * columns; i++) {
        sum += d[i];
        longest = d[i] > longest ? d[i] : longest;
    }
    MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&longest, &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("paths of %d nodes: together %ld, the longest %d\n", N, total, most);
    free(d), free(above), free(beside);
    MPI_Comm_free(&in_row);
    MPI_Comm_free(&in_column);
    MPI_Finalize();
    return 0;
}
