/* Finds an error that goes to another communicator's handler, attributes that MPI_Finalize does not
 * delete, and a context that is chosen again while something of it is left. */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/communicator.h"
#include "tests/unit/mpi/worlds.h"
#include "tests/unit/nodes.h"

/* ---- Errors come to the handler of their communicator ---- */

static NODE_LOCAL MPI_Comm raised_on;
static NODE_LOCAL int raised;

static void handle(MPI_Comm *comm, int *code, ...) {
    raised_on = *comm;
    raised = *code;
}

TEST_IN_WORLDS(test_raise_errors, 1, 6) {
    MPI_Errhandler own;
    MPI_Comm copy, made;
    MPI_Group all, other;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_create_errhandler(handle, &own);
    MPI_Comm_set_errhandler(copy, own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    host_check(MPI_Comm_split(copy, -7, 0, &made) == MPI_ERR_ARG);
    host_check(raised_on == copy && raised == MPI_ERR_ARG);
    host_check(MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &made) == MPI_ERR_ARG);
    host_check(MPI_Comm_call_errhandler(copy, MPI_ERR_IO) == MPI_SUCCESS && raised == MPI_ERR_IO);
    host_check(MPI_Comm_remote_size(copy, &size) == MPI_ERR_COMM && raised == MPI_ERR_COMM);
    host_check(MPI_Intercomm_merge(copy, 0, &made) == MPI_ERR_COMM);
    host_check(MPI_Comm_get_attr(copy, 77, &made, &raised) == MPI_ERR_KEYVAL);
    MPI_Comm world = MPI_COMM_WORLD;
    host_check(MPI_Comm_free(&world) == MPI_ERR_COMM && world == MPI_COMM_WORLD);
    /* A group of processes that are not in the communicator. */
    if (size > 1) {
        MPI_Comm_split(copy, rank, 0, &made);
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, 1, (int[]){(rank + 1) % size}, &other);
        MPI_Comm none;
        host_check(MPI_Comm_create(made, other, &none) == MPI_ERR_GROUP && raised_on == made);
        MPI_Group_free(&all);
        MPI_Group_free(&other);
        MPI_Comm_free(&made);
    }
    MPI_Comm_free(&copy);
    MPI_Errhandler_free(&own);
}

/* ---- The attributes of MPI_COMM_SELF are deleted by MPI_Finalize, the newest first, while all
 * else works ---- */

static NODE_LOCAL int deleted;

static int delete_at_end(MPI_Comm comm, UNUSED int keyval, void *value, UNUSED void *extra) {
    int over, sum = 0, one = 1;
    MPI_Finalized(&over);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    host_check(comm == MPI_COMM_SELF && !over && sum == size);
    host_check((int)(intptr_t)value == 2 - deleted++);
    return MPI_SUCCESS;
}

static int finalize(UNUSED void *argument) {
    begin();
    for (intptr_t i = 1; i <= 2; i++) {
        int keyval;
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_at_end, &keyval, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, keyval, (void *)i);
        MPI_Comm_free_keyval(&keyval);
    }
    int error = MPI_Finalize();
    host_check(deleted == 2 && comm_count == 0);
    return error;
}

/* ---- Contexts are chosen again, except those of which something is left ---- */

/* How many communicators a leader makes before a context comes again, and a few more. */
enum { LIVES = CONTEXTS_RESTING + 16 };

/* Rank 0 is the leader, and does not get ahead of the others. */
static uint32_t context_of_new(MPI_Comm *kept) {
    MPI_Comm made;
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made);
    uint32_t context = made->context;
    if (kept)
        *kept = made;
    else
        MPI_Comm_free(&made);
    return context;
}

TEST_WITH_VERDICT(test_contexts_again, HOST_OK, 2, 2, .ranks = 3) {
    begin();
    MPI_Comm lives, made;
    int number = 7;
    for (int i = 0; i < CONTEXTS_ONCE; i++)
        context_of_new(NULL);
    /* Nobody receives what is sent on one communicator; another one lives; a third one has ended at
     * all processes but the last, where it has a receive. */
    uint32_t left = context_of_new(&made), alive = context_of_new(&lives);
    int last = size - 1;
    if (rank == 0)
        MPI_Send(&number, 1, MPI_INT, last, 5, made);
    if (rank == last)
        MPI_Probe(0, 5, made, MPI_STATUS_IGNORE);
    MPI_Comm_free(&made);
    uint32_t awaited = context_of_new(&made);
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == last)
        MPI_Irecv(&number, 1, MPI_INT, 0, 6, made, &request);
    MPI_Comm kept = made;
    if (rank != 0)
        MPI_Comm_free(&made);
    uint32_t first = context_of_new(NULL);
    bool again = false;
    for (int i = 0; i < LIVES; i++) {
        uint32_t context = context_of_new(NULL);
        again |= context == first;
        host_check(context != left && context != alive && context != awaited);
    }
    host_check(again);
    if (rank == 0) {
        MPI_Send(&number, 1, MPI_INT, last, 6, kept);
        MPI_Comm_free(&kept);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    again = false;
    for (int i = 0; i < LIVES; i++)
        again |= context_of_new(NULL) == awaited;
    host_check(again);
    MPI_Comm_free(&lives);
    host_check(MPI_Finalize() == MPI_SUCCESS);
}

TEST(test_finalize) {
    run_all(finalize, NULL, 1, 6);
}
