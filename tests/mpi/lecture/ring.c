/* A token goes round, and every process adds to it. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int rank, size, length;
    char name[MPI_MAX_PROCESSOR_NAME];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Get_processor_name(name, &length);
    if (length != (int)strlen(name))
        printf("the length of the name is %d\n", length);

    int token = 0, tag = 99, right = (rank + 1) % size, left = (rank - 1 + size) % size;
    for (int round = 1; round <= 3; round++) {
        MPI_Status status;
        if (rank == 0) {
            token += 1;
            MPI_Send(&token, 1, MPI_INT, right, tag, MPI_COMM_WORLD);
            MPI_Recv(&token, 1, MPI_INT, left, tag, MPI_COMM_WORLD, &status);
            printf("round %d: %d from %d\n", round, token, status.MPI_SOURCE);
        } else {
            MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            token += rank;
            MPI_Send(&token, 1, MPI_INT, right, status.MPI_TAG, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
}
