/* Sessions as objects (MPI 5.0, section 11.3). */
#ifndef MPI_SESSION_H
#define MPI_SESSION_H

#include "compiler.h"
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

/* For a function with an argument `session`: returns with an error if it is none. Behind it may
 * follow pointers that must not be null. */
#define RETURN_UNLESS_SESSION(...) SESSION_AND_POINTERS(__VA_ARGS__, "")
#define SESSION_AND_POINTERS(session, ...)                                                         \
    if (!session_object(__func__, session))                                                        \
        return MPI_ERR_SESSION;                                                                    \
    RETURN_IF_NULL_ON(&(session)->raises, __VA_ARGS__)

/* Raises an error of the function in which this stands, on a session. */
#define FAIL_SESSION(session, code, ...)                                                           \
    error_raise(&(session)->raises, __func__, code, __VA_ARGS__)

/* Gives a session a handler, to which it takes a reference. It has none before the first one. */
void session_set_handler(MPI_Session session, MPI_Errhandler handler);

/* ---- How processes of a group without a communicator find each other ---- */

/* The context of messages for making a communicator: that of MPI_COMM_SELF, in which no process
 * sends to another one. */
enum { CREATE_CONTEXT = CONTEXTS };

/* Returns the tag of their messages: a hash of the string and of the processes of a group, or of
 * the string alone if that is null (Fowler, Noll and Vo, FNV-1a). */
int create_tag(const char *string, const struct MPI_ABI_Group *group);

/* ---- MPI in programs with sessions ----
 *
 * MPI in programs with sessions (MPI 5.0, section 11.3). Where a session is opened and closed is
 * this process's own affair, and messages may come from those that have opened theirs. So MPI runs
 * from before main to the end of the process: all processes start it together, and end it together.
 * MPI_Init and MPI_Finalize only show and hide MPI_COMM_WORLD and MPI_COMM_SELF. Programs without
 * sessions are linked without this. */

/* How many sessions are open at this process. At its end none may be. */
extern NODE_LOCAL int running_sessions;

/* A function that MPI_Init calls at its end, or null (mpi/session/service.c). It returns
 * MPI_SUCCESS, or an error that it has raised. */
extern NODE_LOCAL int (*running_joins)(void);

#endif
