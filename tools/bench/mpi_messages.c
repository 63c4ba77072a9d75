/* Measures messages of MPI between ranks 0 and 1, beside those of cube_send and cube_recv, in
 * cube_cycles(), which under --exact are the instructions of both nodes. Prints lines of a name and
 * cycles: of half a round trip, the least of several batches; and of receives in reverse order, for
 * each message. Arguments: round trips in a batch, and batches.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "tools/bench/round_trips.h"

enum { UNEXPECTED = 1000 };

static int rank, source;

/* Elements are doubles, as in programs. */
#define COUNT ((int)(bytes / sizeof(double)))
#define WORLD MPI_COMM_WORLD
ROUND_TRIPS(cube_trips, cube_send(other, buffer, bytes), cube_recv(other, buffer, bytes))
ROUND_TRIPS(mpi_trips, MPI_Send(buffer, COUNT, MPI_DOUBLE, other, 5, WORLD),
            MPI_Recv(buffer, COUNT, MPI_DOUBLE, source, 5, WORLD, MPI_STATUS_IGNORE))

static void measure(const char *name, trips_function *run, size_t bytes, int trips, int batches) {
    double cycles = round_trip(run, 1 - rank, bytes, trips, batches);
    if (rank == 0)
        printf("%s %.2f\n", name, cycles / 2);
}

/* Rank 1 receives messages that lie there, in the order in which they came or in reverse. The
 * second differs from the first by what is looked at in vain. */
static void measure_kept(const char *name, int reverse) {
    static double words[UNEXPECTED];
    for (int i = 0; rank == 0 && i < UNEXPECTED; i++)
        MPI_Send(&words[i], 1, MPI_DOUBLE, 1, i, MPI_COMM_WORLD);
    MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, UNEXPECTED, NULL, 0, MPI_INT, 1 - rank, UNEXPECTED,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uint64_t start = cube_cycles();
    for (int i = 0; rank == 1 && i < UNEXPECTED; i++)
        MPI_Recv(&words[i], 1, MPI_DOUBLE, 0, reverse ? UNEXPECTED - 1 - i : i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    uint64_t cycles = cube_cycles() - start;
    if (rank == 1)
        printf("%s %.2f\n", name, (double)cycles / UNEXPECTED);
    MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, UNEXPECTED, NULL, 0, MPI_INT, 1 - rank, UNEXPECTED,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 3 || cube_nodes() != 2) {
        fprintf(stderr, "usage: cuberun -n 2 mpi_messages.elf TRIPS BATCHES\n");
        return 64;
    }
    int trips = atoi(argv[1]), batches = atoi(argv[2]);
    source = 1 - rank;
    measure("cube", cube_trips, LEAST_BYTES, trips, batches);
    measure("mpi", mpi_trips, LEAST_BYTES, trips, batches);
    source = MPI_ANY_SOURCE;
    measure("mpi-any", mpi_trips, LEAST_BYTES, trips, batches);
    source = 1 - rank;
    measure("cube-64K", cube_trips, LARGEST_BYTES, trips, batches);
    measure("mpi-64K", mpi_trips, LARGEST_BYTES, trips, batches);
    measure_kept("kept-in-order", 0);
    measure_kept("kept-reverse", 1);
    return MPI_Finalize();
}
