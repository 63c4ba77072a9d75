/* Makes collective calls that do not match: rank 1 gives another operator, root or count than the
 * others, or calls another function. Argument: which of these. */
#include <mpi.h>
#include <stdio.h>
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

/* The block that a process sends to itself has two sizes. Rank 0 prints how many processes were let
 * to do so by each call. */
static void refuse_sizes(int rank) {
    int in[64] = {0}, out[64], class[4];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Allgather(in, 2, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD), &class[0]);
    MPI_Error_class(MPI_Alltoall(in, 2, MPI_INT, out, 1, MPI_DOUBLE_INT, MPI_COMM_WORLD),
                    &class[1]);
    MPI_Error_class(rank == 2 ? MPI_Gather(in, 2, MPI_INT, out, 1, MPI_INT, 2, MPI_COMM_WORLD)
                              : MPI_ERR_TRUNCATE,
                    &class[2]);
    MPI_Error_class(rank == 0 ? MPI_Scatter(in, 2, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_WORLD)
                              : MPI_ERR_TRUNCATE,
                    &class[3]);
    int let[4], lets[4];
    for (int i = 0; i < 4; i++)
        let[i] = class[i] != MPI_ERR_TRUNCATE;
    MPI_Reduce(let, lets, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %d %d %d\n", lets[0], lets[1], lets[2], lets[3]);
}

/* Exchanges elements of a type in long blocks, in blocks of unequal sizes, in a nonblocking call,
 * or with neighbours. */
static void exchange_types(const char *how, MPI_Datatype type) {
    int in[64] = {0}, out[64], counts[64], places[64], size;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm ring = MPI_COMM_NULL;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++)
        counts[r] = 1, places[r] = r;
    if (strcmp(how, "long") == 0) {
        static int data[2000];
        MPI_Ibcast(data, 2000, type, 0, MPI_COMM_WORLD, &request);
    } else if (strcmp(how, "gather") == 0) {
        MPI_Gatherv(in, 1, type, out, counts, places, type, 0, MPI_COMM_WORLD);
    } else if (strcmp(how, "nonblocking") == 0) {
        MPI_Ialltoall(in, 1, type, out, 1, type, MPI_COMM_WORLD, &request);
    } else {
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){1}, 0, &ring);
        MPI_Neighbor_allgather(in, 1, type, out, 1, type, ring);
        MPI_Comm_free(&ring);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
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
    else if (strcmp(what, "sizes") == 0)
        refuse_sizes(rank);
    else if (strncmp(what, "types-", 6) == 0)
        exchange_types(what + 6, other ? MPI_FLOAT : MPI_INT);
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
