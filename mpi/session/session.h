/* Sessions as objects (MPI 5.0, section 11.3). */
#ifndef MPI_SESSION_H
#define MPI_SESSION_H

#include "mpi.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

struct MPI_ABI_Session {
    MPI_Session older;                 /* the one that was opened before it, and is open */
    struct MPI_ABI_Comm raises;        /* no communicator: the session's errors are raised on it */
    struct MPI_ABI_Errhandler handler; /* calls the program's own */
    MPI_Errhandler own;                /* the program's */
};

/* Returns the session, or null after an error was raised in the function `call` on
 * MPI_COMM_SELF: the handle is of no session that is open. */
MPI_Session session_object(const char *call, MPI_Session session);

/* For a function with an argument `session`: returns with an error if it is none. */
#define RETURN_UNLESS_SESSION(session)                                                             \
    if (!session_object(__func__, session))                                                        \
    return MPI_ERR_SESSION

/* Raises an error of the function in which this stands, on a session. */
#define FAIL_SESSION(session, code, ...)                                                           \
    error_raise(&(session)->raises, __func__, code, __VA_ARGS__)

/* Gives a session a handler, to which it takes a reference. It has none before the first one. */
void session_set_handler(MPI_Session session, MPI_Errhandler handler);

#endif
