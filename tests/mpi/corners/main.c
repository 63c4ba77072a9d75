/* Runs all these tests on MPI_COMM_WORLD, on communicators that are made from it, and between two
 * of them. Rank 0 prints "right" if no process has found a fault. */
#include "corners.h"

int *no_array = (int *)1;
_Thread_local int rank, size, next, before;
static _Thread_local int failures;

enum { MOST_TESTS = 128 };
static void (*tests[CORNERS_KINDS][MOST_TESTS])(MPI_Comm comm);

void corners_list(enum corners_kind kind, void (*test)(MPI_Comm comm)) {
    int i = 0;
    while (tests[kind][i])
        i++;
    tests[kind][i] = test;
}

void corners_note(int holds, const char *condition, const char *file, int line) {
    if (!holds && failures++ < 4)
        fprintf(stderr, "%s:%d: not %s\n", file, line, condition);
}

int corners_class(int error) {
    int class;
    MPI_Error_class(error, &class);
    return class;
}

int corners_count(const MPI_Status *status, MPI_Datatype type) {
    int count;
    MPI_Get_count(status, type, &count);
    return count;
}

MPI_Comm corners_ring(MPI_Comm comm) {
    MPI_Comm ring;
    MPI_Cart_create(comm, 1, &size, &(int){1}, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    return ring;
}

void corners_free(int count, MPI_Request requests[]) {
    for (int i = 0; i < count; i++)
        MPI_Request_free(&requests[i]);
}

static void run_all(MPI_Comm comm, enum corners_kind kind) {
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    check(tests[kind][0]);
    for (int i = 0; i < MOST_TESTS && tests[kind][i]; i++)
        tests[kind][i](comm);
}

/* Tests all processes but the last one, with their ranks in the opposite order. */
static void run_reversed(int world, int worlds) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, world == worlds - 1 ? MPI_UNDEFINED : 0, -world, &part);
    if (part == MPI_COMM_NULL)
        return;
    run_all(part, CORNERS_WITHIN);
    MPI_Comm_free(&part);
}

/* Tests each half of the processes, and then an intercommunicator between the halves. */
static void run_halves(int world, int worlds) {
    MPI_Comm half, between;
    int upper = world >= worlds / 2;
    MPI_Comm_split(MPI_COMM_WORLD, upper, world, &half);
    run_all(half, CORNERS_WITHIN);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : worlds / 2, 1, &between);
    run_all(between, CORNERS_BETWEEN);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
    int world, worlds, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &worlds);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    run_all(MPI_COMM_WORLD, CORNERS_WITHIN);
    run_all(MPI_COMM_SELF, CORNERS_WITHIN);
    if (worlds > 1) {
        run_reversed(world, worlds);
        run_halves(world, worlds);
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world == 0)
        puts(all == 0 ? "right" : "wrong");
    MPI_Finalize();
    return all != 0;
}
