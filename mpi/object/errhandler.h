/* Error handlers (MPI 5.0, section 9.3), and the end of all processes. */
#ifndef MPI_ERRHANDLER_H
#define MPI_ERRHANDLER_H

#include <stdbool.h>

#include "compiler.h"
#include "mpi.h"

/* A handler that the user has made. Its memory is freed when the user and all communicators have
 * given back their references. */
struct MPI_ABI_Errhandler {
    MPI_Comm_errhandler_function *function;
    int references;
};

/* Whether a handle is that of an error handler, predefined or the user's. */
bool errhandler_is(MPI_Errhandler handler);

/* Whether it is a predefined one, which has no function. */
static inline bool errhandler_is_predefined(MPI_Errhandler handler) {
    return handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_RETURN ||
           handler == MPI_ERRORS_ABORT;
}

/* Windows, files and sessions raise their errors on a communicator. Returns the handler that it has
 * to have so that these errors come to the program's handler `own`: this one, or *bridge, which
 * becomes a handler that calls `call`. */
static inline MPI_Errhandler errhandler_bridge(MPI_Errhandler own,
                                               MPI_Comm_errhandler_function *call,
                                               struct MPI_ABI_Errhandler *bridge) {
    *bridge = (struct MPI_ABI_Errhandler){call, 2}; /* never freed by the communicator */
    return errhandler_is_predefined(own) ? own : bridge;
}

/* Take a reference to a handler, and give one back. With the last one its memory is freed. For
 * predefined handlers these functions do nothing. */
void errhandler_keep(MPI_Errhandler handler);
void errhandler_release(MPI_Errhandler handler);

/* Puts a handler in the place of another one, or of null: the place has a reference to it. */
void errhandler_replace(MPI_Errhandler *place, MPI_Errhandler handler);

/* Returns with an error, raised on `raises` in the function `call` (error.h), if a handle is none
 * of an error handler. */
#define RETURN_UNLESS_HANDLER(raises, call, handler)                                               \
    if (!errhandler_is(handler))                                                                   \
    return error_raise(raises, call, MPI_ERR_ERRHANDLER,                                           \
                       "the handler is MPI_ERRHANDLER_NULL, or none")

/* Raises the error with which a program calls the handler of an object, in the function `call`.
 * Returns MPI_SUCCESS, which is the call's own, if the handler returns. */
int errhandler_call(const char *call, MPI_Comm raises, int errorcode);

/* The handlers of MPI_COMM_WORLD and MPI_COMM_SELF. The handler of MPI_COMM_SELF is null until it
 * is set. Until then, errors on MPI_COMM_SELF go to the handler of MPI_COMM_WORLD, because programs
 * that are older than MPI 4.0 set a handler there for errors that are about no communicator. */
extern NODE_LOCAL MPI_Errhandler errhandler_world, errhandler_self;

/* ---- The end of all processes at once ---- */

/* Ends the programs of all processes (MPI 5.0, sections 9.3 and 11.4). This process's output is
 * flushed first. The exit status is the low byte of `code`, or 1 if that byte is 0. */
_Noreturn void job_end(int code);

/* Where MPI is between MPI_Init and MPI_Finalize (section 11.4). */
extern NODE_LOCAL bool job_initialized, job_finalized;

/* Whether the run goes on when a process dies (mpiexec --with-ft ulfm). */
extern NODE_LOCAL bool job_survives;

/* Returns why MPI_COMM_WORLD cannot be used now, for reports; null while it can. */
const char *job_missing_world(void);

/* Returns a cause of an invalid handle, for reports: MPI has not been started, or has ended;
 * otherwise null. Programs with sessions have another function of this name
 * (mpi/session/running.c). Its symbol is weak here, so that the linker does not look for that
 * function. */
const char *job_missing(void);

#endif
