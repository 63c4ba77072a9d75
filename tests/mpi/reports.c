/* Finds a wrong program that is not told of, or by other words. The argument chooses one of them.
 */
#include <mpi.h>
#include <string.h>

static int rank, size, data[4];
static MPI_Request request;
static MPI_Comm left;
static MPI_Status status;

static int is(const char *wanted, const char *given) {
    return strcmp(wanted, given) == 0;
}

/* Each of these is called from a function of its own, which the report of a deadlock names. */
static void receive_from_next(void) {
    MPI_Recv(data, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, &status);
}
static void wait_for_any(void) {
    MPI_Irecv(data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
}

int main(int argc, char **argv) {
    const char *wrong = argc > 1 ? argv[1] : "nothing";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size;
    if (is(wrong, "receive"))
        receive_from_next();
    if (is(wrong, "wait"))
        wait_for_any();
    if (is(wrong, "synchronous"))
        MPI_Ssend(data, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    if (is(wrong, "abort") && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (is(wrong, "abort") || (is(wrong, "detach") && rank == 1))
        receive_from_next();
    if (is(wrong, "short") && rank == 1)
        MPI_Send(data, 4, MPI_INT, 0, 9, MPI_COMM_WORLD);
    if (is(wrong, "short") && rank == 0)
        MPI_Recv(data, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &status);
    if (is(wrong, "message"))
        MPI_Send(data, 2, MPI_INT, next, 5, MPI_COMM_WORLD);
    if (is(wrong, "request"))
        MPI_Irecv(data, 4, MPI_INT, next, 6, MPI_COMM_WORLD, &request);
    if (is(wrong, "overlap"))
        MPI_Irecv(data, 4, MPI_INT, 0, 6, MPI_COMM_SELF, &request);
    if (is(wrong, "overlap"))
        MPI_Irecv(data + 3, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &request);
    if (is(wrong, "communicator")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &left);
        MPI_Comm_set_name(left, "pairs");
        MPI_Send(data, 2, MPI_INT, next, 5, left);
    }
    if (is(wrong, "types"))
        MPI_Sendrecv(data, 2, MPI_INT, next, 1, data + 2, 2, MPI_FLOAT, MPI_ANY_SOURCE, 1,
                     MPI_COMM_WORLD, &status);
    if (is(wrong, "detach") && rank != 1) {
        static int many[1 << 14];
        static char buffer[1 << 17];
        int bytes;
        void *detached;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(many, 1 << 14, MPI_INT, next, 3, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes);
    }
    MPI_Finalize();
    return 0;
}
