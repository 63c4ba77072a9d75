/* Makes collective calls that do not match: rank 1 gives another operator, root or count than the
 * others, or calls another function. Argument: which of these. */
#include <mpi.h>
#include <string.h>

/* Each half of the cube has a communicator. In that of the lower half, rank 1 gives another root.
 */
static void wait_in_half(int rank) {
    int in[4] = {0}, out[64], size;
    MPI_Comm half;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank >= size / 2, rank, &half);
    MPI_Comm_set_name(half, rank >= size / 2 ? "upper" : "lower");
    MPI_Reduce_scatter_block(in, out, 1, MPI_INT, MPI_SUM, half);
    MPI_Gather(in, 3, MPI_DOUBLE, out, 3, MPI_DOUBLE, rank == 1, half);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
    int rank, in[4] = {0}, out[64];
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int other = rank == 1;
    if (strcmp(what, "operator") == 0)
        MPI_Allreduce(in, out, 2, MPI_INT, other ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    else if (strcmp(what, "count") == 0)
        MPI_Allreduce(in, out, other ? 3 : 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else if (strcmp(what, "types") == 0)
        MPI_Allgather(in, 1, other ? MPI_FLOAT : MPI_INT, out, 1, other ? MPI_FLOAT : MPI_INT,
                      MPI_COMM_WORLD);
    else if (strcmp(what, "source") == 0)
        MPI_Bcast(in, 2, MPI_INT, other ? 1 : 0, MPI_COMM_WORLD);
    else if (strcmp(what, "half") == 0)
        wait_in_half(rank);
    else if (strcmp(what, "root") == 0)
        MPI_Reduce(in, out, 2, MPI_INT, MPI_SUM, other ? 1 : 0, MPI_COMM_WORLD);
    else if (other)
        MPI_Allgather(in, 2, MPI_INT, out, 2, MPI_INT, MPI_COMM_WORLD);
    else
        MPI_Allreduce(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Finalize();
}
