/* Finds an agreement that costs more than two exchanges, each of as many rounds as a barrier has,
 * while nobody dies. Ends with 0 if agreements take at most 2.5 times as long as barriers, by
 * MPI_Wtime. */
#include <mpi-ext.h>
#include <mpi.h>
#include <stdio.h>

enum { BEFORE = 4, CALLS = 20 };

static void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static void agree(void) {
    int flag = 1;
    MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
}

static double time_of(void (*call)(void)) {
    for (int i = 0; i < BEFORE; i++)
        call();
    double begin = MPI_Wtime();
    for (int i = 0; i < CALLS; i++)
        call();
    return MPI_Wtime() - begin;
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double barriers = time_of(meet), agreements = time_of(agree);
    int dear = agreements > 2.5 * barriers;
    if (rank == 0)
        printf("an agreement takes %.2f barriers\n", agreements / barriers);
    MPI_Finalize();
    return dear;
}
