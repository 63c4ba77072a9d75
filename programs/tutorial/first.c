/* Two workers count to a number, and the master takes the first answer, then worker 1's, which
 * takes longest. This program is wrong. */
#include <mpi.h>
#include <stdio.h>

int main(void) {
    int rank, answer = 0;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int first, last;
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&last, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d, then %d\n", first, last);
    } else {
        while (answer < 3000 / rank)
            answer++;
        MPI_Send(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
