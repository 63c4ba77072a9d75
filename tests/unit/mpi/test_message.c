/* Finds a wait without progress, and calls before MPI_Init or after MPI_Finalize that pass. Wrong
 * arguments are in tests/mpi/wrong_arguments.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "mpi.h"
#include "mpi/object/errhandler.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

#define CHECK(call) host_check((call) == MPI_SUCCESS)

static NODE_LOCAL int rank, size, other;

static void start(void) {
    CHECK(MPI_Init(NULL, NULL));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    other = rank ^ 1;
    errhandler_world = MPI_ERRORS_RETURN;
}

/* Runs a function on a cube whose nodes sleep at once or look first, with small rings and large
 * ones, and with a clock. */
static void run(uint32_t dimension, int (*function)(void *)) {
    for (uint32_t spins = 0; spins <= 20; spins += 20)
        for (uint32_t routed = 1024; routed <= 16384; routed *= 16)
            assert_int_equal(host_run(dimension,
                                      &(struct host_options){.spins = spins, .routed = routed},
                                      function, NULL),
                             HOST_OK);
    assert_int_equal(
        host_run(dimension,
                 &(struct host_options){.flags = CUBE_PAGE_CLOCK, .costs = {1000, 10, 1, 0}},
                 function, NULL),
        HOST_OK);
}

enum { LONG = 50000 }; /* ints of a message whose data do not go along */

/* ---- Progress ---- */

/* The three programs that need progress in every wait, and of which none may wait for credit. */
static int progress(UNUSED void *argument) {
    enum { UNMATCHED = 1000, MANY = 40 };
    start();
    int *data = calloc(LONG, sizeof *data), word = 0;
    MPI_Request *requests = malloc((UNMATCHED + 1) * sizeof(MPI_Request));
    if (rank == 0) { /* the other one receives before the barrier */
        CHECK(MPI_Isend(data, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]));
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
        CHECK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    } else {
        CHECK(MPI_Recv(data, LONG, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(MPI_Barrier(MPI_COMM_WORLD));
    }
    for (int i = 0; rank == 0 && i < UNMATCHED; i++)
        CHECK(MPI_Isend(data, 100, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[i]));
    if (rank == 0) {
        CHECK(MPI_Send(&word, 1, MPI_INT, 1, 3, MPI_COMM_WORLD));
        CHECK(MPI_Waitall(UNMATCHED, requests, MPI_STATUSES_IGNORE));
    } else {
        CHECK(MPI_Recv(&word, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = 0; i < UNMATCHED; i++)
            CHECK(MPI_Recv(data, 100, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    for (int i = 0; i < MANY; i++) /* both send more than a window */
        CHECK(MPI_Isend(data, 4000, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[i]));
    for (int i = 0; i < MANY; i++)
        CHECK(MPI_Recv(data, LONG, MPI_INT, other, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    free(requests);
    free(data);
    CHECK(MPI_Finalize());
    return 0;
}

TEST(test_progress) {
    run(1, progress);
}

/* ---- Start and end ---- */

static int asks(UNUSED void *argument) {
    int flag, provided, length;
    char name[MPI_MAX_PROCESSOR_NAME];
    errhandler_self = errhandler_world = MPI_ERRORS_RETURN;
    CHECK(MPI_Initialized(&flag));
    host_check(!flag);
    CHECK(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided));
    host_check(provided == MPI_THREAD_SINGLE);
    CHECK(MPI_Query_thread(&provided));
    CHECK(MPI_Is_thread_main(&flag));
    host_check(flag && provided == MPI_THREAD_SINGLE);
    CHECK(MPI_Initialized(&flag));
    host_check(flag && MPI_Init(NULL, NULL) == MPI_ERR_OTHER);
    CHECK(MPI_Get_processor_name(name, &length));
    host_check(length == (int)strlen(name));
    double before = MPI_Wtime();
    host_check(MPI_Wtime() >= before && MPI_Wtick() > 0 && MPI_Wtick() < 1e-3);
    CHECK(MPI_Finalize());
    CHECK(MPI_Finalized(&flag));
    host_check(flag && MPI_Finalize() == MPI_ERR_OTHER);
    host_check(MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_ERR_COMM);
    return 0;
}

TEST(test_start_and_end) {
    run(0, asks);
    run(2, asks);
}
