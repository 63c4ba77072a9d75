/* Error handlers (MPI 5.0, section 9.3). */
#ifndef MPI_ERRHANDLER_H
#define MPI_ERRHANDLER_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"

/* A handler that the user made. Its memory lives until the user and all communicators have let go
 * of it. */
struct MPI_ABI_Errhandler {
    MPI_Comm_errhandler_function *function;
    int references;
};

/* Whether a handle is one: predefined, or made by the user. */
bool errhandler_is(MPI_Errhandler handler);

/* Takes a reference to a handler, or gives one back, with which its memory may end. For predefined
 * handlers these do nothing. */
void errhandler_keep(MPI_Errhandler handler);
void errhandler_release(MPI_Errhandler handler);

/* The handlers of MPI_COMM_WORLD and MPI_COMM_SELF. That of MPI_COMM_SELF is null until it is set:
 * until then its errors go to the handler of MPI_COMM_WORLD, which is where programs that are older
 * than MPI 4.0 set a handler for errors that are about no communicator. */
extern NODE_LOCAL MPI_Errhandler errhandler_world, errhandler_self;

#endif
