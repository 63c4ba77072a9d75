/* Each rank talks to its two neighbours and in one reduction. Rank 0 prints the sum of all ranks,
 * and how many bytes of its heap the library has taken. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

extern char end[]; /* where the heap begins: the linker says */

int main(int argc, char *argv[]) {
    int rank, size, got = -1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %ld\n", sum, (long)((char *)sbrk(0) - end));
    MPI_Finalize();
    return 0;
}
