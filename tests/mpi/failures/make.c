/* Finds a call that makes communicators and hangs, or makes different ones, when a rank dies, a
 * future member or not. Rank 8 of 9 dies first, and rank 1 later, when all know of the first death.
 * Each survivor prints errors, and rank 0 its end. */
#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>

enum { FIRST = 8, SECOND = 1, PAIRED = 4, CONTEXTS_OF_A_LEADER = 32768 };

static int rank;

static void claim(int holds, const char *what) {
    if (!holds)
        printf("wrong at rank %d: %s\n", rank, what);
}

/* Claims that a call has succeeded, and that the new communicator has so many and works. */
static void works(int error, MPI_Comm *comm, int size, const char *what) {
    int one = 1, sum = 0;
    claim(error == MPI_SUCCESS, what);
    if (error != MPI_SUCCESS)
        return;
    claim(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, *comm) == MPI_SUCCESS && sum == size,
          what);
    MPI_Comm_free(comm);
}

/* Claims that a call has failed because of a death, or that what it has made is of no use: nobody
 * waits for those at which it has failed. */
static void fails(int error, MPI_Comm *comm, const char *what) {
    if (error == MPI_SUCCESS) {
        error = MPI_Barrier(*comm);
        MPI_Comm_free(comm);
    }
    claim(error == MPIX_ERR_PROC_FAILED || error == MPIX_ERR_REVOKED, what);
}

static MPI_Group group_of(int first, int count) {
    MPI_Group all, group;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, (int[1][3]){{first, first + count - 1, 1}}, &group);
    MPI_Group_free(&all);
    return group;
}

/* Of ranks first to first + count - 1. */
static int create_group(int first, int count, MPI_Comm *made) {
    MPI_Group group = group_of(first, count);
    int error = MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, made);
    MPI_Group_free(&group);
    return error;
}

static int create_of_living(MPI_Comm *made) {
    MPI_Group all = group_of(0, FIRST), group;
    MPI_Group_excl(all, 1, (int[]){SECOND}, &group);
    int error = MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, made);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
    return error;
}

static int from_group(int first, int count, MPI_Comm *made) {
    MPI_Group group = group_of(first, count);
    int error = MPI_Comm_create_from_group(group, "make", MPI_INFO_NULL, MPI_ERRORS_RETURN, made);
    MPI_Group_free(&group);
    return error;
}

/* Connects ranks below `middle` with those from it up to `end`. */
static int from_groups(int middle, int end, MPI_Comm *made) {
    MPI_Group low = group_of(0, middle), high = group_of(middle, end - middle);
    int error =
        MPI_Intercomm_create_from_groups(rank < middle ? low : high, 0, rank < middle ? high : low,
                                         0, "between", MPI_INFO_NULL, MPI_ERRORS_RETURN, made);
    MPI_Group_free(&low);
    MPI_Group_free(&high);
    return error;
}

static int partitioned(void) {
    int word = rank, error;
    MPI_Request request;
    if (rank == 0)
        error = MPI_Psend_init(&word, 1, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        error = MPI_Precv_init(&word, 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (error == MPI_SUCCESS)
        error = MPI_Start(&request);
    if (error == MPI_SUCCESS && rank == 0)
        error = MPI_Pready(0, request);
    if (error == MPI_SUCCESS)
        error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    return error == MPI_SUCCESS && word != 0 ? MPI_ERR_OTHER : error;
}

int main(int argc, char *argv[]) {
    MPI_Init(&argc, &argv);
    MPI_Comm half, made = MPI_COMM_NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_split(MPI_COMM_WORLD, rank < FIRST ? rank / 2 : MPI_UNDEFINED, 0, &half);
    MPI_Barrier(MPI_COMM_WORLD); /* rank 8 leaves it when all have split */
    if (rank == FIRST)
        raise(SIGKILL);

    /* Rank 8 dies, which is in none of these: some know it, others do not yet. */
    works(create_group(0, FIRST, &made), &made, FIRST, "MPI_Comm_create_group");
    while (MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS)
        ;
    works(create_group(0, FIRST, &made), &made, FIRST, "MPI_Comm_create_group, of a death known");
    works(from_group(0, FIRST, &made), &made, FIRST, "MPI_Comm_create_from_group");
    if (rank < PAIRED) {
        int error = MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &made);
        works(error, &made, 2, "MPI_Intercomm_create");
    }
    works(from_groups(2, FIRST, &made), &made, rank < 2 ? FIRST - 2 : 2,
          "MPI_Intercomm_create_from_groups");
    if (rank < 2)
        claim(partitioned() == MPI_SUCCESS, "a partitioned message");

    /* Rank 1 dies, which is to be in all of these. In the tree it is above rank 3, and that above
     * rank 7. */
    if (rank == SECOND)
        raise(SIGKILL);
    fails(create_group(0, FIRST, &made), &made, "MPI_Comm_create_group of a dead one");
    fails(from_group(0, FIRST, &made), &made, "MPI_Comm_create_from_group of a dead one");
    fails(from_groups(2, FIRST, &made), &made, "MPI_Intercomm_create_from_groups of a dead one");
    /* Calls that fail at once use no contexts up. */
    for (int i = 0; rank == 0 && i < CONTEXTS_OF_A_LEADER; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    works(create_of_living(&made), &made, FIRST - 1, "MPI_Comm_create_group of the living");
    if (half != MPI_COMM_NULL)
        MPI_Comm_free(&half);
    if (rank == 0)
        puts("all made");
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
