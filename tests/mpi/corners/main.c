/* Runs all these tests on MPI_COMM_WORLD, on communicators that are made from it, and between two
 * of them. Rank 0 prints "right" if no process has found a fault. */
#include <stdio.h>

#include "corners.h"

int *no_array = (int *)1;
static _Thread_local int failures;

void corners_note(int holds, const char *condition, const char *file, int line) {
    if (!holds && failures++ < 4)
        fprintf(stderr, "%s:%d: not %s\n", file, line, condition);
}

int corners_class(int error) {
    int class;
    MPI_Error_class(error, &class);
    return class;
}

static void run_all(MPI_Comm comm) {
    corners_arguments(comm);
    corners_types(comm);
    corners_outstanding(comm);
    corners_prepared(comm);
    corners_neighbours(comm);
    corners_messages(comm);
    corners_requests(comm);
    corners_partitions(comm);
    corners_large(comm);
    corners_nobody(comm);
    corners_windows(comm);
    corners_files(comm);
#ifndef CUBE_HOST /* a sanitizer forbids to look whether an object has been freed */
    corners_freed(comm);
#endif
    corners_objects(comm);
}

/* Tests all processes but the last one, with their ranks in the opposite order. */
static void run_reversed(int rank, int size) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1 ? MPI_UNDEFINED : 0, -rank, &part);
    if (part == MPI_COMM_NULL)
        return;
    MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN);
    run_all(part);
    MPI_Comm_free(&part);
}

/* Tests each half of the processes, and then an intercommunicator between the halves. */
static void run_halves(int rank, int size) {
    MPI_Comm half, between;
    int upper = rank >= size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    run_all(half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : size / 2, 1, &between);
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    corners_between(between);
    corners_prepared_between(between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
    int rank, size, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    run_all(MPI_COMM_WORLD);
    run_all(MPI_COMM_SELF);
    if (size > 1) {
        run_reversed(rank, size);
        run_halves(rank, size);
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        puts(all == 0 ? "right" : "wrong");
    MPI_Finalize();
    return all != 0;
}
