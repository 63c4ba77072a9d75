/* How sessions begin and end (MPI 5.0, section 11.3.1). Both are local. */
#include "mpi/session/session.h"

#include <stddef.h>
#include <stdlib.h>

#include "mpi/object/info.h"

static NODE_LOCAL MPI_Session newest;

static MPI_Session *place(MPI_Session session) {
    MPI_Session *link = &newest;
    while (*link && *link != session)
        link = &(*link)->older;
    return link;
}

MPI_Session session_object(const char *call, MPI_Session session) {
    MPI_Session object = session ? *place(session) : NULL;
    if (!object)
        error_raise(MPI_COMM_SELF, call, MPI_ERR_SESSION,
                    session == MPI_SESSION_NULL || !session ? "the session is MPI_SESSION_NULL"
                                                            : "invalid or finalized session");
    return object;
}

/* Errors of a session are raised on its member `raises`. This is the handler of that: it calls the
 * program's. */
static void call_own(MPI_Comm *comm, int *code, ...) {
    MPI_Session session = (MPI_Session)((char *)*comm - offsetof(struct MPI_ABI_Session, raises));
    ((MPI_Session_errhandler_function *)session->own->function)(&session, code);
}

void session_set_handler(MPI_Session session, MPI_Errhandler handler) {
    errhandler_replace(&session->own, handler);
    session->raises.errhandler = errhandler_bridge(handler, call_own, &session->handler);
}

/* The info may ask for a level of threads. There is one thread whatever it asks for. */
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
    RETURN_IF_NULL(session);
    *session = MPI_SESSION_NULL;
    RETURN_UNLESS_HANDLER(MPI_COMM_SELF, __func__, errhandler);
    struct MPI_ABI_Session *made = calloc(1, sizeof *made);
    if (!made)
        return FAIL_MEMORY();
    session_set_handler(made, errhandler);
    if (info != MPI_INFO_NULL && !info_is(info)) {
        int error = FAIL_SESSION(made, MPI_ERR_INFO, "invalid info object");
        errhandler_release(errhandler);
        free(made);
        return error;
    }
    made->older = newest;
    newest = made;
    running_sessions++;
    *session = made;
    return MPI_SUCCESS;
}

/* What was made of the session has been freed before. What was not is told at the process's end. */
int MPI_Session_finalize(MPI_Session *session) {
    RETURN_IF_NULL(session);
    RETURN_UNLESS_SESSION(*session);
    *place(*session) = (*session)->older;
    running_sessions--;
    errhandler_release((*session)->own);
    free(*session);
    *session = MPI_SESSION_NULL;
    return MPI_SUCCESS;
}

int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used) {
    RETURN_UNLESS_SESSION(session, info_used);
    MPI_Info info = info_make();
    if (!info || !info_set(info, "thread_level", "MPI_THREAD_SINGLE")) {
        info_release(info ? info : MPI_INFO_NULL);
        return FAIL_SESSION(session, MPI_ERR_NO_MEM, FULL_HEAP);
    }
    *info_used = info;
    return MPI_SUCCESS;
}

/* ---- Error handlers (section 9.3.4) ---- */

int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
                                  MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)session_errhandler_fn,
                                       errhandler);
}

int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
    RETURN_UNLESS_SESSION(session);
    RETURN_UNLESS_HANDLER(&session->raises, __func__, errhandler);
    session_set_handler(session, errhandler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) {
    RETURN_UNLESS_SESSION(session, errhandler);
    *errhandler = session->own;
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

int MPI_Session_call_errhandler(MPI_Session session, int errorcode) {
    RETURN_UNLESS_SESSION(session);
    return errhandler_call(__func__, &session->raises, errorcode);
}
