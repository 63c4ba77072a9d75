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

enum { WORD = 8, PAGES = 64 << 10, UNEXPECTED = 1000 };

static uint8_t buffer[PAGES];
static int rank, source;

static void cube_trips(int trips, int bytes) {
    for (int trip = 0; trip < trips; trip++)
        if (rank == 0) {
            cube_send(1, buffer, (size_t)bytes);
            cube_recv(1, buffer, (size_t)bytes);
        } else {
            cube_recv(0, buffer, (size_t)bytes);
            cube_send(0, buffer, (size_t)bytes);
        }
}

/* Half of the elements are doubles, as in programs: a word is one of them. */
static void mpi_trips(int trips, int bytes) {
    int count = bytes / WORD, other = 1 - rank;
    for (int trip = 0; trip < trips; trip++)
        if (rank == 0) {
            MPI_Send(buffer, count, MPI_DOUBLE, other, 5, MPI_COMM_WORLD);
            MPI_Recv(buffer, count, MPI_DOUBLE, source, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(buffer, count, MPI_DOUBLE, source, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, count, MPI_DOUBLE, other, 5, MPI_COMM_WORLD);
        }
}

static void measure(const char *name, void (*run)(int trips, int bytes), int bytes, int trips,
                    int batches) {
    uint64_t least = UINT64_MAX;
    run(2, bytes);
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = cube_cycles();
        run(trips, bytes);
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    if (rank == 0)
        printf("%s %.2f\n", name, (double)least / (2.0 * trips));
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
    measure("cube", cube_trips, WORD, trips, batches);
    measure("mpi", mpi_trips, WORD, trips, batches);
    source = MPI_ANY_SOURCE;
    measure("mpi-any", mpi_trips, WORD, trips, batches);
    source = 1 - rank;
    measure("cube-64K", cube_trips, PAGES, trips, batches);
    measure("mpi-64K", mpi_trips, PAGES, trips, batches);
    measure_kept("kept-in-order", 0);
    measure_kept("kept-reverse", 1);
    return MPI_Finalize();
}
