/* How tests of messages between processes begin: they run MPI on a cube of host threads. */
#ifndef TESTS_MPI_PROCESSES_H
#define TESTS_MPI_PROCESSES_H

#include "compiler.h"
#include "mpi.h"
#include "mpi/object/errhandler.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

#define CHECK(call) host_check((call) == MPI_SUCCESS)

static NODE_LOCAL int rank, size, other;

/* A function of the leak sanitizer, which not every build has: memory that the calling thread
 * allocates after this call is not reported. */
void __lsan_disable(void) __attribute__((weak));

/* Every node's function begins with this if a deadlock or an error is to end it, for then it cannot
 * free its memory. */
static inline void leak(void) {
    if (__lsan_disable)
        __lsan_disable();
}

static inline void start(void) {
    CHECK(MPI_Init(NULL, NULL));
    CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    other = rank ^ 1;
    errhandler_world = MPI_ERRORS_RETURN;
}

/* Returns when the other rank has called this, too, and all that both had sent has arrived. */
static inline void meet(void) {
    CHECK(MPI_Sendrecv(NULL, 0, MPI_INT, other, 999, NULL, 0, MPI_INT, other, 999, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE));
}

/* Runs a function on a cube whose nodes sleep at once or look first, with small rings and large
 * ones, and with a clock. */
static inline void run(uint32_t dimension, int (*function)(void *)) {
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

#endif
