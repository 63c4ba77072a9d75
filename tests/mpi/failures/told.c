/* Finds ranks that never hear of failures because their calls fail at once: rank 0 revokes one
 * communicator after the other, and rank 1 repeats one call on it until it returns
 * MPIX_ERR_REVOKED. Then ranks die one after the other, and rank 1 asks for failed ranks until it
 * hears of the death. Rank 2 is dead from the beginning. A rank that does not hear goes on for
 * ever. */
#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEAD = 2, FIRST_LATER = 3, ASKED = 3, GO = 1, ALL = 100 };

static int word, sum;
static MPI_Comm made;
static MPI_Request request;

static int finish(int error) {
    return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
}

static int barrier(MPI_Comm comm) {
    return MPI_Barrier(comm);
}
static int allreduce(MPI_Comm comm) {
    return MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, comm);
}
static int ibarrier(MPI_Comm comm) {
    return finish(MPI_Ibarrier(comm, &request));
}
static int test(MPI_Comm comm) {
    int flag = 0, error = MPI_Ibarrier(comm, &request);
    while (error == MPI_SUCCESS && !flag)
        error = MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    return error;
}
static int waitall(MPI_Comm comm) {
    MPI_Status status = {.MPI_ERROR = MPI_SUCCESS};
    int error = MPI_Ibarrier(comm, &request);
    if (error == MPI_SUCCESS)
        error = MPI_Waitall(1, &request, &status);
    return error == MPI_ERR_IN_STATUS ? status.MPI_ERROR : error;
}
static int persistent(MPI_Comm comm) {
    int error = MPI_Barrier_init(comm, MPI_INFO_NULL, &request);
    error = error == MPI_SUCCESS ? MPI_Start(&request) : error;
    error = finish(error);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    return error;
}
static int duplicate(MPI_Comm comm) {
    return MPI_Comm_dup(comm, &made);
}
static int later_duplicate(MPI_Comm comm) {
    int error = finish(MPI_Comm_idup(comm, &made, &request));
    if (MPI_Barrier(made) == MPI_SUCCESS)
        puts("wrong: a communicator that was not made");
    MPI_Comm_free(&made);
    return error;
}
static int split(MPI_Comm comm) {
    return MPI_Comm_split(comm, 0, 0, &made);
}
static int send_dead(MPI_Comm comm) {
    return MPI_Send(&word, 1, MPI_INT, DEAD, 0, comm);
}
static int receive_dead(MPI_Comm comm) {
    return MPI_Recv(&word, 1, MPI_INT, DEAD, 0, comm, MPI_STATUS_IGNORE);
}
static int receive_any(MPI_Comm comm) {
    return MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
}
static int probe(MPI_Comm comm) {
    return MPI_Probe(DEAD, 0, comm, MPI_STATUS_IGNORE);
}
static int is_revoked(MPI_Comm comm) {
    int revoked;
    MPIX_Comm_is_revoked(comm, &revoked);
    return revoked ? MPIX_ERR_REVOKED : MPIX_ERR_PROC_FAILED;
}

static int (*const calls[])(MPI_Comm comm) = {
    barrier,         allreduce, ibarrier,  test,         waitall,     persistent, duplicate,
    later_duplicate, split,     send_dead, receive_dead, receive_any, probe,      is_revoked,
};
enum { CALLS = sizeof calls / sizeof *calls };

/* How many have failed, as one of the calls says that ask for it. */
static int failed(int k) {
    MPI_Group group = MPI_GROUP_EMPTY;
    int count = 0;
    if (k == 0)
        MPIX_Comm_get_failed(MPI_COMM_WORLD, &group);
    if (k == 1)
        MPIX_Comm_ack_failed(MPI_COMM_WORLD, ALL, &count);
    if (k == 2)
        MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    if (k == 2)
        MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &group);
    if (k != 1)
        MPI_Group_size(group, &count);
    return count;
}

static void ask_for_failed(void) {
    for (int k = 0; k < ASKED; k++) {
        MPI_Send(&k, 1, MPI_INT, FIRST_LATER + k, GO, MPI_COMM_WORLD);
        while (failed(k) == k + 1)
            ;
    }
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm comm[CALLS];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int k = 0; k < CALLS; k++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[k]);
    MPI_Barrier(MPI_COMM_WORLD); /* DEAD leaves it when all have their communicators */
    if (rank == DEAD)
        raise(SIGKILL);
    while (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS)
        ;
    for (int k = 0; k < CALLS && rank == 1; k++) {
        calls[k](comm[k]);
        MPI_Send(&k, 1, MPI_INT, 0, GO, MPI_COMM_WORLD);
        while (calls[k](comm[k]) != MPIX_ERR_REVOKED)
            ;
    }
    for (int k = 0; k < CALLS && rank == 0; k++) {
        MPI_Recv(&word, 1, MPI_INT, 1, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPIX_Comm_revoke(comm[k]);
    }
    if (rank == 1)
        ask_for_failed();
    if (rank >= FIRST_LATER) {
        MPI_Recv(&word, 1, MPI_INT, 1, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        raise(SIGKILL);
    }
    for (int k = 0; k < CALLS; k++)
        MPI_Comm_free(&comm[k]);
    if (rank == 1)
        puts("all heard");
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
