/* Makes random collective calls on communicators of all and of some processes, and compares what
 * they leave (tests/mpi_calls.h). Prints "right" where nothing is wrong. Arguments: how many calls,
 * and the seed. */
#include <stdio.h>
#include <stdlib.h>

static int failures;

#define check(condition) note((condition), #condition, __LINE__)
static void note(int holds, const char *condition, int line) {
    if (!holds && failures++ == 0)
        fprintf(stderr, "tests/mpi_calls.h:%d: not %s\n", line, condition);
}

#include "tests/mpi_calls.h"

int main(int argc, char **argv) {
    int rank, all;
    start_process(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    make_random_calls(argc > 1 ? atoi(argv[1]) : 80);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        puts(all == 0 ? "right" : "wrong");
    end_process();
    return all != 0;
}
