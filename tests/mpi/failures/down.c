/* Finds survivors that are not in the new communicator, down to one rank, and leftovers of repeated
 * revocations. First a hundred times: one rank revokes the communicator, each call on it returns
 * this error, and all shrink it to a new one with all ranks. Then in each round one rank kills
 * itself, drawn from the seed in the first argument, the others find that out by an operation drawn
 * from it, revoke, shrink, and go on, until one is left. The last one prints the numbers of
 * revocations and deaths; each prints errors. */
#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { REVOCATIONS = 100 };

static int wrong;

static void claim(int holds, const char *what) {
    int rank;
    if (holds)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("wrong at rank %d: %s\n", rank, what);
    wrong = 1;
}

/* Whether an error is one of a death or a revocation: others may have gone on to the next one. */
static int is_failure(int error) {
    return error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_REVOKED;
}

/* Shrinks *comm, and claims that `size` ranks are left. */
static void shrink(MPI_Comm *comm, int size) {
    MPI_Comm next;
    int left = 0, one = 1, all = 0;
    claim(MPIX_Comm_shrink(*comm, &next) == MPI_SUCCESS, "a shrinking");
    if (*comm != MPI_COMM_WORLD)
        MPI_Comm_free(comm);
    *comm = next;
    MPI_Comm_size(next, &left);
    claim(left == size, "the size after a shrinking");
    int error = MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, next);
    claim(error == MPI_SUCCESS ? all == size : is_failure(error), "a sum after a shrinking");
}

/* A call that cannot end well: a member is dead, and the left neighbour may have revoked. */
static int fail(MPI_Comm comm, int kind) {
    int rank, size, word = 0, sum;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    switch (kind) {
    case 0:
        return MPI_Barrier(comm);
    case 1:
        return MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    case 2:
        return MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, MPI_STATUS_IGNORE);
    default:
        return MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 2, &word, 1, MPI_INT,
                            (rank + size - 1) % size, 2, comm, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, deaths = 0;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    srand(argc > 1 ? (unsigned)atoi(argv[1]) : 1); /* the same at all ranks */
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < REVOCATIONS; i++) {
        if (rank == i % size)
            MPIX_Comm_revoke(comm);
        int error = MPI_Recv(&error, 1, MPI_INT, rank, 3, comm, MPI_STATUS_IGNORE);
        claim(error == MPIX_ERR_REVOKED, "a receive on a revoked communicator");
        shrink(&comm, size);
    }
    for (; size > 1; size--, deaths++) {
        int victim = rand() % size, kind = rand() % 4;
        MPI_Comm_rank(comm, &rank);
        if (rank == victim)
            raise(SIGKILL);
        int error = fail(comm, kind);
        claim(is_failure(error) || (error == MPI_SUCCESS && kind == 3),
              "what an operation returns that a dead rank takes part in");
        MPIX_Comm_revoke(comm);
        shrink(&comm, size - 1);
    }
    printf("%d revocations, %d deaths, one left\n", REVOCATIONS, deaths);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return wrong;
}
