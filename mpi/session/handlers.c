/* Error handlers of sessions (MPI 5.0, section 9.3.4). */
#include "mpi/object/error.h"
#include "mpi/session/session.h"

PROFILED(MPI_Session_create_errhandler);
int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
                                  MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)session_errhandler_fn,
                                       errhandler);
}

PROFILED(MPI_Session_set_errhandler);
int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
    RETURN_UNLESS_SESSION(session);
    if (!errhandler_is(errhandler))
        return FAIL_SESSION(session, MPI_ERR_ERRHANDLER, "the handler is MPI_ERRHANDLER_NULL");
    session_set_handler(session, errhandler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
PROFILED(MPI_Session_get_errhandler);
int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) {
    RETURN_UNLESS_SESSION(session);
    RETURN_IF_NULL_ON(&session->raises, errhandler);
    *errhandler = session->own;
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

PROFILED(MPI_Session_call_errhandler);
int MPI_Session_call_errhandler(MPI_Session session, int errorcode) {
    RETURN_UNLESS_SESSION(session);
    return errhandler_call(__func__, &session->raises, errorcode);
}
