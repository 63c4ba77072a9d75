/* Measures calls of MPI on MPI_COMM_WORLD beside the equivalent calls of cube.h. Prints for each
 * operation the instructions a node of one call of each, and the difference: of cube_cycles(),
 * which under --exact counts the instructions of all nodes, the least of several batches of calls.
 * The first call of a batch fills caches and is not measured. Arguments: calls a batch, batches,
 * bytes a block (8). */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "mpi.h"
#include "tools/bench/batches.h"

static int words; /* of a block */
static size_t bytes;
static double *input, *output;

#define COMM MPI_COMM_WORLD
CALLS(cube_barriers, cube_barrier())
CALLS(cube_bcasts, cube_bcast(output, bytes, &cube_byte, 0))
CALLS(cube_allreduces, cube_allreduce(input, output, (size_t)words, &cube_double, &cube_sum))
CALLS(cube_allgathers, cube_allgather(input, output, bytes))
CALLS(cube_alltoalls, cube_alltoall(input, output, bytes))
CALLS(mpi_barriers, MPI_Barrier(COMM))
CALLS(mpi_bcasts, MPI_Bcast(output, words, MPI_DOUBLE, 0, COMM))
CALLS(mpi_allreduces, MPI_Allreduce(input, output, words, MPI_DOUBLE, MPI_SUM, COMM))
CALLS(mpi_allgathers, MPI_Allgather(input, words, MPI_DOUBLE, output, words, MPI_DOUBLE, COMM))
CALLS(mpi_alltoalls, MPI_Alltoall(input, words, MPI_DOUBLE, output, words, MPI_DOUBLE, COMM))

static const struct {
    const char *name;
    calls_function *cube, *mpi;
} operations[] = {
    {"barrier", cube_barriers, mpi_barriers},       {"bcast", cube_bcasts, mpi_bcasts},
    {"allreduce", cube_allreduces, mpi_allreduces}, {"allgather", cube_allgathers, mpi_allgathers},
    {"alltoall", cube_alltoalls, mpi_alltoalls},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

static double measure(calls_function *run, int calls, int batches) {
    run(1);
    return (double)least_cycles(run, calls, batches) / calls / cube_nodes();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int calls = argc > 1 ? atoi(argv[1]) : 100, batches = argc > 2 ? atoi(argv[2]) : 3;
    words = (argc > 3 ? atoi(argv[3]) : 8) / (int)sizeof(double);
    bytes = (size_t)words * sizeof(double);
    input = calloc((size_t)cube_nodes(), bytes + 1);
    output = calloc((size_t)cube_nodes(), bytes + 1);
    if (!input || !output) {
        fprintf(stderr, "mpi_collectives: not enough memory (increase --memory heap=BYTES)\n");
        return 1;
    }
    for (int k = 0; k < OPERATIONS; k++) {
        double own = measure(operations[k].cube, calls, batches);
        double others = measure(operations[k].mpi, calls, batches);
        if (cube_node() == 0)
            printf("%-12s %10.1f %10.1f %8.1f\n", operations[k].name, own, others, others - own);
    }
    free(input);
    free(output);
    return MPI_Finalize();
}
