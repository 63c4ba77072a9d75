/* As students write it: a number goes round, and each process adds its rank. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char *argv[]) {
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        MPI_Recv(&sum, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += rank;
    MPI_Send(&sum, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(&sum, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("the ranks of %d add up to %d\n", size, sum);
    }
    MPI_Finalize();
    return 0;
}
