/* Collective calls of every form on communicators of any size, on the host's cube, and many
 * persistent ones on one communicator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "tests/host/host.h"

#define check host_check
#include "tests/mpi_calls.h"

struct plan {
    uint64_t seed;
    int calls;
};

static int random_calls(void *argument) {
    const struct plan *plan = argument;
    start_process(plan->seed);
    make_random_calls(plan->calls);
    end_process();
    return 0;
}

static void test_random(void **state) {
    (void)state;
    for (uint32_t dimension = 0; dimension <= 4; dimension++)
        for (uint32_t spins = 0; spins < 2; spins++) {
            struct plan plan = {dimension * 77 + spins,
                                (HOST_THREADS_ALONE ? 240 : 960) >> dimension};
            assert_int_equal(host_run(dimension, &(struct host_options){.spins = 20 * spins},
                                      random_calls, &plan),
                             HOST_OK);
        }
}

/* ---- Persistent calls after so many that their numbers do not fit beside a signature ---- */

enum { EARLY = 2, KEPT = 6, STARTS = 3 };

static int many_persistent(void *argument) {
    (void)argument;
    MPI_Comm comm;
    MPI_Request requests[KEPT];
    int data[KEPT], rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int k = 0; k < KEPT; k++) {
        if (k == EARLY)
            comm->prepared = MATCH_NUMBERS; /* as if so many had been made and freed */
        MPI_Bcast_init(&data[k], 1, MPI_INT, k % size, comm, MPI_INFO_NULL, &requests[k]);
    }
    for (int start = 0; start < STARTS; start++) {
        for (int k = 0; k < KEPT; k++)
            data[k] = rank == k % size ? 10 * start + k : -1;
        for (int k = 0; k < KEPT; k++)
            MPI_Start(&requests[(k + rank * (start + 1)) % KEPT]);
        MPI_Waitall(KEPT, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < KEPT; k++)
            host_check(data[k] == 10 * start + k);
    }
    for (int k = 0; k < KEPT; k++)
        MPI_Request_free(&requests[k]);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}

static void test_many_persistent(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, many_persistent, NULL), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_many_persistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
