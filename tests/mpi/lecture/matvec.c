/* y = A x with rows in blocks: any number of rows on any number of processes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, m = 23, n = 17;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    int *rows = malloc(size * sizeof(int)), *first = malloc(size * sizeof(int));
    int *counts = malloc(size * sizeof(int)), *places = malloc(size * sizeof(int));
    for (int i = 0, at = 0; i < size; i++) {
        rows[i] = m / size + (i < m % size);
        first[i] = at;
        counts[i] = rows[i] * n;
        places[i] = first[i] * n;
        at += rows[i];
    }
    double *A = NULL, *y = NULL, *x = malloc(n * sizeof(double));
    if (rank == 0) {
        A = malloc(m * n * sizeof(double));
        y = malloc(m * sizeof(double));
        for (int i = 0; i < m * n; i++)
            A[i] = (i * 7 + 3) % 11 - 5;
        for (int j = 0; j < n; j++)
            x[j] = j % 5 - 2;
    }
    double *mine = malloc((rows[rank] * n + 1) * sizeof(double));
    double *part = malloc((rows[rank] + 1) * sizeof(double));
    MPI_Scatterv(A, counts, places, MPI_DOUBLE, mine, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < rows[rank]; i++) {
        part[i] = 0;
        for (int j = 0; j < n; j++)
            part[i] += mine[i * n + j] * x[j];
    }
    MPI_Gatherv(part, rows[rank], MPI_DOUBLE, y, rows, first, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int i = 0; i < m; i++)
            printf("%g%c", y[i], i == m - 1 ? '\n' : ' ');
        free(A);
        free(y);
    }
    free(x);
    free(mine);
    free(part);
    free(rows);
    free(first);
    free(counts);
    free(places);
    MPI_Finalize();
    return 0;
}
