/* Finds a wrong program that is not told of, or by other words: messages, calls at wrong times, and
 * a freed object. The argument chooses one of them. */
#include <mpi-ext.h>
#include <mpi.h>
#include <string.h>

static const char *given;
static int rank, size, data[4];
static MPI_Request request;
static MPI_Comm left;
static MPI_Status status;

static int is(const char *wanted) {
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

static void nothing(void *in, void *inout, int *count, MPI_Datatype *type) {
    (void)in, (void)inout, (void)count, (void)type;
}

static void use_freed_operator(void) {
    MPI_Op operator, freed;
    MPI_Op_create(nothing, 1, &operator);
    freed = operator;
    MPI_Op_free(&operator);
    MPI_Allreduce(data, data + 1, 1, MPI_INT, freed, MPI_COMM_WORLD);
}

/* Ends the program by an error of an object that is no communicator. */
static void abort_by_window(void) {
    MPI_Errhandler handler;
    MPI_Win win;
    MPI_Win_create(data, sizeof data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_ABORT);
    MPI_Win_get_errhandler(win, &handler);
    MPI_Win_fence(handler == MPI_ERRORS_ABORT ? -1 : 0, win);
}

int main(int argc, char **argv) {
    given = argc > 1 ? argv[1] : "nothing";
    if (is("before"))
        MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("ended before"))
        MPI_Finalize();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size;
    if (is("unended") || (is("one unended") && rank == 1))
        return 0;
    if (is("operator"))
        use_freed_operator();
    for (int i = 0; i < 3 && is("tag") && rank == 2; i++)
        MPI_Send(data, 2, MPI_INT, 0, 7, MPI_COMM_WORLD);
    if (is("tag") && rank == 0)
        MPI_Recv(data, 1, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is("receive"))
        receive_from_next();
    if (is("wait"))
        wait_for_any();
    if (is("synchronous"))
        MPI_Ssend(data, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    if (is("abort") && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (is("abort") || (is("detach") && rank == 1))
        receive_from_next();
    if (is("window"))
        abort_by_window();
    if (is("short") && rank == 1)
        MPI_Send(data, 4, MPI_INT, 0, 9, MPI_COMM_WORLD);
    if (is("short") && rank == 0)
        MPI_Recv(data, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, &status);
    if (is("message"))
        MPI_Send(data, 2, MPI_INT, next, 5, MPI_COMM_WORLD);
    if (is("request"))
        MPI_Irecv(data, 4, MPI_INT, next, 6, MPI_COMM_WORLD, &request);
    if (is("overlap"))
        MPI_Irecv(data, 4, MPI_INT, 0, 6, MPI_COMM_SELF, &request);
    if (is("overlap"))
        MPI_Irecv(data + 3, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &request);
    if (is("communicator")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &left);
        MPI_Comm_set_name(left, "pairs");
        MPI_Send(data, 2, MPI_INT, next, 5, left);
    }
    if (is("types"))
        MPI_Sendrecv(data, 2, MPI_INT, next, 1, data + 2, 2, MPI_FLOAT, MPI_ANY_SOURCE, 1,
                     MPI_COMM_WORLD, &status);
    if (is("agree") && rank == 0)
        MPIX_Comm_agree(MPI_COMM_WORLD, data);
    if (is("shrink") && rank == 0)
        MPIX_Comm_shrink(MPI_COMM_WORLD, &left);
    if (is("iagree") && rank == 0) {
        MPIX_Comm_iagree(MPI_COMM_WORLD, data, &request);
        MPI_Wait(&request, &status);
    }
    if (is("replace") && rank == 0)
        MPI_Sendrecv_replace(data, 1, MPI_INT, 1, 8, 1, 8, MPI_COMM_WORLD, &status);
    if (is("detach") && rank != 1) {
        static int many[1 << 14];
        static char buffer[1 << 17];
        int bytes;
        void *detached;
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(many, 1 << 14, MPI_INT, next, 3, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes);
    }
    MPI_Finalize();
    if (is("after"))
        MPI_Barrier(MPI_COMM_WORLD);
    if (is("again"))
        MPI_Init(&argc, &argv);
    return 0;
}
