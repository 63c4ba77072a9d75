/* Finds a program of a lecture that does not compile or run unchanged: the integral of 4 / (1 +
 * x^2) from 0 to 1 by the midpoint rule, of which each process takes every p-th interval. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 1000;
    double sum = 0, pi, start;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    start = MPI_Wtime();
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = rank; i < n; i += size) {
        double x = (i + 0.5) / n;
        sum += 4 / (1 + x * x);
    }
    sum /= n;
    MPI_Reduce(&sum, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d intervals: pi is about %.6f, wrong by less than %.0e\n", n, pi,
               pow(10, ceil(log10(fabs(pi - acos(-1))))));
        if (MPI_Wtime() < start)
            printf("time runs backwards\n");
    }
    MPI_Finalize();
    return 0;
}
