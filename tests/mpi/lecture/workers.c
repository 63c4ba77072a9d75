/* Finds a program of a lecture that does not compile or run unchanged: a master gives work to free
 * workers. */
#include <mpi.h>
#include <stdio.h>

enum { WORK = 1, STOP = 2, TASKS = 50 };

static int primes_below(int n) {
    int count = 0;
    for (int i = 2; i < n; i++) {
        int prime = 1;
        for (int j = 2; j * j <= i && prime; j++)
            prime = i % j != 0;
        count += prime;
    }
    return count;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 1) {
        printf("there are no workers\n");
        MPI_Finalize();
        return 0;
    }
    if (rank == 0) {
        int next = 0, result, total = 0, stopped = 0;
        MPI_Status status;
        for (int worker = 1; worker < size; worker++) {
            MPI_Send(&next, 1, MPI_INT, worker, next < TASKS ? WORK : STOP, MPI_COMM_WORLD);
            stopped += next++ >= TASKS;
        }
        while (stopped < size - 1) {
            MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            total += result;
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, next < TASKS ? WORK : STOP,
                     MPI_COMM_WORLD);
            stopped += next++ >= TASKS;
        }
        printf("%d tasks, together %d\n", TASKS, total);
    } else {
        for (;;) {
            int task;
            MPI_Status status;
            MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Recv(&task, 1, MPI_INT, 0, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (status.MPI_TAG == STOP)
                break;
            task = primes_below(task * 10);
            MPI_Send(&task, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
