#include "mpi/message/request.h"

#include "mpi/message/arguments.h"
#include "mpi/object/communicator.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

void request_begin(MPI_Request request, const struct request_kind *kind, MPI_Comm comm,
                   bool persistent) {
    *request = (struct MPI_ABI_Request){
        .kind = kind, .comm = comm, .persistent = persistent, .active = !persistent};
    if (comm != NULL)
        comm_keep(comm);
}

void request_free(MPI_Request request) {
    MPI_Comm comm = request->comm;
    request->kind->free(request);
    if (comm != NULL)
        comm_release(comm);
}

void request_done(MPI_Request request) {
    request->done = true;
    if (request->released)
        request_free(request);
}

int request_complete(MPI_Request *handle, MPI_Status *status) {
    MPI_Request request = *handle;
    int error = request->kind->finish(request, status);
    request->active = false;
    if (!request->persistent) {
        request_free(request);
        *handle = MPI_REQUEST_NULL;
    }
    return error;
}

/* Section 3.7.3: an operation that goes on does so to its end, of which nobody learns. */
MPI_CALL(int, Request_free, MPI_Request *request) {
    if (!request_is(*request))
        return FAIL(MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
    if ((*request)->active && !(*request)->done)
        (*request)->released = true;
    else
        request_free(*request);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

static int start(const char *call, MPI_Request request) {
    if (!request_is(request) || !request->persistent)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_REQUEST,
                           "the request is not one of a persistent operation");
    if (request->active)
        return error_raise(request->comm, call, MPI_ERR_REQUEST,
                           "the request is active: wait for it before it is started again");
    request->active = true;
    request->done = false;
    return request->kind->start(request);
}

/* Section 3.9. */
MPI_CALL(int, Start, MPI_Request *request) {
    return start(__func__, *request);
}

MPI_CALL(int, Startall, int count, MPI_Request requests[]) {
    if (count < 0)
        return FAIL(MPI_ERR_COUNT, "count is %d, and has to be 0 or more", count);
    for (int i = 0; i < count; i++) {
        int error = start(__func__, requests[i]);
        if (error != MPI_SUCCESS)
            return error;
    }
    return MPI_SUCCESS;
}
