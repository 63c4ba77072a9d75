/* Generalized requests (MPI 5.0, section 13.2): operations that the program itself carries out, and
 * whose ends it tells. */
#include <stdio.h>
#include <stdlib.h>

#include "mpi/message/arguments.h"
#include "mpi/message/request.h"
#include "mpi/object/error.h"

/* This is weak: see arguments.h. */
#pragma weak arguments_self

struct generalized {
    struct MPI_ABI_Request request;
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
    int error; /* that the query function has returned */
};

static struct generalized *of(MPI_Request request) {
    return (struct generalized *)request;
}

/* The query function fills in the status, also where the program wants none. */
static int finish(MPI_Request request, MPI_Status *status) {
    MPI_Status unseen = {0};
    MPI_Status *filled = status == MPI_STATUS_IGNORE ? &unseen : status;
    int error = status ? status->MPI_ERROR : MPI_SUCCESS;
    status_empty(filled);
    filled->MPI_ERROR = error; /* the caller sets it, if anybody does */
    return of(request)->error = of(request)->query(of(request)->extra, filled);
}

static void explain(MPI_Request request, char *text, size_t bytes) {
    snprintf(text, bytes, "the query function of a generalized request returned %d",
             of(request)->error);
}

static void cancel(MPI_Request request) {
    int error = of(request)->cancel(of(request)->extra, request->done);
    if (error != MPI_SUCCESS)
        error_raise(MPI_COMM_SELF, "MPI_Cancel", error,
                    "the cancel function of a generalized request returned %d", error);
}

static void describe(UNUSED MPI_Request request, char *text, size_t bytes) {
    snprintf(text, bytes, "MPI_Grequest_complete");
}

static void release(MPI_Request request) {
    int error = of(request)->free(of(request)->extra);
    free(request);
    if (error != MPI_SUCCESS)
        error_raise(MPI_COMM_SELF, "MPI_Grequest_start", error,
                    "the free function of a generalized request returned %d", error);
}

static const struct request_kind kind = {
    .finish = finish,
    .explain = explain,
    .cancel = cancel,
    .describe = describe,
    .free = release,
};

int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                       MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                       MPI_Request *request) {
    RETURN_IF_NULL(request);
    if (!query_fn || !free_fn || !cancel_fn)
        return error_null(MPI_COMM_SELF, __func__,
                          !query_fn  ? "query_fn"
                          : !free_fn ? "free_fn"
                                     : "cancel_fn");
    MPI_Comm comm = arguments_self(__func__);
    if (!comm)
        return MPI_ERR_COMM;
    struct generalized *made = malloc(sizeof *made);
    if (!made)
        return FAIL_MEMORY();
    request_begin(&made->request, &kind, __func__, comm, false);
    made->query = query_fn;
    made->free = free_fn;
    made->cancel = cancel_fn;
    made->extra = extra_state;
    *request = &made->request;
    return MPI_SUCCESS;
}

/* A request that was given to MPI_Request_free is gone after this. */
int MPI_Grequest_complete(MPI_Request request) {
    if (!handle_is_address(request) || request->kind != &kind)
        return FAIL(MPI_ERR_REQUEST, "the request is not from MPI_Grequest_start");
    if (request->done)
        return FAIL(MPI_ERR_REQUEST, "the request is already complete");
    request_done(request);
    return MPI_SUCCESS;
}
