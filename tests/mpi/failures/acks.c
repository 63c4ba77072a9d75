/* Finds a death that is acknowledged with another one. Rank 4 of 5 dies by exit without
 * MPI_Finalize, and rank 3 by its own signal; the others know of both before they acknowledge the
 * first. Each survivor prints errors, and rank 0 its end. */
#include <mpi-ext.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 4, SECOND = 3 };

static int rank;

static void claim(int holds, const char *what) {
    if (!holds)
        printf("wrong at rank %d: %s\n", rank, what);
}

/* Claims that the group has so many, of which the first is the first that died. */
static void has(MPI_Group group, int size, const char *what) {
    int count, first = FIRST;
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &count);
    if (count > 0)
        MPI_Group_translate_ranks(group, 1, (int[]){0}, world, &first);
    claim(count == size && first == FIRST, what);
    MPI_Group_free(&world);
    if (group != MPI_GROUP_EMPTY)
        MPI_Group_free(&group);
}

static void acked(int size, const char *what) {
    MPI_Group group;
    MPI_Comm_failure_get_acked(MPI_COMM_WORLD, &group);
    has(group, size, what);
}

static int agree(void) {
    int flag = 1;
    return MPI_Comm_agree(MPI_COMM_WORLD, &flag);
}

/* Waits until a receive from the rank fails. */
static void await_death(int dead) {
    int word;
    claim(MPI_Recv(&word, 1, MPI_INT, dead, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ==
              MPI_ERR_PROC_FAILED,
          "a receive from a dead rank");
}

int main(int argc, char *argv[]) {
    int flag, *survives, count = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_FT, &survives, &flag);
    claim(flag && *survives, "the attribute MPI_FT");
    if (rank == FIRST)
        exit(1);
    await_death(FIRST);
    if (rank == SECOND) {
        for (int other = 0; other < SECOND; other++)
            MPI_Recv(&flag, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        raise(SIGKILL);
    }
    MPI_Send(&flag, 1, MPI_INT, SECOND, 0, MPI_COMM_WORLD); /* all learn of both in this order */
    await_death(SECOND);
    MPI_Group failed;
    MPI_Comm_get_failed(MPI_COMM_WORLD, &failed);
    has(failed, 2, "the failed");
    acked(0, "none is acknowledged");
    claim(agree() == MPI_ERR_PROC_FAILED, "an agreement, of which none has acknowledged a death");
    MPI_Comm_ack_failed(MPI_COMM_WORLD, 0, &count);
    claim(count == 0, "none to acknowledge");
    MPI_Comm_ack_failed(MPI_COMM_WORLD, 1, &count);
    claim(count == 1, "one to acknowledge");
    acked(1, "the acknowledged one");
    claim(agree() == MPI_ERR_PROC_FAILED, "an agreement, of which all have acknowledged one death");
    if (rank == 0)
        MPI_Comm_ack_failed(MPI_COMM_WORLD, 2, &count);
    claim(count == (rank == 0 ? 2 : 1), "both to acknowledge");
    claim(agree() == MPI_ERR_PROC_FAILED, "an agreement, of which one has acknowledged all");
    MPI_Comm_ack_failed(MPI_COMM_WORLD, 3, &count);
    claim(count == 2, "more to acknowledge than there are");
    acked(2, "both acknowledged");
    claim(agree() == MPI_SUCCESS, "an agreement, of which all have acknowledged all");
    if (rank == 0)
        puts("all acknowledged");
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
