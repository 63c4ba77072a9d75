/* For tests of functions outside of a world: they return their errors. */
#ifndef TESTS_MPI_ERRORS_H
#define TESTS_MPI_ERRORS_H

#include "mpi.h"
#include "mpi/object/errhandler.h"
#include "tests/unit/test.h"

/* A call returns an error of this class. */
#define refused(class, call) assert_int_equal(call, class)

static int return_errors(UNUSED void **state) {
    errhandler_world = MPI_ERRORS_RETURN;
    return 0;
}
static CMFixtureFunction before_all = return_errors;

#endif
