/* Each rank hands a number on round the ring until all ranks have added up all of them. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, ranks, passing, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    passing = rank;
    for (int step = 0; step < ranks; step++) {
        sum += passing;
        MPI_Sendrecv_replace(&passing, 1, MPI_INT, (rank + 1) % ranks, 0,
                             (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (sum != ranks * (ranks - 1) / 2)
        printf("rank %d: %d is wrong\n", rank, sum);
    MPI_Finalize();
    return sum != ranks * (ranks - 1) / 2;
}
